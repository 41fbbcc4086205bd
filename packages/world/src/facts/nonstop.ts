import { AIRCRAFT_CODE } from "./aircraft.ts";
import { AIRLINE_CODE } from "./airline.ts";
import { PLACE_CODE } from "./airport.ts";
import type { Row } from "./table.ts";

export const SEASONS = ["summer", "winter"] as const;

/** A timetable season of the northern hemisphere: summer from the last Sunday of March, winter from the last Sunday of October. */
export type Season = (typeof SEASONS)[number];

/** A route that an airline is known to fly nonstop. */
export interface Nonstop {
  /** Airline code. */
  readonly airline: string;
  /** Airport code of the airline's home end. */
  readonly from: string;
  /** Airport code of the far end. */
  readonly to: string;
  /** Flights per week each way, in the season if it has one. */
  readonly weeklyFlights: number;
  /** Null if flown all year. */
  readonly season: Season | null;
  /** Typical aircraft code of the route, from the airline's fleet; null if any type with the range fits. */
  readonly aircraft: string | null;
}

/**
 * Parses nonstops in table order.
 *
 * @throws FactsError if a row is malformed, or an airline's route is listed twice for the same part of the year
 */
export function parseNonstops(rows: readonly Row[]): readonly Nonstop[] {
  const seen = new Set<string>();
  return Object.freeze(
    rows.map((row) => {
      const nonstop: Nonstop = {
        airline: row.match("airline", AIRLINE_CODE),
        from: row.match("from", PLACE_CODE),
        to: otherEnd(row),
        weeklyFlights: weeklyFlights(row),
        season: row.isEmpty("season") ? null : row.choice("season", SEASONS),
        aircraft: row.isEmpty("aircraft") ? null : row.match("aircraft", AIRCRAFT_CODE),
      };
      refuseTwice(row, seen, nonstop);
      return Object.freeze(nonstop);
    }),
  );
}

function otherEnd(row: Row): string {
  const to = row.match("to", PLACE_CODE);
  return to === row.text("from") ? row.fail(`to is ${to}, the same airport as from`) : to;
}

function weeklyFlights(row: Row): number {
  const flights = row.number("weeklyFlights", 1, 300);
  return Number.isInteger(flights) ? flights : row.fail(`weeklyFlights is ${flights}, not a whole number`);
}

/** A route has one row for the whole year, or one for each season. */
function refuseTwice(row: Row, seen: Set<string>, { airline, from, to, season }: Nonstop): void {
  const route = `${airline} ${[from, to].toSorted().join(" ")}`;
  for (const part of season === null ? SEASONS : [season]) {
    const key = `${route} in ${part}`;
    if (seen.has(key)) row.fail(`${key} is listed twice`);
    seen.add(key);
  }
}
