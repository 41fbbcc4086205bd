/** How long a session lives without being used, and at most. */
export const idleMs = 7 * 86_400_000;
export const longestMs = 30 * 86_400_000;

/** How long a confirmation holds. */
const stepUpMs = 10 * 60_000;

interface Lifetime {
  createdAtMs: number;
  lastUsedAtMs: number;
}

export function isOver({ createdAtMs, lastUsedAtMs }: Lifetime, nowMs: number): boolean {
  return nowMs >= lastUsedAtMs + idleMs || nowMs >= createdAtMs + longestMs;
}

/** Until when a confirmation holds; null where it does not any more. */
export function steppedUpUntilMs(steppedUpAtMs: number, nowMs: number): number | null {
  return nowMs < steppedUpAtMs + stepUpMs ? steppedUpAtMs + stepUpMs : null;
}
