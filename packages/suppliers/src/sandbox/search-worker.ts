import { workerData } from "node:worker_threads";
import { createSearcher, type Filing, openTimetable } from "@wayfare/engine";
import type { SearchQuery, SoldSeats, SuppliedFlight } from "../port/port.ts";
import { toFlightSearch } from "./flight-search.ts";
import { toSuppliedFlight } from "./supplied-flight.ts";

export interface WorkerWorld {
  buffer: SharedArrayBuffer;
  /** Fares from a table; they replace the generated ones. */
  filings: readonly Filing[];
}

export interface SearchTask {
  query: SearchQuery;
  searchedAtMs: number;
  soldSeats?: readonly SoldSeats[];
}

const world: WorkerWorld = workerData;
const searcher = createSearcher(openTimetable(world.buffer), { filings: world.filings });

/** Runs one search on a worker thread and converts the result to the port's format, so that the main thread only merges and sends. */
export default function search({ query, searchedAtMs, soldSeats }: SearchTask): SuppliedFlight[] {
  const found = searcher.search(toFlightSearch(query, searchedAtMs, soldSeats));
  const terms = { currency: query.currency, slices: new Map() };
  return found.map((flight) => toSuppliedFlight(flight, terms));
}
