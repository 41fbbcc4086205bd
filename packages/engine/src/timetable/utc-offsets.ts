import { type EpochDay, minutesPerDay } from "./calendar.ts";

/**
 * UTC offsets by zone and UTC day, so that no lookup needs `Intl`.
 *
 * `dayStart[zone * days + d]` is the offset in minutes at 00:00 UTC of day `firstDay + d`; `shiftMinute` at the same index is the UTC
 * minute of that day at which the clocks change to the next day's offset, or `noShift`. A zone that changes twice within one UTC day keeps
 * the last change only; no zone does.
 */
export interface UtcOffsets {
  firstDay: EpochDay;
  days: number;
  dayStart: Int16Array;
  shiftMinute: Int16Array;
}

const noShift = minutesPerDay;
const sampleDays = 7;
const msPerMinute = 60_000;

/** Builds the table from the time zone data of Node. Called once per timetable. */
export function buildUtcOffsets(zones: readonly string[], firstDay: EpochDay, days: number): UtcOffsets {
  const dayStart = new Int16Array(zones.length * days);
  const shiftMinute = new Int16Array(zones.length * days).fill(noShift);
  for (const [zone, name] of zones.entries()) {
    const offsetAt = offsetReader(name);
    const row = zone * days;
    for (let from = 0; from < days; from += sampleDays) {
      fillSpan(from, Math.min(from + sampleDays, days));
    }

    /** Fills days [from, to): one sample at each end if they agree, otherwise recursively by halves. */
    function fillSpan(from: number, to: number): void {
      const first = offsetAt(minuteOf(from));
      const last = offsetAt(minuteOf(to));
      if (first === last) {
        dayStart.fill(first, row + from, row + to);
      } else if (to - from === 1) {
        dayStart[row + from] = first;
        shiftMinute[row + from] = findShift(minuteOf(from), first) - minuteOf(from);
      } else {
        const middle = (from + to) >> 1;
        fillSpan(from, middle);
        fillSpan(middle, to);
      }
    }

    function findShift(dayMinute: number, before: number): number {
      let low = dayMinute;
      let high = dayMinute + minutesPerDay;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      return high;
    }
  }
  return { firstDay, days, dayStart, shiftMinute };

  function minuteOf(day: number): number {
    return (firstDay + day) * minutesPerDay;
  }
}

/** Offset in minutes of one zone at an epoch minute, from `Intl`. */
function offsetReader(zone: string): (epochMinute: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (epochMinute) => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(epochMinute * msPerMinute)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 0, hour = 0, minute = 0 } = parts;
    return Math.round(Date.UTC(year, month - 1, day, hour, minute) / msPerMinute) - epochMinute;
  };
}

/** Offset in minutes of a zone at an epoch minute inside the table. */
export function offsetAtInstant(offsets: UtcOffsets, zone: number, epochMinute: number): number {
  const day = Math.floor(epochMinute / minutesPerDay);
  const at = zone * offsets.days + day - offsets.firstDay;
  const minute = epochMinute - day * minutesPerDay;
  return minute < offsets.shiftMinute[at] ? offsets.dayStart[at] : offsets.dayStart[at + 1];
}

/**
 * Clocks of a zone on one local day: `before` is the UTC offset until they change at a local minute of the day, `after` the offset from
 * then.
 */
export interface DayClocks {
  before: number;
  after: number;
  /** First local minute with the offset `after`: 0 if the clocks do not change on the day, because both are equal then. */
  changeMinute: number;
}

/**
 * Interpretation of the local times of a day.
 *
 * A time that is skipped in spring uses the offset before the change, and one that happens twice in autumn is its first occurrence, as in
 * `Temporal` by default.
 */
export function clocksOf(offsets: UtcOffsets, zone: number, day: EpochDay): DayClocks {
  const { dayStart, shiftMinute } = offsets;
  const at = zone * offsets.days + day - offsets.firstDay;
  const before = dayStart[at - 1];
  const after = dayStart[at + 2];
  if (before === after) return { before, after, changeMinute: 0 };
  let shifted = at - 1;
  while (shiftMinute[shifted] === noShift) shifted++;
  const shiftFromMidnight = (shifted - at) * minutesPerDay + shiftMinute[shifted];
  const changeMinute = shiftFromMidnight + Math.max(before, after);
  if (changeMinute <= 0) return { before: after, after, changeMinute: 0 };
  return changeMinute < minutesPerDay ? { before, after, changeMinute } : { before, after: before, changeMinute: 0 };
}

/** Offset of a zone on every day that overlaps two instants, or null if the clocks change near them. */
export function constantOffset(
  { dayStart, days, firstDay }: UtcOffsets,
  zone: number,
  from: number,
  to: number,
): number | null {
  const row = zone * days - firstDay;
  const offset = dayStart[row + Math.floor(from / minutesPerDay) - 1];
  return dayStart[row + Math.floor(to / minutesPerDay) + 2] === offset ? offset : null;
}

/** Instant, in epoch minutes, of a local minute of a local day in a zone, interpreted like `clocksOf`. */
export function instantOfLocal(offsets: UtcOffsets, zone: number, localEpochMinute: number): number {
  const day = Math.floor(localEpochMinute / minutesPerDay);
  const { before, after, changeMinute } = clocksOf(offsets, zone, day);
  return localEpochMinute - (localEpochMinute - day * minutesPerDay < changeMinute ? before : after);
}
