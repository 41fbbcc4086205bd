/**
 * How long a process may use permits without confirming that it has them: from one stretch of the database's time to the end of the next.
 * Permits that were not confirmed for a whole stretch belonged to a process that died.
 */
export const stretchMs = 10_000;

/** A process's report to a bucket's row. Durations are by the process's monotonic clock, so that its wall clock does not matter. */
export interface Asked {
  name: string;
  perSecond: number;
  burst: number;
  /** Permits that the row counted as held by this process after their last exchange, and the row's stretch at that time. */
  confirmed: number;
  stretch: number;
  /** Of these, the permits that the process keeps and those that it returns. The rest was used. */
  kept: number;
  returned: number;
  /** Milliseconds since the last of the rest was used. */
  lastUseAgoMs: number;
  wanted: number;
}

/** The row's answer. */
export interface Answered {
  granted: number;
  /** Tokens left in the row after the grant. */
  tokens: number;
  /** The row's stretch by the database's clock: permits confirmed now are held in it. */
  stretch: number;
  /** Milliseconds, from when the database answered, for which the process may use its permits. */
  usableMs: number;
}

/** Exchanges everything asked in one statement; answers by bucket. */
export type ExchangePermits = (asked: readonly Asked[]) => Promise<Map<string, Answered>>;
