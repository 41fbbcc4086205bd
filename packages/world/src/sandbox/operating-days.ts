import { type EpochDay, weekdayOf } from "@wayfare/engine";
import type { Season } from "../facts/nonstop.ts";
import type { ClosedDays } from "./closed-markets.ts";

const everyDay = 0b1111111;

/** Interned bitmaps of operating days: all patterns share a few distinct rows. */
export class OperatingDays {
  readonly rows: Uint8Array[] = [];
  readonly #index = new Map<string, number>();
  readonly #firstDay: EpochDay;
  readonly #days: number;

  constructor(firstDay: EpochDay, days: number) {
    this.#firstDay = firstDay;
    this.#days = days;
  }

  /** Returns the row of a weekly pattern (bit 0 is Monday), in one season or all year, without closed days. */
  rowOf(weekdays: number, season: Season | null, closed: readonly ClosedDays[] = []): number {
    const key = [weekdays, season, ...closed.map(({ firstDay, lastDay }) => `${firstDay}-${lastDay}`)].join(" ");
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const row = new Uint8Array(Math.ceil(this.#days / 8));
    for (let at = 0; at < this.#days; at++) {
      const day = this.#firstDay + at;
      const isClosed = closed.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
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
