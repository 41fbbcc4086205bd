import { type AccountStatus, DomainError } from "@wayfare/contract";

/** State of an account, from which its status at a time follows. */
export interface AccountState {
  /** Null if the account is not suspended. */
  suspendedAtMs: number | null;
  /** End of the grace period of a closure; null if the account is not being closed. */
  closesAtMs: number | null;
}

interface StateRow {
  suspended_at: Date | null;
  closes_at: Date | null;
}

export function readAccountState(row: StateRow): AccountState {
  return { suspendedAtMs: row.suspended_at?.getTime() ?? null, closesAtMs: row.closes_at?.getTime() ?? null };
}

/**
 * Returns the status of an account.
 *
 * @param nowMs real time, never that of a test clock.
 */
export function accountStatusOf({ suspendedAtMs, closesAtMs }: AccountState, nowMs: number): AccountStatus {
  if (closesAtMs !== null) return closesAtMs <= nowMs ? "closed" : "closing";
  return suspendedAtMs === null ? "active" : "suspended";
}

/** True if keys and sessions of the account are accepted. */
export function isAccountOpen({ suspendedAtMs, closesAtMs }: AccountState, nowMs: number): boolean {
  return suspendedAtMs === null && (closesAtMs === null || closesAtMs > nowMs);
}

/** @throws DomainError ACCOUNT_SUSPENDED if keys and sessions of the account are refused. */
export function assertAccountOpen(state: AccountState, nowMs: number): void {
  if (isAccountOpen(state, nowMs)) return;
  const isClosed = accountStatusOf(state, nowMs) === "closed";
  throw new DomainError("ACCOUNT_SUSPENDED", { detail: `The account is ${isClosed ? "closed" : "suspended"}.` });
}
