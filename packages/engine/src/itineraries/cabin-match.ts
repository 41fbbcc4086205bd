import type { Timetable } from "../timetable/timetable.ts";

/**
 * Segments of a slice that must be in the requested cabin or a higher one: `strict` all; `main` every segment of more than three hours and
 * at least 75 % of the flying time; `any` states no condition.
 */
export type CabinMatch = "main" | "strict" | "any";

const longSegmentMinutes = 180;
const mainShare = 0.75;

/** Flying time of a slice, in minutes. */
export interface CabinMinutes {
  total: number;
  /** In the requested cabin or a higher one. */
  matching: number;
  /** Longest segment in a lower cabin; 0 without one. */
  longestLower: number;
}

export function meetsCabinMatch(match: CabinMatch, { total, matching, longestLower }: CabinMinutes): boolean {
  if (match === "any" || matching === total) return true;
  return match === "main" && longestLower <= longSegmentMinutes && matching >= mainShare * total;
}

/** Condition of a query on the cabins of its flights. */
export interface CabinQuery {
  /** Index into an aircraft's seats. */
  cabin: 0 | 1 | 2 | 3;
  match: CabinMatch;
}

/** A condition prepared for one timetable. */
export interface CabinCondition {
  match: CabinMatch;
  /** By aircraft: 1 if it has the cabin. A flight is never sold in a cabin above the requested one. */
  offers: Uint8Array;
}

/** Prepares the condition of a query; null if every itinerary meets it. */
export function cabinConditionOf({ aircraft }: Timetable, query: CabinQuery | null): CabinCondition | null {
  if (query === null || query.cabin === 0 || query.match === "any") return null;
  return { match: query.match, offers: Uint8Array.from(aircraft, ({ seats }) => (seats[query.cabin] > 0 ? 1 : 0)) };
}

/** Reused, because a search checks tens of thousands of itineraries. */
const minutes: CabinMinutes = { total: 0, matching: 0, longestLower: 0 };

/** True if an itinerary of up to three flights of a pool, −1 for none, meets a condition. */
export function meetsCondition(
  { match, offers }: CabinCondition,
  { timetable, pool }: { timetable: Timetable; pool: { pattern: Int32Array } },
  ...flights: readonly [number, number, number]
): boolean {
  minutes.total = 0;
  minutes.matching = 0;
  minutes.longestLower = 0;
  for (let i = 0; i < 3 && flights[i] >= 0; i++) {
    const pattern = pool.pattern[flights[i]];
    const flown = timetable.blockMinutes[pattern];
    minutes.total += flown;
    if (offers[timetable.aircraftOf[pattern]] === 1) minutes.matching += flown;
    else if (flown > minutes.longestLower) minutes.longestLower = flown;
  }
  return meetsCabinMatch(match, minutes);
}
