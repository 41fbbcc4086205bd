import { DomainError, type KeyEnvironment, type Partition, type Role, type Scope } from "@wayfare/contract";
import type { Acting, Caller } from "../http/caller.ts";
import { isSessionExpired, steppedUpUntilMs } from "../identity/sessions/lifetime.ts";
import { scopesOfUser } from "../identity/sessions/session-view.ts";
import type { KnownSession } from "../identity/sessions/store.ts";
import { assertAccountOpen } from "../tenancy/account-state.ts";
import { assertEnvironment, assertScope } from "./authorize-key.ts";

/** Request attributes that are checked before the body of a session request is read. */
export interface SessionAttempt {
  address: string;
  /** Value of the `Wayfare-Environment` header; undefined if absent. */
  environment: string | undefined;
  /** Throws ORIGIN_REFUSED for a cross-origin request. */
  assertSameOrigin(): void;
  /** Scopes that the route accepts. */
  scopes: readonly Scope[];
  /** Roles that the route accepts; empty for all. */
  roles: readonly Role[];
  environments: readonly KeyEnvironment[] | undefined;
  environmentHint?: string | undefined;
  stepUp: boolean;
  /** True for GET and HEAD. */
  isRead: boolean;
  acting: ActingAccess;
  /** Value of the `Wayfare-Account` header; undefined if absent. */
  account: string | undefined;
  /** True if the route accepts sessions whose account is suspended or closed. */
  closedAccounts: boolean;
  /** True if the route concerns the user in all accounts. */
  allAccounts: boolean;
}

/** Access of operators who act for a customer: to no method of a route, to every one, or to changes only if they were allowed. */
export type ActingAccess = "never" | "always" | "by_method";

/**
 * Authorizes a session. Checks run in the same order as for keys: header format, known, expired, origin, account of the page, account suspended, acting, single sign-on, environment, scope or role, and
 * last the step-up. IP allowlists apply to keys only, so that a user who excluded every address can undo it in the portal.
 *
 * @throws DomainError of the first check that fails; later checks do not run.
 */
export function authorizeSession(known: KnownSession | undefined, attempt: SessionAttempt, nowMs: number): Caller {
  const environment = readEnvironment(attempt.environment);
  if (known === undefined || isSessionExpired(known, nowMs)) throw new DomainError("SIGN_IN_REQUIRED");
  attempt.assertSameOrigin();
  assertSameAccount(known, attempt);
  if (!attempt.closedAccounts) assertAccountOpen(known.account, nowMs);
  assertActing(known.acting, attempt);
  if (known.isSso && attempt.allAccounts) throw new DomainError("SSO_SESSION_RESTRICTED");
  const scopes = scopesOfUser(known);
  // Routes for service keys only do not depend on the environment of a session.
  if (attempt.environments?.every((each) => each === "service") !== true) assertEnvironment(environment, attempt);
  assertScope(scopes, attempt.scopes);
  assertRole(known.role, attempt.roles);
  const { id, role, isSso, acting } = known;
  const session = { id, role, isSso, acting, steppedUpUntilMs: steppedUpUntilMs(known.steppedUpAtMs, nowMs) };
  if (attempt.stepUp && session.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
  return {
    id: known.userId,
    session,
    keyEnvironment: environment,
    accountId: known.accountId,
    applicationId: null,
    environment,
    scopes,
    bounds: { expiresAtMs: null, ranges: [], usageLimits: {} },
    plan: known.plan,
    paidPeriod: known.paidPeriod,
    address: attempt.address,
    clockOffsetMs: environment === "test" ? known.testClockOffsetMs : 0,
  };
}

/** Reads the partition that a session request selects; `test` by default. */
function readEnvironment(text = "test"): Partition {
  if (text === "test" || text === "live") return text;
  const detail = "Wayfare-Environment must be `test` or `live`.";
  throw new DomainError("REQUEST_INVALID", { detail, errors: [] });
}

/**
 * Rejects a request of a page that shows another account than that of the session, which was switched in another window: a change must not
 * reach an account that the user does not see.
 */
function assertSameAccount({ accountId }: KnownSession, { account }: SessionAttempt): void {
  if (account === undefined || account === accountId) return;
  throw new DomainError("SESSION_ACCOUNT_CHANGED");
}

/** @throws DomainError if an operator who acts for a customer cannot call the route. */
function assertActing(acting: Acting | null, { isRead, acting: access }: SessionAttempt): void {
  if (acting === null || access === "always") return;
  if (access === "never") {
    throw new DomainError("ACTING_RESTRICTED", { detail: "This operation is for a user of the account." });
  }
  if (isRead || acting.changes) return;
  throw new DomainError("ACTING_RESTRICTED", { detail: "This session is read-only." });
}

function assertRole(held: Role, accepted: readonly Role[]): void {
  if (accepted.length === 0 || accepted.includes(held)) return;
  throw new DomainError("ROLE_MISSING", {
    detail: `This operation requires the ${accepted.join(" or ")} role; your role is ${held}.`,
  });
}
