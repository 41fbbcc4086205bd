import type { Period } from "@wayfare/contract";

/** The period of an account's paid subscription, as its row holds it: both ends or none. */
export function readPaidPeriod(row: { period_start: Date | null; period_end: Date | null }): Period | null {
  const { period_start: start, period_end: end } = row;
  return start === null || end === null ? null : { startMs: start.getTime(), endMs: end.getTime() };
}
