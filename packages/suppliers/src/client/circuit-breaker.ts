/*
 * Circuit breaker of a credential, as pure functions on a state that several processes can share. It opens after consecutive failures. After
 * a while one call is let through as a probe: if it succeeds, the breaker closes; if it fails, the breaker stays open for twice as long.
 */

export interface BreakerOptions {
  /** Consecutive failures that open the breaker. */
  maxFailures: number;
  /** Milliseconds that it stays open the first time. They double with each failed probe. */
  openMs: number;
  maxOpenMs: number;
}

export const defaultBreakerOptions: BreakerOptions = { maxFailures: 5, openMs: 30_000, maxOpenMs: 600_000 };

export interface BreakerState {
  /** Consecutive failures while it is closed. */
  failures: number;
  /** Length of the present opening; 0 while it is closed. */
  openMs: number;
  /** Start and end of the present opening; null while it is closed. After its end a probe may be made. */
  openedAtMs: number | null;
  openUntilMs: number | null;
}

export const closedBreaker: BreakerState = { failures: 0, openMs: 0, openedAtMs: null, openUntilMs: null };

/** Returns the state after a call that the supplier answered. A call that ended before the breaker opened does not close it. */
export function afterAnswer(state: BreakerState, atMs: number): BreakerState {
  return state.openedAtMs !== null && atMs < state.openedAtMs ? state : closedBreaker;
}

/** Returns the state after a failed call. Calls that were pending when the breaker opened change nothing; only a probe does. */
export function afterFailure(
  state: BreakerState,
  { atMs, isProbe }: { atMs: number; isProbe: boolean },
  { maxFailures, openMs, maxOpenMs }: BreakerOptions = defaultBreakerOptions,
): BreakerState {
  if (state.openUntilMs !== null) {
    return isProbe ? openedAt(state.failures, atMs, Math.min(2 * state.openMs, maxOpenMs)) : state;
  }
  const failures = state.failures + 1;
  return failures < maxFailures ? { ...state, failures } : openedAt(failures, atMs, openMs);
}

function openedAt(failures: number, atMs: number, openMs: number): BreakerState {
  return { failures, openMs, openedAtMs: atMs, openUntilMs: atMs + openMs };
}
