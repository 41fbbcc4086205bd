import type { BookingChange, Flight } from "@wayfare/contract";

type Slice = Flight["slices"][number];

/** Compares the slices of a booking with those that the airline operates now. Returns the changed ones, in order of travel. */
export function compareSlices(before: readonly Slice[], after: readonly Slice[]): BookingChange[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, slice) => ({
    slice,
    before: summaryOf(before[slice]),
    after: summaryOf(after[slice]),
  })).filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Returns the members that matter to travelers: a change of the aircraft or a terminal alone is none. */
function summaryOf(slice: Slice | undefined): BookingChange["before"] {
  if (slice === undefined) return null;
  return {
    departureAt: slice.departureAt,
    arrivalAt: slice.arrivalAt,
    segments: slice.segments.map(({ marketingCarrier, flightNumber, origin, destination, departureAt, arrivalAt }) => ({
      marketingCarrier,
      flightNumber,
      origin,
      destination,
      departureAt,
      arrivalAt,
    })),
  };
}
