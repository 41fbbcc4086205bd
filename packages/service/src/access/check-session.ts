import {
  DomainError,
  type KeyEnvironment,
  type Partition,
  type Role,
  type Scope,
  scopesOfRole,
} from "@wayfare/contract";
import type { Caller } from "../http/caller.ts";
import { isOver, steppedUpUntilMs } from "../identity/sessions/lifetime.ts";
import type { KnownSession } from "../identity/sessions/store.ts";
import { refuseEnvironment, refuseScope } from "./check.ts";

/** What of a request by a session is checked before its body is read. */
export interface SessionAttempt {
  address: string;
  /** As sent in `Wayfare-Environment`; undefined where it was not. */
  environment: string | undefined;
  /** Throws ORIGIN_REFUSED where the request comes from a page that is not ours. */
  refuseForeignOrigin(): void;
  /** What the route takes. */
  scopes: readonly Scope[];
  /** Whose users the route takes; all where it is empty. */
  roles: readonly Role[];
  environments: readonly KeyEnvironment[] | undefined;
  environmentHint?: string | undefined;
  stepUp: boolean;
}

/**
 * The checks of a session, in the order of those of a key: header shape, known, over, where it comes from, environment, scope or role;
 * and last, whether it has been confirmed a short while ago. Allowlists bind keys, not people: who shut every address out can let it
 * in again.
 *
 * @throws DomainError of the first check that fails; what comes after it is not looked at.
 */
export function checkSession(known: KnownSession | undefined, attempt: SessionAttempt, nowMs: number): Caller {
  const environment = readEnvironment(attempt.environment);
  if (known === undefined || isOver(known, nowMs)) throw new DomainError("SIGN_IN_REQUIRED");
  attempt.refuseForeignOrigin();
  const scopes = scopesOfRole(known.role);
  refuseEnvironment(environment, attempt);
  refuseScope(scopes, attempt.scopes);
  refuseRole(known.role, attempt.roles);
  const session = { id: known.id, role: known.role, steppedUpUntilMs: steppedUpUntilMs(known.steppedUpAtMs, nowMs) };
  if (attempt.stepUp && session.steppedUpUntilMs === null) throw new DomainError("STEP_UP_REQUIRED");
  return {
    id: known.userId,
    session,
    keyEnvironment: environment,
    accountId: known.accountId,
    applicationId: null,
    environment,
    scopes,
    bounds: { expiresAtMs: null, ranges: [] },
    plan: known.plan,
    paidPeriod: known.paidPeriod,
    address: attempt.address,
    clockOffsetMs: environment === "test" ? known.testClockOffsetMs : 0,
  };
}

/** Which data a session asks for; test where it does not say. */
function readEnvironment(text = "test"): Partition {
  if (text === "test" || text === "live") return text;
  const detail = "The header Wayfare-Environment is test or live.";
  throw new DomainError("REQUEST_INVALID", { detail, errors: [] });
}

function refuseRole(held: Role, taken: readonly Role[]): void {
  if (taken.length === 0 || taken.includes(held)) return;
  throw new DomainError("ROLE_MISSING", { detail: `This needs the role ${taken.join(" or ")}; yours is ${held}.` });
}
