/** Period in which searches count toward the quota of a plan. */
export interface Period {
  startMs: number;
  /** End of the period, exclusive. */
  endMs: number;
}

/** Returns the UTC calendar month of a time. */
export function utcMonthOf(nowMs: number): Period {
  const at = new Date(nowMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
}

/**
 * Returns the period in which a search counts: the paid period, or the UTC calendar month. A paid period that has just ended is followed by
 * one of about a month (31 days), until billing renews the subscription.
 */
export function usagePeriodAt(paid: Period | null, nowMs: number): Period {
  if (paid === null || nowMs < paid.startMs) return utcMonthOf(nowMs);
  if (nowMs < paid.endMs) return paid;
  return { startMs: paid.endMs, endMs: Math.max(nowMs + 1, paid.endMs + 31 * 86_400_000) };
}
