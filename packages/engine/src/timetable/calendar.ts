/** Days since 1970-01-01, the only form of a date inside the engine. */
export type EpochDay = number;

export const minutesPerDay = 1440;
const msPerDay = 86_400_000;

/**
 * Reads `YYYY-MM-DD`.
 *
 * @throws RangeError for anything that is no day of the Gregorian calendar, 2026-02-29 among them.
 */
export function parseEpochDay(date: string): EpochDay {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  const day = ms / msPerDay;
  if (Number.isNaN(day) || formatEpochDay(day) !== date) throw new RangeError(`${date} is not a date`);
  return day;
}

/** Writes `YYYY-MM-DD`. */
export function formatEpochDay(day: EpochDay): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10);
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: EpochDay): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** 0 is January, 11 is December. */
export function monthOf(day: EpochDay): number {
  return new Date(day * msPerDay).getUTCMonth();
}
