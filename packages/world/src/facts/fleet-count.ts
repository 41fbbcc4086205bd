import { AIRCRAFT_CODE } from "./aircraft.ts";
import type { Row } from "./table.ts";

/** Number of aircraft of a type in an airline's fleet. */
export interface FleetCount {
  readonly airline: string;
  readonly aircraft: string;
  readonly count: number;
}

/** Parses the fleets of scarce types, in table order. @throws FactsError if a row is malformed or listed twice */
export function parseFleetCounts(rows: readonly Row[]): readonly FleetCount[] {
  const listed = new Set<string>();
  return rows.map((row) => {
    const [airline, aircraft] = [row.match("airline", /^[A-Z0-9]{2}$/), row.match("aircraft", AIRCRAFT_CODE)];
    if (listed.has(airline + aircraft)) row.fail(`${airline} ${aircraft} is listed twice`);
    listed.add(airline + aircraft);
    return Object.freeze({ airline, aircraft, count: row.number("count", 1, 500) });
  });
}
