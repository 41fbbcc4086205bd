/** A time as it stands on the airport's clock. */
export interface LocalTime {
  instantMs: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`. */
  clock: string;
  offsetMinutes: number;
}

const shape = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Reads a time with its offset, such as `2027-01-20T18:30:00-05:00`.
 *
 * @throws RangeError where the offset is missing: without it nobody knows whose clock it is
 */
export function readLocalTime(text: string): LocalTime {
  const match = shape.exec(text);
  if (match === null) throw new RangeError(`${text} is not a time with an offset`);
  const [, date = "", clock = "", sign, hours = "0", minutes = "0"] = match;
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return { instantMs: Date.parse(text), date, clock, offsetMinutes };
}

/** How many dates later the second is than the first, each by its own calendar. */
export function countDaysBetween(first: LocalTime, second: LocalTime): number {
  return Math.round((Date.parse(second.date) - Date.parse(first.date)) / 86_400_000);
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** `Wed, 20 Jan`. */
export function formatDate(date: string): string {
  return weekday.format(Date.parse(date));
}
