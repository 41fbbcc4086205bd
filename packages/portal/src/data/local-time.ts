/** Local time at an airport. */
export interface LocalTime {
  instantMs: number;
  /** Date as `YYYY-MM-DD`. */
  date: string;
  /** Time as `HH:MM`. */
  clock: string;
  offsetMinutes: number;
}

const shape = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses a time with a UTC offset, such as `2027-01-20T18:30:00-05:00`.
 *
 * @throws RangeError if the offset is missing
 */
export function readLocalTime(text: string): LocalTime {
  const match = shape.exec(text);
  if (match === null) throw new RangeError(`time without UTC offset: ${text}`);
  const [, date = "", clock = "", sign, hours = "0", minutes = "0"] = match;
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return { instantMs: Date.parse(text), date, clock, offsetMinutes };
}

/** Returns the number of dates from the first to the second, in their local calendars. */
export function countDaysBetween(first: LocalTime, second: LocalTime): number {
  return Math.round((Date.parse(second.date) - Date.parse(first.date)) / 86_400_000);
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a date as `Wed, 20 Jan`. */
export function formatDate(date: string): string {
  return weekday.format(Date.parse(date));
}
