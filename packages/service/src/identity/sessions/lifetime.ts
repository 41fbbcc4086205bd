/** Idle timeout and maximum lifetime of a session. */
export const idleTimeoutMs = 7 * 86_400_000;
const maxLifetimeMs = 30 * 86_400_000;

/** Maximum lifetime of a session of single sign-on, after which the provider decides again about the user and the role. */
const ssoLifetimeMs = 86_400_000;

/** Lifetime of a session in which an operator acts for a customer. */
export const actingLifetimeMs = 3_600_000;

/** Validity of a step-up. */
const stepUpMs = 10 * 60_000;

interface Lifetime {
  createdAtMs: number;
  lastUsedAtMs: number;
  isSso: boolean;
  acting: { endsAtMs: number } | null;
}

/** Returns the maximum lifetime of a session. */
export function maxLifetimeOf({ isSso }: { isSso: boolean }): number {
  return isSso ? ssoLifetimeMs : maxLifetimeMs;
}

export function isSessionExpired({ createdAtMs, lastUsedAtMs, isSso, acting }: Lifetime, nowMs: number): boolean {
  if (acting !== null) return nowMs >= acting.endsAtMs;
  return nowMs >= lastUsedAtMs + idleTimeoutMs || nowMs >= createdAtMs + maxLifetimeOf({ isSso });
}

/** Returns the expiry of a step-up; null if it has expired. */
export function steppedUpUntilMs(steppedUpAtMs: number, nowMs: number): number | null {
  return nowMs < steppedUpAtMs + stepUpMs ? steppedUpAtMs + stepUpMs : null;
}
