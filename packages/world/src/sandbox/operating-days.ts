import { type EpochDay, weekdayOf } from "@wayfare/engine";
import type { Season } from "../facts/nonstop.ts";
import type { Period, Validity } from "../facts/validity.ts";
import type { ClosedDays } from "./closed-markets.ts";

const everyDay = 0b1111111;

/** Interned bitmaps of operating days: all patterns share a few distinct rows. */
export class OperatingDays {
  readonly rows: Uint8Array[] = [];
  readonly #index = new Map<string, number>();
  readonly #period: Period;

  constructor(period: Period) {
    this.#period = period;
  }

  /**
   * Returns the row of a weekly pattern (bit 0 is Monday), in one season or all year, on the days of a validity and without closed days.
   */
  rowOf(
    weekdays: number,
    season: Season | null,
    { fromDay, untilDay }: Validity,
    closed: readonly ClosedDays[] = [],
  ): number {
    const { firstDay, days } = this.#period;
    const start = Math.max(0, (fromDay ?? firstDay) - firstDay);
    const end = Math.min(days, untilDay === null ? days : untilDay - firstDay + 1);
    const spans = closed.map((span) => `${span.firstDay}-${span.lastDay}`);
    const key = [weekdays, season, start, end, ...spans].join(" ");
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const row = new Uint8Array(Math.ceil(days / 8));
    for (let at = start; at < end; at++) {
      const day = firstDay + at;
      const isClosed = closed.some((span) => span.firstDay <= day && day <= span.lastDay);
      const isScheduled = ((weekdays >> weekdayOf(day)) & 1) === 1 && (season === null || season === seasonOf(day));
      const flies = isScheduled && !isClosed;
      if (flies) row[at >> 3] = (row[at >> 3] ?? 0) | (1 << (at & 7));
    }
    this.#index.set(key, this.rows.length);
    return this.rows.push(row) - 1;
  }
}

const msPerDay = 86_400_000;

/** IATA seasons: summer from the last Sunday of March to the Saturday before the last Sunday of October. */
function seasonOf(day: EpochDay): Season {
  const year = new Date(day * msPerDay).getUTCFullYear();
  return day >= lastSundayOf(year, 2) && day < lastSundayOf(year, 9) ? "summer" : "winter";
}

function lastSundayOf(year: number, month: number): EpochDay {
  const lastDay = Date.UTC(year, month + 1, 0) / msPerDay;
  return lastDay - ((weekdayOf(lastDay) + 1) % 7);
}

/** Returns `count` days of the week, evenly spread from a first weekday. */
export function weeklyPattern(daysPerWeek: number, start: number): number {
  if (daysPerWeek >= 7) return everyDay;
  let weekdays = 0;
  for (let i = 0; i < daysPerWeek; i++) weekdays |= 1 << ((start + Math.floor((i * 7) / daysPerWeek)) % 7);
  return weekdays;
}
