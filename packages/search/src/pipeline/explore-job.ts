import type { Partition, SupplyRow } from "@wayfare/contract";
import type { SoldSeats } from "@wayfare/suppliers";
import type { NormalizedExplore } from "../request/normalize-explore.ts";
import type { ContentCoding } from "../serialize/compress.ts";

/** An exploration and the form of its response. Can be cloned to another thread. */
export interface ExploreJob {
  accountId: string;
  environment: Partition;
  explore: NormalizedExplore;
  searchedAtMs: number;
  /** Seats of the sandbox that the account had sold on the days of the exploration. */
  soldSeats: readonly SoldSeats[];
  /** Milliseconds from the start after which it is abandoned. */
  deadlineMs: number;
  coding: ContentCoding;
}

/** Response of an exploration. */
export interface ExploreAnswer {
  /** JSON in UTF-8, compressed with `coding`. */
  bytes: Uint8Array;
  coding: ContentCoding;
  supply: SupplyRow[];
}
