import { book } from "./book.ts";
import { calendar } from "./calendar.ts";
import { compareCashAndMiles } from "./compare-cash-and-miles.ts";
import { createWatch } from "./create-watch.ts";
import { deleteWatch } from "./delete-watch.ts";
import { explore } from "./explore.ts";
import { findPlaces } from "./find-places.ts";
import { getOffer } from "./get-offer.ts";
import { listPrograms } from "./list-programs.ts";
import { listWatches } from "./list-watches.ts";
import { searchFlights } from "./search-flights.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  searchFlights,
  compareCashAndMiles,
  calendar,
  explore,
  getOffer,
  findPlaces,
  listPrograms,
  createWatch,
  listWatches,
  deleteWatch,
  book,
];
