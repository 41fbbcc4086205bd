const dayMs = 86_400_000;

/** When the account's other endpoints are told that one fails. */
export const warnedAfterMs = dayMs;
const disabledAfterMs = 5 * dayMs;

/** How much of the time until an endpoint is disabled has passed, from 0 to 1. */
export function failureShare(failingMs: number): number {
  return Math.min(1, Math.max(0, failingMs / disabledAfterMs));
}
