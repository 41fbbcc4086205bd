import type { Period } from "@wayfare/contract";

/** Reads the period of an account's paid subscription from its row; null without one. */
export function readPaidPeriod(row: { period_start: Date | null; period_end: Date | null }): Period | null {
  const { period_start: start, period_end: end } = row;
  return start === null || end === null ? null : { startMs: start.getTime(), endMs: end.getTime() };
}
