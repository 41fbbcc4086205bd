import { kmPerStatuteMile } from "../geography/great-circle.ts";
import { airportsKm, type Timetable } from "../timetable/timetable.ts";

/** Maximum ratio of an itinerary's distance to the great circle: short distances allow more. Statute-mile tiers, inclusive. */
const tiers: readonly [upToMiles: number, factor: number][] = [
  [250, 2.4],
  [800, 1.9],
  [2000, 1.5],
  [Number.POSITIVE_INFINITY, 1.3],
];

/** Factors of pairs of places with exceptions, by `pairKey`. */
export type CircuityFactors = ReadonlyMap<string, number>;

/**
 * Indexes a timetable's exceptions.
 *
 * @throws RangeError if one names a place that the timetable lacks.
 */
export function indexCircuity({ rules, airportIndex, cityIndex, countries }: Timetable): CircuityFactors {
  const factors = new Map<string, number>();
  for (const { between, factor } of rules.circuity) {
    for (const place of between) {
      if (!airportIndex.has(place) && !cityIndex.has(place) && !countries.includes(place)) {
        throw new RangeError(`circuity rule names unknown place ${place}`);
      }
    }
    const key = pairKey(...between);
    factors.set(key, Math.max(factors.get(key) ?? 0, factor));
  }
  return factors;
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Maximum sum of flown great circles, in km, between two airports. */
export function circuityLimitKm(
  timetable: Timetable,
  factors: CircuityFactors,
  origin: number,
  destination: number,
): number {
  const km = airportsKm(timetable, origin, destination);
  const factor = factors.size === 0 ? undefined : factorBetween(timetable, factors, origin, destination);
  return km * (factor ?? tierOf(km));
}

function tierOf(km: number): number {
  const miles = km / kmPerStatuteMile;
  return tiers.find(([upToMiles]) => miles <= upToMiles)?.[1] ?? 1;
}

/** The most specific factor: airports before cities before countries, at both ends together; of equally specific ones the largest. */
function factorBetween(
  timetable: Timetable,
  factors: CircuityFactors,
  origin: number,
  destination: number,
): number | undefined {
  const from = placesOf(timetable, origin);
  const to = placesOf(timetable, destination);
  for (const pairs of pairsByWidth) {
    const found = pairs.flatMap(([one, other]) => factors.get(pairKey(from[one], to[other])) ?? []);
    if (found.length > 0) return Math.max(...found);
  }
  return undefined;
}

/** Airport 0, city 1, country 2 at either end, most specific pairs first. */
const pairsByWidth: readonly (readonly [number, number][])[] = [
  [[0, 0]],
  [
    [0, 1],
    [1, 0],
  ],
  [
    [0, 2],
    [1, 1],
    [2, 0],
  ],
  [
    [1, 2],
    [2, 1],
  ],
  [[2, 2]],
];

function placesOf({ airports, cities, countries, airportCity, airportCountry }: Timetable, airport: number): string[] {
  return [airports[airport], cities[airportCity[airport]], countries[airportCountry[airport]]];
}
