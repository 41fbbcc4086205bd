import { type EpochDay, formatEpochDay, minutesPerDay } from "./calendar.ts";
import { indexAt, type TimeZones } from "./time-zones.ts";

/**
 * UTC offsets by zone and UTC day, so that a lookup is a read of two arrays.
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

/**
 * Builds the table of zones, in their order. Called once per timetable.
 *
 * @throws RangeError if a zone is unknown, or the days are not in the period that `timeZones` covers
 */
export function buildUtcOffsets(
  zones: readonly string[],
  { timeZones, firstDay, days }: { timeZones: TimeZones; firstDay: EpochDay; days: number },
): UtcOffsets {
  const [firstMinute, endMinute] = [firstDay * minutesPerDay, (firstDay + days) * minutesPerDay];
  if (firstMinute < timeZones.firstMinute || endMinute > timeZones.endMinute) {
    throw new RangeError(
      `the time zone data ${timeZones.release} does not cover ${formatEpochDay(firstDay)} to ${formatEpochDay(firstDay + days - 1)}`,
    );
  }
  const dayStart = new Int16Array(zones.length * days);
  const shiftMinute = new Int16Array(zones.length * days).fill(noShift);
  for (const [zone, name] of zones.entries()) {
    const clock = timeZones.clocks.get(name);
    if (clock === undefined) throw new RangeError(`the time zone data ${timeZones.release} has no zone ${name}`);
    const row = zone * days;
    let at = indexAt(clock, firstMinute);
    dayStart.fill(clock.offsets[at], row, row + days);
    for (at++; at < clock.starts.length && clock.starts[at] < endMinute; at++) {
      const fromFirst = clock.starts[at] - firstMinute;
      const day = Math.floor(fromFirst / minutesPerDay);
      shiftMinute[row + day] = fromFirst - day * minutesPerDay;
      dayStart.fill(clock.offsets[at], row + Math.ceil(fromFirst / minutesPerDay), row + days);
    }
  }
  return { firstDay, days, dayStart, shiftMinute };
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
