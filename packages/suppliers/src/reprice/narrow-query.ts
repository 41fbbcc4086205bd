import { countStops } from "../port/itinerary.ts";
import type { SearchQuery, Slice, SuppliedFlight, TimeWindow, ZonedInstant } from "../port/port.ts";

/** The maximum `limit` of a query. */
const maxLimit = 250;

/**
 * Returns the query with filters that the given flight passes and few others do, and without limits by which other flights and offers could
 * displace it, nor a limit on the price, which the current offer may exceed. All slices share the filters, so other flights may still match.
 */
export function narrowQuery({ maxPrice: _maxPrice, ...query }: SearchQuery, { slices }: SuppliedFlight): SearchQuery {
  const carriers = slices.flatMap(({ segments }) => segments.map(({ marketingCarrier }) => marketingCarrier));
  return {
    ...query,
    airlines: query.airlines ?? [...new Set(carriers)],
    maxStops: toStops(Math.max(...slices.map(countStops))),
    departureTime: windowOf(slices.map(({ segments: [first] }) => first?.departure)),
    arrivalTime: windowOf(slices.map(({ segments }) => segments.at(-1)?.arrival)),
    maxDurationMinutes: Math.max(...slices.map(durationOf)),
    limit: maxLimit,
    allOffers: true,
  };
}

function toStops(stops: number): SearchQuery["maxStops"] {
  return stops === 0 || stops === 1 ? stops : 2;
}

function durationOf({ segments }: Slice): number {
  const [departure, arrival] = [segments[0]?.departure, segments.at(-1)?.arrival];
  return departure && arrival ? arrival.epochMinutes - departure.epochMinutes : 0;
}

const minutesPerDay = 1440;

/** Time window from the earliest to the latest local time. */
function windowOf(instants: readonly (ZonedInstant | null | undefined)[]): TimeWindow {
  const minutes = instants
    .filter((instant) => instant !== undefined && instant !== null)
    .map(({ epochMinutes, offsetMinutes }) => {
      const local = (epochMinutes + offsetMinutes) % minutesPerDay;
      return local < 0 ? local + minutesPerDay : local;
    });
  return { fromMinute: Math.min(...minutes), toMinute: Math.max(...minutes) };
}
