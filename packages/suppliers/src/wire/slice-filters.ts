import { countStops } from "../port/itinerary.ts";
import type { Layover, LayoverConditions, SearchQuery, Slice, TimeWindow, ZonedInstant } from "../port/port.ts";

const minutesPerDay = 1440;

/** Returns true if a slice passes the filters of a query that apply to each slice: stops, marketing carriers, layovers, times and duration. */
export function passesSliceFilters({ segments, layovers }: Slice, query: SearchQuery): boolean {
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

/** Returns true if the first slice of a query arrives by its latest local arrival. */
export function arrivesInTime({ segments }: Slice, { latestLocalArrival }: SearchQuery): boolean {
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
