const dayMs = 86_400_000;

/** Time after which the other endpoints of the account receive `webhook.failing`. */
export const warnedAfterMs = dayMs;
const disabledAfterMs = 5 * dayMs;

/** Returns the elapsed fraction of the time until a failing endpoint is disabled, from 0 to 1. */
export function failureShare(failingMs: number): number {
  return Math.min(1, Math.max(0, failingMs / disabledAfterMs));
}
