import {
  type Enumeration,
  type EpochDay,
  enumerateForPricing,
  enumerateItineraries,
  type ItinerarySet,
  noFilters,
  type SliceQuery,
  type Timetable,
  unitHash,
} from "@wayfare/engine";

export interface PairOnDay {
  origin: number;
  destination: number;
  day: EpochDay;
}

/**
 * Draws pairs of airports by traffic: each end weighted by its departures, none within a city, each on one of the days. The same seed draws
 * the same pairs.
 */
export function drawQueries(timetable: Timetable, count: number, days: readonly EpochDay[], seed: number): PairOnDay[] {
  const patterns = timetable.airports.map((_, airport) => {
    const [first = 0, end = 0] = timetable.outFirst.subarray(airport, airport + 2);
    return (timetable.marketFirst[end] ?? 0) - (timetable.marketFirst[first] ?? 0);
  });
  const total = patterns.reduce((sum, flights) => sum + flights, 0);
  const draw = (n: number, end: number) => {
    let left = unitHash(seed, n, end, 0) * total;
    return patterns.findIndex((flights) => (left -= flights) <= 0);
  };
  const queries: PairOnDay[] = [];
  for (let n = 0; queries.length < count; n++) {
    const origin = draw(n, 0);
    const destination = draw(n, 1);
    if (timetable.airportCity[origin] === timetable.airportCity[destination]) continue;
    const day = days[Math.floor(unitHash(seed, n, 2, 0) * days.length)] ?? timetable.firstDay;
    queries.push({ origin, destination, day });
  }
  return queries;
}

/** Returns a query for every itinerary of a pair: 24 hours of departures, up to two stops, no filter. */
export function findAll(enumeration: Enumeration, query: PairOnDay): ItinerarySet {
  return enumerateItineraries(enumeration, sliceOf(query));
}

/** Returns a query for the itineraries that a search prices: the best 500 by generalized cost, and the best five of every carrier. */
export function findForPricing(enumeration: Enumeration, query: PairOnDay): ItinerarySet {
  return enumerateForPricing(enumeration, sliceOf(query));
}

function sliceOf({ origin, destination, day }: PairOnDay): SliceQuery {
  return {
    origins: [origin],
    destinations: [destination],
    day,
    maxStops: 2,
    ...noFilters,
  };
}
