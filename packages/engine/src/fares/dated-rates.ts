import { type EpochDay, parseEpochDay } from "../timetable/calendar.ts";

/** Rates from the first day of departure on which they apply. */
export interface DatedRates<T> {
  from: EpochDay;
  rates: T;
}

/** Rows of `YYYY-MM-DD` and the rate from that day, oldest first. */
export function datedRates<T>(...rows: readonly (readonly [from: string, rates: T])[]): readonly DatedRates<T>[] {
  return rows.map(([from, rates]) => ({ from: parseEpochDay(from), rates }));
}

/**
 * Returns the rates of a departure: the newest that apply by its day. Before the table begins the first row applies; without a day, the
 * last.
 */
export function ratesOn<T>(table: readonly DatedRates<T>[], day: EpochDay | undefined): T {
  return rowOn(table, day).rates;
}

/** Returns the first day of the rates of a departure: equal for days with the same rates. */
export function periodOn<T>(table: readonly DatedRates<T>[], day: EpochDay): EpochDay {
  return rowOn(table, day).from;
}

function rowOn<T>(table: readonly DatedRates<T>[], day: EpochDay | undefined): DatedRates<T> {
  let at = table.length - 1;
  if (day !== undefined) while (at > 0 && table[at].from > day) at--;
  return table[at];
}
