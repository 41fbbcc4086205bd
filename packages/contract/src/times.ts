const dayMs = 86_400_000;

/** Formats a time as RFC 3339 with a UTC offset: `2026-12-01T18:30:00-05:00`. */
export function formatZoned(instant: { epochMinutes: number; offsetMinutes: number }): string {
  const local = new Date((instant.epochMinutes + instant.offsetMinutes) * 60_000).toISOString().slice(0, 19);
  const offset = Math.abs(instant.offsetMinutes);
  const sign = instant.offsetMinutes < 0 ? "-" : "+";
  return `${local}${sign}${twoDigits(Math.floor(offset / 60))}:${twoDigits(offset % 60)}`;
}

/** Formats a time as RFC 3339 in UTC with milliseconds. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Returns true if the text is a valid date in the format YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const epochMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(epochMs) && dateAt(epochMs) === text;
}

/** Returns the date (YYYY-MM-DD) of a time at a UTC offset. */
export function dateAt(epochMs: number, offsetMinutes = 0): string {
  return new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dateAt(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

/** Parses `HH:MM` into minutes after midnight. */
export function minuteOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** Formats minutes after midnight as `HH:MM`. */
export function formatMinuteOfDay(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
