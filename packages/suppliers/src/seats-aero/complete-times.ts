import type { Segment, Slice, SuppliedFlight } from "../port/port.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { addDays } from "../schedule/schedule.ts";
import { isInOrder, makeSlice } from "../wire/itinerary.ts";
import { localDateOf } from "../wire/local-time.ts";

/** Time from one flight to the next, at least and at most. */
const minConnectionMinutes = 20;
const maxConnectionMinutes = 24 * 60;

/** Returns true if all times of a flight are known. */
export function isTimed({ slices }: Pick<SuppliedFlight, "slices">): boolean {
  return slices.every(({ segments }) =>
    segments.every(({ departure, arrival }) => departure !== null && arrival !== null),
  );
}

/**
 * Fills in the times between the first departure and the last arrival from a schedule: by carrier, number, airports and local date. The
 * date of a connecting flight is the first on which it departs at least 20 minutes after the flight before it.
 *
 * @returns the flight with all times, or the flight itself if the schedule lacks a departure or ends on another date than the trip.
 */
export function completeTimes(flight: SuppliedFlight, schedule: Schedule): SuppliedFlight {
  const slices = flight.slices.map((slice) => completeSlice(slice, schedule));
  const known = slices.filter((slice) => slice !== null);
  return known.length === slices.length ? { ...flight, slices: known } : flight;
}

function completeSlice({ segments }: Slice, schedule: Schedule): Slice | null {
  const completed: Segment[] = [];
  for (const segment of segments) {
    const timed = completeSegment(segment, completed.at(-1), schedule);
    if (timed === null) return null;
    completed.push(timed);
  }
  const slice = makeSlice(completed);
  return slice !== null && isInOrder(slice) ? slice : null;
}

function completeSegment(segment: Segment, before: Segment | undefined, schedule: Schedule): Segment | null {
  const { marketingCarrier: carrier, flightNumber: number, origin, destination } = segment;
  const find = (date: string) => schedule.findDeparture({ carrier, number, origin, destination }, date);
  const earliest = (before?.arrival?.epochMinutes ?? Number.NEGATIVE_INFINITY) + minConnectionMinutes;
  const from = segment.departure ?? before?.arrival;
  if (!from) return null;
  const date = localDateOf(from);
  for (const candidate of segment.departure === null ? [date, addDays(date, 1)] : [date]) {
    const found = find(candidate);
    if (found === undefined || found.departure.epochMinutes < earliest) continue;
    if (found.departure.epochMinutes > earliest + maxConnectionMinutes && before !== undefined) return null;
    if (segment.arrival !== null && localDateOf(segment.arrival) !== localDateOf(found.arrival)) continue;
    return {
      ...segment,
      departure: segment.departure ?? found.departure,
      arrival: segment.arrival ?? found.arrival,
      aircraft: segment.aircraft ?? found.aircraft,
    };
  }
  return null;
}
