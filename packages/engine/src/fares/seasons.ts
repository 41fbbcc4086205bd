import { type EpochDay, minutesPerDay, weekdayOf } from "../timetable/calendar.ts";

/** Seasons and days of the week of filings, with their letters in the fare basis and their factors. Modeled. */
export const seasons = [
  { letter: "L", name: "low", factor: 0.93 },
  { letter: "K", name: "shoulder", factor: 1.01 },
  { letter: "H", name: "high", factor: 1.13 },
] as const;

/** Index into `seasons`. */
export type Season = 0 | 1 | 2;

export const dayTypes = [
  { letter: "X", name: "midweek", factor: 0.96, weekdays: [1, 2, 5] },
  { letter: "W", name: "weekend", factor: 1.03, weekdays: [0, 3, 4, 6] },
] as const;

/** Index into `dayTypes`. */
export type DayType = 0 | 1;

/** `[month, day]` of the first day of each season in the northern hemisphere, January = 1; the year starts in the last one. */
const northernYear: readonly (readonly [month: number, day: number, season: Season])[] = [
  [1, 6, 0],
  [3, 20, 1],
  [6, 15, 2],
  [9, 1, 1],
  [11, 1, 0],
  [12, 15, 2],
];

/** The southern hemisphere has summer from mid-December to February, and a low winter. */
const southernYear: typeof northernYear = [
  [2, 1, 1],
  [5, 1, 0],
  [9, 15, 1],
  [12, 10, 2],
];

export type Hemisphere = "north" | "south";

/** Season of a local day of departure. */
export function seasonOf(day: EpochDay, hemisphere: Hemisphere): Season {
  const date = new Date(day * minutesPerDay * 60_000);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  let season: Season = 2;
  for (const [month, first, starts] of hemisphere === "north" ? northernYear : southernYear) {
    if (monthDay >= month * 100 + first) season = starts;
  }
  return season;
}

export function dayTypeOf(day: EpochDay): DayType {
  return (dayTypes[0].weekdays as readonly number[]).includes(weekdayOf(day)) ? 0 : 1;
}

/** Days of the year of a season, inclusive, as `month * 100 + day`; a range may include New Year. */
export function travelRangesOf(season: Season, hemisphere: Hemisphere): { from: number; until: number }[] {
  const year = hemisphere === "north" ? northernYear : southernYear;
  return year.flatMap(([month, first, starts], at) => {
    if (starts !== season) return [];
    const [nextMonth, nextFirst] = year[(at + 1) % year.length];
    return [{ from: month * 100 + first, until: dayBefore(nextMonth, nextFirst) }];
  });
}

/** February ends on the 29th in every year, because no other day lies between the 28th and March. */
function dayBefore(month: number, day: number): number {
  if (day > 1) return month * 100 + day - 1;
  const before = month === 1 ? 12 : month - 1;
  return before * 100 + [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][before - 1];
}
