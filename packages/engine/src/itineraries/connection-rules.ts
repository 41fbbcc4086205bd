import { kmPerStatuteMile } from "../timetable/great-circle.ts";
import type { Timetable } from "../timetable/timetable.ts";

/** Longest layover, and the longest where a market would otherwise have no itinerary. */
export const maxLayoverMinutes = 6 * 60;
export const maxLayoverLastResortMinutes = 24 * 60;

/** From one airport of a city to another, over the road. */
const airportChangeMinutes = 4 * 60;

/** Default minimum connection times by [arriving domestic, leaving domestic]. */
const domesticToDomestic = 30;
const domesticToInternational = 60;
const fromInternational = 90;

/** Shortest connection between two flights, of which each is domestic or not; `to` differs from `from` on a change of airport. */
export function minimumConnectionMinutes(
  from: number,
  to: number,
  arrivesDomestic: boolean,
  leavesDomestic: boolean,
): number {
  if (from !== to) return airportChangeMinutes;
  if (!arrivesDomestic) return fromInternational;
  return leavesDomestic ? domesticToDomestic : domesticToInternational;
}

export function isDomestic(timetable: Timetable, market: number): boolean {
  const { airportCountry, marketOrigin, marketDestination } = timetable;
  return airportCountry[marketOrigin[market]!] === airportCountry[marketDestination[market]!];
}

/** How much longer than the great circle a sensible way may be: short hops bend more. Statute-mile tiers, inclusive. */
const circuityTiers: readonly [upToMiles: number, factor: number][] = [
  [250, 2.4],
  [800, 1.9],
  [2000, 1.5],
  [Number.POSITIVE_INFINITY, 1.3],
];

/** Longest sum of flown great circles, in km, between airports `km` apart. */
export function circuityLimitKm(km: number): number {
  const miles = km / kmPerStatuteMile;
  for (const [upToMiles, factor] of circuityTiers) {
    if (miles <= upToMiles) return km * factor;
  }
  return km;
}
