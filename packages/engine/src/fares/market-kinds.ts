import type { Timetable } from "../timetable/timetable.ts";

/**
 * Kind of travelers in a market, which decides booking curves, fares and their restrictions. 0 is domestic, 1 short haul abroad, 2 long
 * haul, 3 long haul for leisure. Modeled.
 */
export type MarketKind = 0 | 1 | 2 | 3;

/** Distance from which a market is long haul, with different fares, cabins and booking curves. */
export const longHaulKm = 4000;

/**
 * Countries with far more holiday visitors than business visitors; long routes from or to them are leisure markets. Modeled on the purposes
 * of visit in UN Tourism's compendium (2024), in which "personal" is over four fifths of their visits.
 */
const leisureCountries = new Set(
  "AG AN AW BB BM BS CR CU CV CY DO EG FJ GD GP GR HR ID JM KE KH KY LC LK MA MQ MT MU MV MX MY NP PF PH PT RE SC TC TH TN TR TZ VC VN ZW".split(
    " ",
  ),
);

/** Kind of the market between two airports at this distance; equal in both directions. */
export function marketKindOf(timetable: Timetable, origin: number, destination: number, km: number): MarketKind {
  const { airportCountry, countries } = timetable;
  const from = airportCountry[origin];
  const to = airportCountry[destination];
  if (km <= longHaulKm) return from === to ? 0 : 1;
  return leisureCountries.has(countries[from]) || leisureCountries.has(countries[to]) ? 3 : 2;
}
