import type {
  Clock,
  KeyEnvironment,
  LimitedOperation,
  Period,
  Plan,
  Role,
  RowScope,
  Scope,
  UsageLimit,
} from "@wayfare/contract";
import type { AddressRange } from "@wayfare/egress";
import type { FastifyRequest } from "fastify";
import type { AccountState } from "../tenancy/account-state.ts";

/** A usage limit of a key. Keys with the same `countedBy`, the id of a key, share its count. */
export interface SharedUsageLimit extends UsageLimit {
  countedBy: string;
}

/** Usage limits of a key, by operation. */
export type KeyUsageLimits = Readonly<Partial<Record<LimitedOperation, SharedUsageLimit>>>;

/** Limits of the calling key, which keys that it creates or changes cannot exceed. */
export interface KeyBounds {
  /** Null if the key does not expire. */
  expiresAtMs: number | null;
  /** The key's own allowlist; empty for none. */
  ranges: readonly AddressRange[];
  usageLimits: KeyUsageLimits;
}

/** An authenticated and authorized caller. */
export interface Caller extends RowScope {
  /** Id of the key, or of the user of the session. */
  id: string;
  /** Null if the caller is a key. */
  session: CallingSession | null;
  /** For a session, the environment that it selects. */
  keyEnvironment: KeyEnvironment;
  scopes: readonly Scope[];
  /** Unlimited for a session. */
  bounds: KeyBounds;
  /** Plan of the account. */
  plan: Plan;
  /** Current period of the account's live subscription; null if usage is counted by UTC month. */
  paidPeriod: Period | null;
  /** IP address of the request in canonical form. */
  address: string;
  /** Offset of the test clock to the wall clock; zero for live data. */
  clockOffsetMs: number;
}

/** The session of a user who calls from the portal. */
export interface CallingSession {
  id: string;
  role: Role;
  /** Expiry of the step-up; null if a step-up is required. */
  steppedUpUntilMs: number | null;
  /** True for a session of single sign-on, which is valid for its account only. */
  isSso: boolean;
  /** Set if the user is an operator who acts for the customer whose account is that of the caller. */
  acting: Acting | null;
}

/** Acting of an operator for a customer. */
export interface Acting {
  /** Account of the operator. */
  operatorAccountId: string;
  /** True if changes were allowed at the start. */
  changes: boolean;
  /** True if the operator signed in by single sign-on. */
  isSso: boolean;
  endsAtMs: number;
}

/** Data of a key that authentication needs. */
export interface KnownKey {
  id: string;
  accountId: string;
  applicationId: string | null;
  environment: KeyEnvironment;
  scopes: readonly Scope[];
  /** State of the account. */
  account: AccountState;
  /** Plan of the account. */
  plan: Plan;
  /** Current period of the account's live subscription. */
  paidPeriod: Period | null;
  expiresAtMs: number | null;
  graceEndsAtMs: number | null;
  ranges: readonly AddressRange[];
  accountRanges: readonly AddressRange[];
  usageLimits: KeyUsageLimits;
  /** Offset of the test clock to the wall clock; zero for live and service keys. */
  clockOffsetMs: number;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export function getCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("the request has no caller: the route is public");
  return request.caller;
}

/** Returns the caller of a route that accepts sessions only. */
export function getSessionCaller(request: FastifyRequest): Caller & { session: CallingSession } {
  const { session, ...caller } = getCaller(request);
  if (session === null) throw new Error("the caller is not a session");
  return { ...caller, session };
}

/** Returns the current time by the clock of the caller's data. */
export function nowOf(clock: Clock, { clockOffsetMs }: Caller): number {
  return clock.nowMs() + clockOffsetMs;
}

/** Returns the time of the caller's data and real time, for a unit of work. */
export function timesOf(clock: Clock, caller: Caller): { nowMs: number; wallMs: number } {
  return { nowMs: nowOf(clock, caller), wallMs: clock.nowMs() };
}
