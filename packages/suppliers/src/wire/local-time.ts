import { LRUCache } from "lru-cache";
import type { ZonedInstant } from "../port/port.ts";

const msPerMinute = 60_000;
const localTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** Offsets change on half hours at the earliest. */
const periodMinutes = 30;
const offsets = new LRUCache<string, number>({ max: 20_000 });
const formats = new Map<string, Intl.DateTimeFormat | null>();

/**
 * Converts a local time, such as `2027-02-10T18:30:00`, with the IANA name of its zone. A `Z` or an offset at its end is ignored: some
 * suppliers write local times as if they were in UTC. Of a time that occurs twice, the first is meant.
 *
 * @returns null if the text is not a time or this runtime does not know the zone.
 */
export function toZoned(text: string, timeZone: string): ZonedInstant | null {
  const localMinutes = parseLocalMinutes(text);
  if (localMinutes === null) return null;
  const first = offsetAt(timeZone, localMinutes - 24 * 60);
  const last = offsetAt(timeZone, localMinutes + 24 * 60);
  if (first === null || last === null) return null;
  for (const offsetMinutes of first === last ? [first] : [first, last]) {
    const epochMinutes = localMinutes - offsetMinutes;
    if (offsetAt(timeZone, epochMinutes) === offsetMinutes) return { epochMinutes, offsetMinutes };
  }
  // The clock was set forward over this local time.
  return { epochMinutes: localMinutes - first, offsetMinutes: first };
}

/** Returns true if this runtime knows the IANA name of a time zone. */
export function isTimeZone(timeZone: string): boolean {
  return formatOf(timeZone) !== null;
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
  return Math.abs(offsetMinutes) <= 24 * 60 ? { epochMinutes, offsetMinutes } : null;
}

/** Returns the local date of an instant, YYYY-MM-DD. */
export function localDateOf({ epochMinutes, offsetMinutes }: ZonedInstant): string {
  return new Date((epochMinutes + offsetMinutes) * msPerMinute).toISOString().slice(0, 10);
}

function offsetAt(timeZone: string, epochMinutes: number): number | null {
  const period = Math.floor(epochMinutes / periodMinutes);
  const key = `${timeZone} ${period}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = formatOf(timeZone);
  if (format === null) return null;
  const name = format.formatToParts(period * periodMinutes * msPerMinute).find(({ type }) => type === "timeZoneName");
  const [, sign, hours = "0", minutes = "0"] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name?.value ?? "") ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  offsets.set(key, offset);
  return offset;
}

/** Creating a format is slow. A response can name any zone, so only those that the runtime knows are kept. */
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
    return format;
  } catch {
    return null;
  }
}
