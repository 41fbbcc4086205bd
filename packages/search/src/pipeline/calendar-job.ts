import type { Partition, SupplyRow } from "@wayfare/contract";
import type { SoldSeats } from "@wayfare/suppliers";
import type { NormalizedCalendar } from "../request/normalize-calendar.ts";
import type { ContentCoding } from "../serialize/compress.ts";

/** A calendar and the form of its response. Can be cloned to another thread. */
export interface CalendarJob {
  accountId: string;
  environment: Partition;
  calendar: NormalizedCalendar;
  searchedAtMs: number;
  /** Seats of the sandbox that the account had sold on the days of the calendar. */
  soldSeats: readonly SoldSeats[];
  /** Milliseconds from the start after which it is abandoned. */
  deadlineMs: number;
  coding: ContentCoding;
}

/** Response of a calendar. */
export interface CalendarAnswer {
  /** JSON in UTF-8, compressed with `coding`. */
  bytes: Uint8Array;
  coding: ContentCoding;
  /** Cells with a price. */
  cells: number;
  supply: SupplyRow[];
}
