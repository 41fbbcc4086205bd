import {
  type Enumeration,
  type EpochDay,
  enumerateForPricing,
  enumerateItineraries,
  type ItinerarySet,
  noFilters,
  type SliceQuestion,
  type Timetable,
  unitHash,
} from "@wayfare/engine";

export interface PairOnDay {
  origin: number;
  destination: number;
  day: EpochDay;
}

/**
 * Pairs of airports drawn by traffic, each end by the departures it has, none within a city; each on one of the days. The same
 * seed draws the same pairs.
 */
export function drawQuestions(
  timetable: Timetable,
  count: number,
  days: readonly EpochDay[],
  seed: number,
): PairOnDay[] {
  const patterns = timetable.airports.map((_, airport) => {
    const [first = 0, end = 0] = timetable.outFirst.subarray(airport, airport + 2);
    return (timetable.marketFirst[end] ?? 0) - (timetable.marketFirst[first] ?? 0);
  });
  const total = patterns.reduce((sum, flights) => sum + flights, 0);
  const draw = (n: number, end: number) => {
    let left = unitHash(seed, n, end, 0) * total;
    return patterns.findIndex((flights) => (left -= flights) <= 0);
  };
  const questions: PairOnDay[] = [];
  for (let n = 0; questions.length < count; n++) {
    const origin = draw(n, 0);
    const destination = draw(n, 1);
    if (timetable.airportCity[origin] === timetable.airportCity[destination]) continue;
    const day = days[Math.floor(unitHash(seed, n, 2, 0) * days.length)] ?? timetable.firstDay;
    questions.push({ origin, destination, day });
  }
  return questions;
}

/** Asks for every way of a pair: 24 hours of departures, up to two stops, no filter. */
export function askAll(enumeration: Enumeration, question: PairOnDay): ItinerarySet {
  return enumerateItineraries(enumeration, sliceOf(question));
}

/** Asks for the ways of a pair that a search prices: the best 500 by generalised cost, and the best five of every carrier. */
export function askForPricing(enumeration: Enumeration, question: PairOnDay): ItinerarySet {
  return enumerateForPricing(enumeration, sliceOf(question));
}

function sliceOf({ origin, destination, day }: PairOnDay): SliceQuestion {
  return {
    origins: [origin],
    destinations: [destination],
    day,
    maxStops: 2,
    ...noFilters,
  };
}
