import { PLACE_CODE } from "./airport.ts";
import { SEASONS, type Season } from "./nonstop.ts";
import type { Row } from "./table.ts";

/** Share of an airport's flights that are flown in one season only. */
export interface SeasonalAirport {
  readonly airport: string;
  readonly season: Season;
  /** Between 0 and 1. */
  readonly share: number;
}

/**
 * Parses seasonal airports by code, in table order.
 *
 * @throws FactsError if a row is malformed or an airport is listed twice
 */
export function parseSeasonalAirports(rows: readonly Row[]): ReadonlyMap<string, SeasonalAirport> {
  const found = new Map<string, SeasonalAirport>();
  for (const row of rows) {
    const airport = row.match("airport", PLACE_CODE);
    if (found.has(airport)) row.fail(`${airport} is listed twice`);
    const share = row.number("sharePercent", 1, 95) / 100;
    found.set(airport, Object.freeze({ airport, season: row.choice("season", SEASONS), share }));
  }
  return found;
}
