/**
 * How long a process may use permits without confirming that it has them: from one stretch to the end of the next. What nobody
 * has confirmed for a whole stretch was with a process that died.
 */
export const stretchMs = 10_000;

/** What a process says to a bucket's row. */
export interface Asked {
  name: string;
  perSecond: number;
  burst: number;
  /** What the row believed this process to hold after their last exchange, and the stretch that the row stood at then. */
  confirmed: number;
  stretch: number;
  /** Of it, what the process keeps and what it gives back. The rest was used. */
  kept: number;
  returned: number;
  /** When the last of the rest was used. */
  lastUseMs: number;
  wanted: number;
}

/** What the row answers. */
export interface Answered {
  granted: number;
  /** What is left in it, after what was granted. */
  tokens: number;
  /** The row's stretch, by the clock of whichever process is ahead: what is confirmed now is held in it. */
  stretch: number;
}

/** Exchanges all that is asked in one statement; the answers by bucket. */
export type ExchangePermits = (asked: readonly Asked[], nowMs: number) => Promise<Map<string, Answered>>;
