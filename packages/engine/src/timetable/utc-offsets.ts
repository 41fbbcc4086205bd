import { type EpochDay, minutesPerDay } from "./calendar.ts";

/**
 * Offsets from UTC by zone and UTC day, so that no flight ever asks `Intl`.
 *
 * `dayStart[zone * days + d]` is the offset in minutes at 00:00 UTC of day `firstDay + d`; `shiftMinute` at the same
 * place is the UTC minute of that day at which the clocks change to the next day's offset, or `noShift`. A zone that
 * changes twice within one UTC day keeps the last change only; none does.
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

/** Builds the table from the time zone data of the running Node. One call per world. */
export function buildUtcOffsets(zones: readonly string[], firstDay: EpochDay, days: number): UtcOffsets {
  const dayStart = new Int16Array(zones.length * days);
  const shiftMinute = new Int16Array(zones.length * days).fill(noShift);
  for (const [zone, name] of zones.entries()) {
    const offsetAt = offsetReader(name);
    const row = zone * days;
    for (let from = 0; from < days; from += sampleDays) {
      fillSpan(from, Math.min(from + sampleDays, days));
    }

    /** Fills days [from, to): one sample at each end where they agree, halves where they do not. */
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

/** The clocks of a zone on one local day: `before` UTC until they change at a local minute of the day, and `after` from then on. */
export interface DayClocks {
  before: number;
  after: number;
  /** First local minute that is read with `after`: 0 where the clocks do not change on the day, for both are the same then. */
  changeMinute: number;
}

/**
 * How the local times of a day are read.
 *
 * A time that is skipped in spring is read on the clocks from before the change, and one that happens twice in autumn is
 * its first occurrence, as `Temporal` does by default.
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

/** The offset of a zone on every day that has a part between two instants, or null where the clocks change near them. */
export function steadyOffset(
  { dayStart, days, firstDay }: UtcOffsets,
  zone: number,
  from: number,
  until: number,
): number | null {
  const row = zone * days - firstDay;
  const offset = dayStart[row + Math.floor(from / minutesPerDay) - 1];
  return dayStart[row + Math.floor(until / minutesPerDay) + 2] === offset ? offset : null;
}

/** The instant, in epoch minutes, at which the clocks of a zone show a local minute of a local day, read as `clocksOf` says. */
export function instantOfLocal(offsets: UtcOffsets, zone: number, localEpochMinute: number): number {
  const day = Math.floor(localEpochMinute / minutesPerDay);
  const { before, after, changeMinute } = clocksOf(offsets, zone, day);
  return localEpochMinute - (localEpochMinute - day * minutesPerDay < changeMinute ? before : after);
}
