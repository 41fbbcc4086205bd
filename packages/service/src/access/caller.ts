import type { KeyEnvironment, PlanName, Scope } from "@wayfare/contract";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Period } from "../limits/period.ts";
import type { AddressRange } from "./address-ranges.ts";

/** A partition of data: service keys see live. */
export type Partition = "test" | "live";

/** Who calls, once every check has passed. */
export interface Caller {
  keyId: string;
  keyEnvironment: KeyEnvironment;
  accountId: string;
  /** What the key belongs to, or null. */
  applicationId: string | null;
  environment: Partition;
  scopes: readonly Scope[];
  /** Of the account. */
  plan: PlanName;
  /** The present period of its live subscription; null where months in UTC are counted. */
  paidPeriod: Period | null;
  /** Where the request came from, in its canonical form. */
  address: string;
  /** How far the clock of the caller's data is ahead of the wall's: zero but for test data. */
  clockOffsetMs: number;
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

/** The instant in the clock of a caller's data. */
export function nowOf(clock: Clock, { clockOffsetMs }: Caller): number {
  return clock.nowMs() + clockOffsetMs;
}

export function partitionOf(environment: KeyEnvironment): Partition {
  return environment === "test" ? "test" : "live";
}
