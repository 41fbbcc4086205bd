import type { Timetable } from "../timetable/timetable.ts";

/**
 * What a market's travelers are like: who comes early, who pays, and how fares are fenced against them. 0 is domestic, 1 short haul
 * abroad, 2 long haul, 3 long haul for leisure. Modelled.
 */
export type MarketKind = 0 | 1 | 2 | 3;

/** Beyond this a market is long haul: fares, cabins and bookings follow other rules. */
export const longHaulKm = 4000;

/**
 * Countries that far more people fly to for holidays than for work; a long way there or back is a leisure market. Modelled, after
 * the purposes of visit in UN Tourism's compendium (2024), where "personal" is over four fifths of them.
 */
const leisureCountries = new Set(
  "AG AN AW BB BM BS CR CU CV CY DO EG FJ GD GP GR HR ID JM KE KH KY LC LK MA MQ MT MU MV MX MY NP PF PH PT RE SC TC TH TN TR TZ VC VN ZW".split(
    " ",
  ),
);

/** The kind of market between two airports that lie so far apart; the same in both directions. */
export function marketKindOf(timetable: Timetable, origin: number, destination: number, km: number): MarketKind {
  const { airportCountry, countries } = timetable;
  const from = airportCountry[origin];
  const to = airportCountry[destination];
  if (km <= longHaulKm) return from === to ? 0 : 1;
  return leisureCountries.has(countries[from]) || leisureCountries.has(countries[to]) ? 3 : 2;
}
