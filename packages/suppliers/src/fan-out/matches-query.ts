import type { SearchQuery, Slice, SuppliedFlight, TimeWindow, ZonedInstant } from "../port/port.ts";

const minutesPerDay = 1440;

/**
 * Returns true if a flight passes the filters of a query that not every supplier's API has: stops, marketing carriers, times, duration and
 * the airport itself if the query names an airport.
 */
export function matchesQuery({ slices }: Pick<SuppliedFlight, "slices">, query: SearchQuery): boolean {
  const requested = requestedSlices(query);
  return (
    slices.length === requested.length &&
    slices.every((slice, at) => {
      const ends = requested[at];
      return ends !== undefined && startsAndEndsAt(slice, ends.origin, ends.destination) && passesFilters(slice, query);
    })
  );
}

function requestedSlices(query: SearchQuery): readonly Pick<SearchQuery, "origin" | "destination">[] {
  const { origin, destination, returnDate, slices } = query;
  if (slices !== undefined) return slices;
  const out = { origin, destination };
  return returnDate === null ? [out] : [out, { origin: destination, destination: origin }];
}

function startsAndEndsAt(slice: Slice, from: SearchQuery["origin"], to: SearchQuery["origin"]): boolean {
  return (from.kind === "city" || slice.origin === from.code) && (to.kind === "city" || slice.destination === to.code);
}

function passesFilters({ segments }: Slice, query: SearchQuery): boolean {
  const [departure, arrival] = [segments[0]?.departure, segments.at(-1)?.arrival];
  if (!departure || !arrival) return false;
  const { airlines, excludeAirlines, maxStops, maxDurationMinutes, departureTime, arrivalTime } = query;
  return (
    segments.length - 1 <= maxStops &&
    segments.every(
      ({ marketingCarrier }) =>
        (airlines === null || airlines.includes(marketingCarrier)) && !excludeAirlines.includes(marketingCarrier),
    ) &&
    (maxDurationMinutes === null || arrival.epochMinutes - departure.epochMinutes <= maxDurationMinutes) &&
    isWithin(departure, departureTime) &&
    isWithin(arrival, arrivalTime)
  );
}

/** Windows are inclusive, and may include midnight. */
function isWithin({ epochMinutes, offsetMinutes }: ZonedInstant, window: TimeWindow | null): boolean {
  if (window === null) return true;
  const local = (epochMinutes + offsetMinutes) % minutesPerDay;
  const minute = local < 0 ? local + minutesPerDay : local;
  const { fromMinute, toMinute } = window;
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute <= toMinute
    : minute >= fromMinute || minute <= toMinute;
}
