import type { SearchView, SupplyRow } from "@wayfare/contract";
import type { ContentCoding } from "../serialize/compress.ts";
import type { KeptFlights } from "../serialize/kept-flights.ts";
import type { SearchRun } from "./find-flights.ts";
import type { UnknownCode } from "./unknown-codes.ts";

/** A search and the form of its response. Can be cloned to another thread. */
export interface SearchJob extends Omit<SearchRun, "source"> {
  accountId: string;
  expiresAtMs: number;
  /** True to rank the offers. */
  scored: boolean;
  view: SearchView;
  /** Deadline of the suppliers, in milliseconds from the start. */
  deadlineMs: number;
}

/** Response of a search. */
export interface SearchAnswer {
  /** JSON in UTF-8, compressed with `coding`. */
  bytes: Uint8Array;
  coding: ContentCoding;
  flights: number;
  supply: SupplyRow[];
  /** Offers of live suppliers in the response; absent if it has none. */
  kept?: KeptFlights;
  /** Lowest cash price of live suppliers whose terms allow storing it, in minor units of the search's currency; absent if there is none. */
  storablePrice?: number;
  /** Codes of live suppliers that the facts do not contain; absent if there are none. */
  unknownCodes?: readonly UnknownCode[];
}

/** Server-sent events of a search. */
export interface SearchChunk {
  bytes: Uint8Array;
  /** Set with the first flights of the response, even if there are none: the search has succeeded. */
  started?: true;
  /** Offers of live suppliers in these bytes and in the following chunks without such offers. */
  kept?: KeptFlights;
  /** Set on the last chunk. */
  done?: Pick<SearchAnswer, "flights" | "supply" | "storablePrice" | "unknownCodes">;
}
