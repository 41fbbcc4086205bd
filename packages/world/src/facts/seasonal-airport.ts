import { PLACE_CODE } from "./airport.ts";
import { SEASONS, type Season } from "./nonstop.ts";
import type { Row } from "./table.ts";

/** What part of an airport's flights is flown in one season only. */
export interface SeasonalAirport {
  readonly airport: string;
  readonly season: Season;
  /** Of 1. */
  readonly share: number;
}

/**
 * Seasonal airports by code, in the order of the table.
 *
 * @throws FactsError where a row is malformed or an airport stands twice
 */
export function parseSeasonalAirports(rows: readonly Row[]): ReadonlyMap<string, SeasonalAirport> {
  const found = new Map<string, SeasonalAirport>();
  for (const row of rows) {
    const airport = row.match("airport", PLACE_CODE);
    if (found.has(airport)) row.fail(`${airport} stands twice`);
    const share = row.number("sharePercent", 1, 95) / 100;
    found.set(airport, Object.freeze({ airport, season: row.choice("season", SEASONS), share }));
  }
  return found;
}
