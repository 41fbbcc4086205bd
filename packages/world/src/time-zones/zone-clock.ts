import type { ZoneClock } from "@wayfare/engine";
import { listChanges, type OffsetChange } from "./posix-rule.ts";
import { TimeZoneDataError } from "./time-zone-data-error.ts";
import type { TzifFile } from "./tzif.ts";

const secondsPerMinute = 60;
/** The years of which clocks are kept: those of flights on sale, and past ones, because suppliers also send old orders. */
const [firstYear, lastYear] = [2020, 2037];

/** The period of which clocks are kept: from 2020-01-01 to 2037-12-31, UTC, in epoch minutes. */
export const clockPeriod = {
  firstMinute: Date.UTC(firstYear, 0, 1) / 60_000,
  endMinute: Date.UTC(lastYear + 1, 0, 1) / 60_000,
} as const;

/** An offset in minutes east of UTC that applies from an epoch minute. */
export interface ClockChange {
  minute: number;
  offset: number;
}

/** Returns the clock of a zone that has `offset` at the start of the period, and the changes in order of time. */
export function makeClock(offset: number, changes: readonly ClockChange[]): ZoneClock {
  return {
    starts: Int32Array.of(clockPeriod.firstMinute, ...changes.map(({ minute }) => minute)),
    offsets: Int16Array.of(offset, ...changes.map((change) => change.offset)),
  };
}

/**
 * Returns the clock of a TZif file in the period.
 *
 * @throws TimeZoneDataError if an offset or a change in the period is not a whole minute
 */
export function clockOf(file: TzifFile): ZoneClock {
  let offset = file.initial;
  const changes: ClockChange[] = [];
  for (const change of allChanges(file)) {
    const minute = change.at / secondsPerMinute;
    if (minute >= clockPeriod.endMinute) break;
    if (minute > clockPeriod.firstMinute) {
      // A second change at one instant replaces the first.
      if (changes.at(-1)?.minute === minute) changes.pop();
      const before = changes.at(-1)?.offset ?? toMinutes(offset);
      if (toMinutes(change.offset) !== before) {
        changes.push({ minute: toMinutes(change.at), offset: toMinutes(change.offset) });
      }
    } else offset = change.offset;
  }
  return makeClock(toMinutes(offset), changes);
}

/** Changes of the file, then those of its rule. One year of the rule before the period decides the offset at its start. */
function allChanges({ changes, rule }: TzifFile): OffsetChange[] {
  const last = changes.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const later = listChanges(rule, firstYear - 1, lastYear + 1).filter(({ at }) => at > last);
  return [...changes, ...later];
}

function toMinutes(seconds: number): number {
  if (seconds % secondsPerMinute === 0) return seconds / secondsPerMinute;
  throw new TimeZoneDataError(`${seconds} seconds are not whole minutes`);
}
