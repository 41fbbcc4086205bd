import type { BookingStatus } from "@wayfare/sdk";

/** Filters of the list, as in the address. */
export interface BookingFilters {
  status?: BookingStatus;
  /** Record locator. */
  reference?: string;
}

const statuses: readonly BookingStatus[] = ["confirmed", "cancelled"];

/** Reads the filters of an address. Unknown values are left out. */
export function readBookingFilters({ status, reference }: Record<string, unknown>): BookingFilters {
  const known = statuses.find((each) => each === status);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(typeof reference === "string" && /^[A-Z0-9]{4,10}$/.test(reference) ? { reference } : {}),
  };
}
