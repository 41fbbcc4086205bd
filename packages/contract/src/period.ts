/** A span of time in which a plan's searches are counted. */
export interface Period {
  startMs: number;
  /** When the next one begins. */
  endMs: number;
}

/** The month, in UTC, that holds an instant. */
export function monthOf(nowMs: number): Period {
  const at = new Date(nowMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
}

/**
 * The period in which searches are counted at an instant: the paid one, or the month in UTC. A paid one that has just ended is followed by one of about
 * a month from its end on, until who closes periods has said how long it is.
 */
export function countingPeriod(paid: Period | null, nowMs: number): Period {
  if (paid === null || nowMs < paid.startMs) return monthOf(nowMs);
  if (nowMs < paid.endMs) return paid;
  return { startMs: paid.endMs, endMs: Math.max(nowMs + 1, paid.endMs + 31 * 86_400_000) };
}
