import { DomainError, includesScope, type KeyEnvironment, partitionOf, type Scope } from "@wayfare/contract";
import { type AddressRange, isInsideRanges } from "@wayfare/egress";
import { type Caller, type KnownKey } from "../http/caller.ts";

/** What of a request is checked before its body is read. */
export interface Attempt {
  /** Every Authorization header. */
  authorization: readonly string[];
  address: string;
  /** What the route takes. */
  scopes: readonly Scope[];
  environments: readonly KeyEnvironment[] | undefined;
  environmentHint?: string | undefined;
  /** True when keys that belong to an application may not call the route. */
  refusesApplications: boolean;
}

export interface CheckParts {
  /** The record of a raw key: at once where it is cached. What is no raw key, by its shape or checksum, is not looked for. */
  findKey(rawKey: string): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** The deployment's allowlist. */
  ranges: readonly AddressRange[];
  nowMs(): number;
}

/**
 * The checks in their order, which callers can rely on: header shape, checksum, known, revoked or expired, allowlist,
 * environment, scope, application. The rate, the body, the quota and the handler come after. Answers at once for a cached key.
 *
 * @throws DomainError of the first check that fails; what comes after it is not looked at.
 */
export function checkAccess(parts: CheckParts, attempt: Attempt): Caller | Promise<Caller> {
  const key = parts.findKey(readBearer(attempt.authorization));
  return key instanceof Promise ? key.then((found) => checkKey(parts, attempt, found)) : checkKey(parts, attempt, key);
}

function checkKey(parts: CheckParts, attempt: Attempt, key: KnownKey | undefined): Caller {
  if (key === undefined) throw invalid();
  refuseDead(key, parts.nowMs() + key.clockOffsetMs);
  refuseAddress(parts.ranges, key, attempt.address);
  refuseEnvironment(key.environment, attempt);
  refuseScope(key.scopes, attempt.scopes);
  if (key.applicationId !== null && attempt.refusesApplications) throw new DomainError("AUTH_APPLICATION_BOUND");
  return {
    id: key.id,
    session: null,
    keyEnvironment: key.environment,
    accountId: key.accountId,
    applicationId: key.applicationId,
    environment: partitionOf(key.environment),
    scopes: key.scopes,
    bounds: { expiresAtMs: key.expiresAtMs, ranges: key.ranges },
    plan: key.plan,
    paidPeriod: key.paidPeriod,
    address: attempt.address,
    clockOffsetMs: key.clockOffsetMs,
  };
}

/** Two headers are refused: a proxy in front of us may have looked at the other one. */
function readBearer(headers: readonly string[]): string {
  const [header = ""] = headers;
  if (header === "" && headers.length < 2) throw new DomainError("AUTH_MISSING");
  if (headers.length > 1) throw new DomainError("AUTH_INVALID", { detail: "Send one Authorization header." });
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) throw invalid();
  return token;
}

/** Malformed and unknown answer alike, so that nobody learns which keys there are. */
function invalid(): DomainError {
  return new DomainError("AUTH_INVALID");
}

function refuseDead(key: KnownKey, nowMs: number): void {
  if (key.graceEndsAtMs !== null && nowMs >= key.graceEndsAtMs) throw new DomainError("AUTH_KEY_REVOKED");
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) throw new DomainError("AUTH_KEY_EXPIRED");
}

/** Every list that is not empty must hold the address; a service key is bound to none. */
function refuseAddress(deployment: readonly AddressRange[], key: KnownKey, address: string): void {
  if (key.environment === "service") return;
  refuseOutside(deployment, address, "this deployment's allowlist");
  refuseOutside(key.accountRanges, address, "this account's allowlist");
  refuseOutside(key.ranges, address, "this key's allowlist");
}

function refuseOutside(ranges: readonly AddressRange[], address: string, list: string): void {
  if (ranges.length === 0 || isInsideRanges(ranges, address)) return;
  throw new DomainError("AUTH_IP_BLOCKED", { detail: `${address} is on no range of ${list}.` });
}

/** @throws DomainError where the route is not for this kind of key, or not for this partition of a session's account. */
export function refuseEnvironment(
  given: KeyEnvironment,
  { environments, environmentHint = "" }: Pick<Attempt, "environments" | "environmentHint">,
): void {
  if (environments === undefined || environments.includes(given)) return;
  const detail = `A ${given} key may not do this; use a ${environments.join(" or ")} key. ${environmentHint}`.trimEnd();
  throw new DomainError("AUTH_ENVIRONMENT_MISMATCH", { detail });
}

/** @throws DomainError where none of the scopes that open the route is held. */
export function refuseScope(held: readonly Scope[], needed: readonly Scope[]): void {
  if (needed.length === 0 || needed.some((scope) => includesScope(held, scope))) return;
  throw new DomainError("AUTH_SCOPE_MISSING", { detail: `This route needs the scope ${needed.join(" or ")}.` });
}
