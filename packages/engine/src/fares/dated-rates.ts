import { type EpochDay, parseEpochDay } from "../timetable/calendar.ts";

/** Rates from the first day on which departures pay them. */
export interface DatedRates<T> {
  from: EpochDay;
  rates: T;
}

/** Rows of `YYYY-MM-DD` and what holds from then on, the oldest first. */
export function datedRates<T>(...rows: readonly (readonly [from: string, rates: T])[]): readonly DatedRates<T>[] {
  return rows.map(([from, rates]) => ({ from: parseEpochDay(from), rates }));
}

/** The rates of a departure: the newest that have begun by its day. Before the table begins its first row stands; without a day, its last. */
export function ratesOn<T>(table: readonly DatedRates<T>[], day: EpochDay | undefined): T {
  let at = table.length - 1;
  if (day !== undefined) while (at > 0 && table[at].from > day) at--;
  return table[at].rates;
}
