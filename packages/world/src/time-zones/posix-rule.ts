import { TimeZoneDataError } from "./time-zone-data-error.ts";

/** A day of every year and a time of that day. */
interface YearlyMoment {
  /** Midnight of the day in seconds since 1970, as if the local time were UTC. */
  midnightIn(year: number): number;
  /** Seconds after midnight; negative or more than a day if the moment is on another day. */
  seconds: number;
}

/** The rule of a TZ string: one offset, or two that alternate every year. Offsets are seconds east of UTC. */
export interface PosixRule {
  standard: number;
  /** Null if the clocks never change. */
  daylight: { offset: number; from: YearlyMoment; to: YearlyMoment } | null;
}

/** From `at`, in seconds since 1970, the offset applies, in seconds east of UTC. */
export interface OffsetChange {
  at: number;
  offset: number;
}

const secondsPerDay = 86_400;
const msPerDay = 86_400_000;
const designation = "(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)";
const time = "[+-]?\\d{1,3}(?::\\d{2}){0,2}";
const rule = new RegExp(`^${designation}(${time})(?:${designation}(${time})?,([^,]+),([^,]+))?$`);
const moment = new RegExp(`^(?:M(\\d{1,2})\\.(\\d)\\.(\\d)|(J?)(\\d{1,3}))(?:/(${time}))?$`);
const defaultTime = 2 * 3600;
const [maxOffsetHours, maxTimeHours] = [24, 167];

/**
 * Parses the TZ string of a TZif file, such as `EST5EDT,M3.2.0,M11.1.0`, as POSIX defines it with the longer times of RFC 9636, section
 * 3.3.1 (https://www.rfc-editor.org/rfc/rfc9636).
 *
 * @throws TimeZoneDataError if it is none
 */
export function parsePosixRule(text: string): PosixRule {
  const [, standardText, daylightText, from, to] = rule.exec(text) ?? [];
  if (standardText === undefined) throw new TimeZoneDataError(`${JSON.stringify(text)} is not a TZ string`);
  // TZ strings count offsets to the west.
  const standard = -parseSeconds(standardText, maxOffsetHours);
  if (from === undefined || to === undefined) return { standard, daylight: null };
  const offset = daylightText === undefined ? standard + 3600 : -parseSeconds(daylightText, maxOffsetHours);
  return { standard, daylight: { offset, from: parseMoment(from), to: parseMoment(to) } };
}

/** Lists the changes of a rule from `firstYear` to `lastYear`, in order of time. */
export function listChanges({ standard, daylight }: PosixRule, firstYear: number, lastYear: number): OffsetChange[] {
  if (daylight === null) return [];
  const changes: OffsetChange[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    changes.push(
      { at: daylight.to.midnightIn(year) + daylight.to.seconds - daylight.offset, offset: standard },
      { at: daylight.from.midnightIn(year) + daylight.from.seconds - standard, offset: daylight.offset },
    );
  }
  // The sort is stable: if daylight time ends and begins at once, because a zone always has it, it continues.
  return changes.sort((a, b) => a.at - b.at);
}

function parseMoment(text: string): YearlyMoment {
  const [, month, week, weekday, julian, day, at] = moment.exec(text) ?? [];
  const seconds = at === undefined ? defaultTime : parseSeconds(at, maxTimeHours);
  if (day !== undefined) {
    return {
      midnightIn: julian === "J" ? dayWithoutLeap(inRange(day, 1, 365)) : dayOfYear(inRange(day, 0, 365)),
      seconds,
    };
  }
  if (month === undefined) throw new TimeZoneDataError(`${JSON.stringify(text)} is not a day of a TZ string`);
  const found = { month: inRange(month, 1, 12), week: inRange(week, 1, 5), weekday: inRange(weekday, 0, 6) };
  return { midnightIn: (year) => weekdayOfMonth(year, found), seconds };
}

function inRange(text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (value >= least && value <= most) return value;
  throw new TimeZoneDataError(`${text} of a TZ string is not a number from ${least} to ${most}`);
}

/** Parses `h`, `h:mm` or `h:mm:ss` with an optional sign. */
function parseSeconds(text: string, maxHours: number): number {
  const [hours, minutes = "0", seconds = "0"] = text.replace(/^[+-]/, "").split(":");
  const total = inRange(hours, 0, maxHours) * 3600 + inRange(minutes, 0, 59) * 60 + inRange(seconds, 0, 59);
  return text.startsWith("-") ? -total : total;
}

function midnightOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 1000;
}

/** Day 0 is January 1; February 29 counts. */
function dayOfYear(day: number): YearlyMoment["midnightIn"] {
  return (year) => midnightOf(year, 1, 1) + day * secondsPerDay;
}

/** Day 1 is January 1; February 29 is never counted. */
function dayWithoutLeap(day: number): YearlyMoment["midnightIn"] {
  const [month, dayOfMonth] = [
    new Date((day - 1) * msPerDay).getUTCMonth(),
    new Date((day - 1) * msPerDay).getUTCDate(),
  ];
  return (year) => midnightOf(year, month + 1, dayOfMonth);
}

/** Weekday 0 is Sunday; week 5 is the last one of the month. */
function weekdayOfMonth(year: number, found: { month: number; week: number; weekday: number }): number {
  const first = new Date(Date.UTC(year, found.month - 1, 1)).getUTCDay();
  const day = 1 + ((found.weekday - first + 7) % 7) + 7 * (found.week - 1);
  const lastDay = new Date(Date.UTC(year, found.month, 0)).getUTCDate();
  return midnightOf(year, found.month, day > lastDay ? day - 7 : day);
}
