import { countStops } from "../port/itinerary.ts";
import type {
  Layover,
  LayoverConditions,
  SearchQuery,
  Slice,
  SuppliedFlight,
  TimeWindow,
  ZonedInstant,
} from "../port/port.ts";

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
      return (
        ends !== undefined &&
        startsAndEndsAt(slice, ends.origin, ends.destination) &&
        passesFilters(slice, query) &&
        (at > 0 || arrivesInTime(slice, query))
      );
    })
  );
}

/** Returns the flight with the awards of the requested programs; null if that leaves it without an offer. */
export function onlyPrograms(
  flight: SuppliedFlight,
  { programs }: Pick<SearchQuery, "programs">,
): SuppliedFlight | null {
  if (programs === null || flight.award.every(({ program }) => programs.includes(program))) return flight;
  const award = flight.award.filter(({ program }) => programs.includes(program));
  return flight.cash.length + award.length === 0 ? null : { ...flight, award };
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

function passesFilters({ segments, layovers }: Slice, query: SearchQuery): boolean {
  const [departure, arrival] = [segments[0]?.departure, segments.at(-1)?.arrival];
  if (!departure || !arrival) return false;
  const { airlines, excludeAirlines, maxStops, maxDurationMinutes, departureTime, arrivalTime } = query;
  return (
    countStops({ segments }) <= maxStops &&
    layovers.every((layover) => meetsConditions(layover, query.layovers)) &&
    segments.every(
      ({ marketingCarrier }) =>
        (airlines === null || airlines.includes(marketingCarrier)) && !excludeAirlines.includes(marketingCarrier),
    ) &&
    (maxDurationMinutes === null || arrival.epochMinutes - departure.epochMinutes <= maxDurationMinutes) &&
    isWithin(departure, departureTime) &&
    isWithin(arrival, arrivalTime)
  );
}

function arrivesInTime({ segments }: Slice, { latestLocalArrival }: SearchQuery): boolean {
  if (latestLocalArrival === undefined) return true;
  const arrival = segments.at(-1)?.arrival;
  return !!arrival && arrival.epochMinutes + arrival.offsetMinutes <= latestLocalArrival;
}

/** A layover of unknown duration meets no condition on it. */
function meetsConditions(layover: Layover, conditions: LayoverConditions | undefined): boolean {
  if (conditions === undefined) return true;
  const { include, exclude, minMinutes, maxMinutes } = conditions;
  const { airport, airportChange, durationMinutes } = layover;
  const airports = airportChange === null ? [airport] : [airportChange.from, airportChange.to];
  return (
    airports.every((code) => (include === null || include.includes(code)) && !exclude.includes(code)) &&
    (minMinutes === 0 || (durationMinutes ?? -1) >= minMinutes) &&
    (maxMinutes === null || (durationMinutes ?? Number.POSITIVE_INFINITY) <= maxMinutes)
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
