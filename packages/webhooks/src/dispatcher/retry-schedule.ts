const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Default delays between the attempts of a delivery, each from the end of the failed attempt: seven attempts in 32 h 36 min. */
export const retryDelaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  24 * hourMs,
];

/** Returns the time of the next attempt, or null if the retry schedule is exhausted. */
export function nextDueMs(delaysMs: readonly number[], failedAttempts: number, failedAtMs: number): number | null {
  const delayMs = delaysMs[failedAttempts - 1];
  return delayMs === undefined ? null : failedAtMs + delayMs;
}
