import type { CompactSlice, SupplyRow } from "@wayfare/contract";
import type { KeptFlights } from "../serialize/kept-flights.ts";
import type { SearchJob } from "./search-job.ts";

/** The search of one or several watches. Can be cloned to another thread. */
export type WatchJob = Omit<SearchJob, "scored" | "view" | "expiresAtMs">;

/** A cash offer of a watched flight. Amounts are minor units of the search's currency. */
export interface WatchedCash {
  offerId: string;
  source: string;
  /** Slices as the supplier of the offer states them; absent if they are those of the flight. */
  slices?: CompactSlice[];
  /** Total with the fees of requested bags. */
  price: number;
  seats: number | null;
}

/** An award of a watched flight. */
export interface WatchedAward {
  offerId: string;
  source: string;
  /** Slices as the supplier of the offer states them; absent if they are those of the flight. */
  slices?: CompactSlice[];
  program: string;
  miles: number;
  /** Money part in minor units of the search's currency. */
  price: number | null;
  centsPerPoint: number | null;
  seats: number | null;
}

/** A flight with the values that watches compare. */
export interface WatchedFlight {
  id: string;
  slices: CompactSlice[];
  cash: WatchedCash[];
  award: WatchedAward[];
}

/** Result of the search of a watch: the flights and offers that a search returns, in its order. */
export interface WatchAnswer {
  flights: WatchedFlight[];
  supply: SupplyRow[];
  /** Offers of live suppliers; absent if there are none. */
  kept?: KeptFlights;
}
