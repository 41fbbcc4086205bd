import type { BookingStatus } from "@wayfare/sdk";
import { readTimeRange, type TimeRange } from "../../data/time-range.ts";

/** Filters of the list, as in the address. */
export interface BookingFilters extends TimeRange {
  status?: BookingStatus;
  /** Record locator. */
  reference?: string;
}

const statuses: readonly BookingStatus[] = ["pending", "confirmed", "failed", "cancelled"];

/** Reads the filters of an address. Unknown values are left out. */
export function readBookingFilters(search: Record<string, unknown>): BookingFilters {
  const { status, reference } = search;
  const known = statuses.find((each) => each === status);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(typeof reference === "string" && /^[A-Z0-9]{4,10}$/.test(reference) ? { reference } : {}),
    ...readTimeRange(search),
  };
}
