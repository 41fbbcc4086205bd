import type { Clock, KeyEnvironment, Period, PlanName, Role, RowScope, Scope } from "@wayfare/contract";
import type { AddressRange } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";

/** Limits of the calling key that no key it makes or changes can exceed. */
export interface KeyBounds {
  /** Null for none. */
  expiresAtMs: number | null;
  /** The key's own allowlist; empty for none. */
  ranges: readonly AddressRange[];
}

/** Who calls, once every check has passed. */
export interface Caller extends RowScope {
  /** Of the key, or of the user whose session it is. */
  id: string;
  /** Null where a key calls. */
  session: CallingSession | null;
  /** Of a session, the partition that it asks for. */
  keyEnvironment: KeyEnvironment;
  scopes: readonly Scope[];
  /** Those of a session bind nothing. */
  bounds: KeyBounds;
  /** Of the account. */
  plan: PlanName;
  /** The present period of its live subscription; null where months in UTC are counted. */
  paidPeriod: Period | null;
  /** Where the request came from, in its canonical form. */
  address: string;
  /** How far the clock of the caller's data is ahead of the wall's: zero but for test data. */
  clockOffsetMs: number;
}

/** The session of a user who calls from the portal. */
export interface CallingSession {
  id: string;
  role: Role;
  /** Until when what needs a confirmation may be done; null where it has to be confirmed first. */
  steppedUpUntilMs: number | null;
}

/** What is known of a key when a request comes with it. */
export interface KnownKey {
  id: string;
  accountId: string;
  applicationId: string | null;
  environment: KeyEnvironment;
  scopes: readonly Scope[];
  /** Of its account. */
  plan: PlanName;
  /** The present period of its account's live subscription. */
  paidPeriod: Period | null;
  expiresAtMs: number | null;
  graceEndsAtMs: number | null;
  ranges: readonly AddressRange[];
  accountRanges: readonly AddressRange[];
  /** How far the clock of its data is ahead of the wall's: zero but for test keys. */
  clockOffsetMs: number;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export function getCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("a route that is not public has a caller");
  return request.caller;
}

/** The caller of a route that only sessions may call. */
export function getSessionCaller(request: FastifyRequest): Caller & { session: CallingSession } {
  const { session, ...caller } = getCaller(request);
  if (session === null) throw new Error("only a session calls a route of the portal");
  return { ...caller, session };
}

/** The instant in the clock of a caller's data. */
export function nowOf(clock: Clock, { clockOffsetMs }: Caller): number {
  return clock.nowMs() + clockOffsetMs;
}
