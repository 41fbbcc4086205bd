/** Source of the current time, so that tests can control it. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Monotonic clock for durations within this process. Its origin has no meaning outside this process. */
export const monotonicClock: Clock = { nowMs: () => performance.now() };

/**
 * Clocks for leases and limits shared by processes. Wall clocks of processes differ, so statements use the clock of the database, and a
 * process measures with its monotonic clock how long a result stays valid.
 */
export interface LeaseTime {
  monotonic: Clock;
  /** Replaces the clock of the database in statements, for virtual time in tests. */
  database?: Clock | undefined;
}

export const realLeaseTime: LeaseTime = { monotonic: monotonicClock };
