/** The only source of the present instant, so that tests can hold it still. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Measures durations within this process; never set back. Its origin means nothing outside this process. */
export const monotonicClock: Clock = { nowMs: () => performance.now() };

/**
 * Time for leases and limits that processes share. Wall clocks of processes differ, so the database's clock decides in statements, and
 * a process measures by its monotonic clock how long it may rely on an answer.
 */
export interface LeaseTime {
  monotonic: Clock;
  /** Replaces the database's own clock in statements; for virtual time in tests. */
  database?: Clock | undefined;
}

export const realLeaseTime: LeaseTime = { monotonic: monotonicClock };
