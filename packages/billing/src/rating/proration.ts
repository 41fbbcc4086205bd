import type { Segment } from "../records/records.ts";
import { shareOf } from "./exact.ts";

const seconds = (ms: number): number => ms / 1000;

/**
 * What of a segment's charge is for the time after an instant, to the second and in whole minor units. What was used is the rest, so
 * the two are the whole charge, whatever was rounded.
 */
export function unusedOf({ chargedMinor, startedAtMs, periodEndMs }: Segment, atMs: number): number {
  return shareOf(chargedMinor, seconds(periodEndMs - atMs), seconds(periodEndMs - startedAtMs));
}

/** What is left of a period, as a share. */
export interface Share {
  part: number;
  whole: number;
}

export const wholePeriod: Share = { part: 1, whole: 1 };

export function shareLeft({ periodStartMs, periodEndMs }: Segment, atMs: number): Share {
  return { part: seconds(periodEndMs - atMs), whole: seconds(periodEndMs - periodStartMs) };
}
