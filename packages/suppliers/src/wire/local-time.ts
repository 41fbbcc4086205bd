import { findOffset, minutesPerDay, type TimeZones } from "@wayfare/engine";
import type { ZonedInstant } from "../port/port.ts";

const msPerMinute = 60_000;
const localTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * Converts a local time, such as `2027-02-10T18:30:00`, with the IANA name of its zone. A `Z` or an offset at its end is ignored: some
 * suppliers write local times as if they were in UTC. Of a time that occurs twice, the first is meant.
 *
 * @returns null if the text is not a time, or the time zone data do not have the zone or the time.
 */
export function toZoned(text: string, timeZone: string, timeZones: TimeZones): ZonedInstant | null {
  const localMinutes = parseLocalMinutes(text);
  if (localMinutes === null) return null;
  const first = findOffset(timeZones, timeZone, localMinutes - minutesPerDay);
  const last = findOffset(timeZones, timeZone, localMinutes + minutesPerDay);
  if (first === null || last === null) return null;
  for (const offsetMinutes of first === last ? [first] : [first, last]) {
    const epochMinutes = localMinutes - offsetMinutes;
    if (findOffset(timeZones, timeZone, epochMinutes) === offsetMinutes) return { epochMinutes, offsetMinutes };
  }
  // The clock was set forward over this local time.
  return { epochMinutes: localMinutes - first, offsetMinutes: first };
}

/** Returns the local time of a text as if it were in UTC, in minutes since 1970; null if the text is not a time. */
export function parseLocalMinutes(text: string): number | null {
  const [, minute] = localTime.exec(text) ?? [];
  const ms = minute === undefined ? Number.NaN : Date.parse(`${minute}:00Z`);
  return Number.isNaN(ms) ? null : ms / msPerMinute;
}

/** Converts a local time whose UTC time is known; null if either is not a time or they are more than a day apart. */
export function toZonedByUtc(local: string, utc: string): ZonedInstant | null {
  const localMinutes = parseLocalMinutes(local);
  const epochMinutes = Date.parse(/[zZ]|[+-]\d{2}:\d{2}$/.test(utc) ? utc : `${utc}Z`) / msPerMinute;
  if (localMinutes === null || !Number.isInteger(epochMinutes)) return null;
  const offsetMinutes = localMinutes - epochMinutes;
  return Math.abs(offsetMinutes) <= minutesPerDay ? { epochMinutes, offsetMinutes } : null;
}

/** Returns the local date of an instant, YYYY-MM-DD. */
export function localDateOf({ epochMinutes, offsetMinutes }: ZonedInstant): string {
  return new Date((epochMinutes + offsetMinutes) * msPerMinute).toISOString().slice(0, 10);
}
