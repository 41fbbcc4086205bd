import type { Phase } from "../records/records.ts";
import { shareOf } from "./exact.ts";

const seconds = (ms: number): number => ms / 1000;

/**
 * Returns the unused part of a phase's charge after a time, by the second and in whole minor units. The used part is the remainder, so that
 * both always add up to the charge.
 */
export function unusedAmount({ chargedMinor, startedAtMs, periodEndMs }: Phase, atMs: number): number {
  return shareOf(chargedMinor, seconds(periodEndMs - atMs), seconds(periodEndMs - startedAtMs));
}

/** A share of a period. */
export interface Share {
  part: number;
  whole: number;
}

export const wholePeriod: Share = { part: 1, whole: 1 };

export function remainingShare({ periodStartMs, periodEndMs }: Phase, atMs: number): Share {
  return { part: seconds(periodEndMs - atMs), whole: seconds(periodEndMs - periodStartMs) };
}
