/**
 * Length of a lease window in milliseconds of database time. Leased tokens are valid until the end of the next window. Tokens that were not
 * confirmed for a whole window belonged to a dead process.
 */
export const leaseWindowMs = 10_000;

/**
 * Report of a process to a bucket's row. Durations are measured with the process's monotonic clock, so that its wall clock does not matter.
 */
export interface TokenReport {
  name: string;
  perSecond: number;
  burst: number;
  /** Tokens that the row counted as leased to this process after their last exchange, and the index of the window at that time. */
  confirmed: number;
  stretch: number;
  /** Of these, the tokens that the process keeps and returns. The rest was used. */
  kept: number;
  returned: number;
  /** Milliseconds since the last use. */
  lastUseAgoMs: number;
  wanted: number;
}

/** Response of a bucket's row. */
export interface TokenGrant {
  granted: number;
  /** Tokens in the row after the grant. */
  tokens: number;
  /** Index of the window by the database's clock, in which tokens confirmed now are leased. */
  stretch: number;
  /** Milliseconds after the response for which the process may use its tokens. */
  usableMs: number;
}

/** Exchanges all reports in one statement. Returns responses by bucket name. */
export type ExchangeTokens = (reports: readonly TokenReport[]) => Promise<Map<string, TokenGrant>>;
