import { workerData } from "node:worker_threads";
import { createSearcher, type Filing, openTimetable } from "@wayfare/engine";
import type { SearchQuery, SoldSeats, SuppliedFlight } from "../port/port.ts";
import { toFlightSearch } from "./flight-search.ts";
import { toSuppliedFlight } from "./supplied-flight.ts";

export interface WorkerWorld {
  buffer: SharedArrayBuffer;
  /** Fares of a table, which stand in for those made by rule. */
  filings: readonly Filing[];
}

export interface SearchTask {
  query: SearchQuery;
  searchedAtMs: number;
  soldSeats?: readonly SoldSeats[];
}

const world: WorkerWorld = workerData;
const searcher = createSearcher(openTimetable(world.buffer), { filings: world.filings });

/** One search on a worker thread: the engine's answer in the port's words, so that the main thread only merges and sends. */
export default function search({ query, searchedAtMs, soldSeats }: SearchTask): SuppliedFlight[] {
  const found = searcher.search(toFlightSearch(query, searchedAtMs, soldSeats));
  const terms = { currency: query.currency, slices: new Map() };
  return found.map((flight) => toSuppliedFlight(flight, terms));
}
