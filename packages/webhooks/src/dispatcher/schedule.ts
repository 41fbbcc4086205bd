const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays between the seven attempts of a schedule, each counted from the end of the attempt that failed. */
export const retryDelaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  24 * hourMs,
];

/** When a delivery is tried again after so many failed attempts of its schedule; null where it has had them all. */
export function nextDueMs(delaysMs: readonly number[], failedAttempts: number, failedAtMs: number): number | null {
  const delayMs = delaysMs[failedAttempts - 1];
  return delayMs === undefined ? null : failedAtMs + delayMs;
}
