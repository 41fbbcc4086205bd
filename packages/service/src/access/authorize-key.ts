import { DomainError, includesScope, type KeyEnvironment, partitionOf, type Scope } from "@wayfare/contract";
import { type AddressRange, isInsideRanges } from "@wayfare/egress";
import { type Caller, type KnownKey } from "../http/caller.ts";
import { assertAccountOpen } from "../tenancy/account-state.ts";

/** Request attributes that are checked before the body is read. */
export interface KeyAttempt {
  /** Every Authorization header. */
  authorization: readonly string[];
  address: string;
  /** Scopes that the route accepts. */
  scopes: readonly Scope[];
  environments: readonly KeyEnvironment[] | undefined;
  environmentHint?: string | undefined;
  /** True when keys that belong to an application may not call the route. */
  rejectsApplications: boolean;
}

export interface AuthorizeKeyDeps {
  /** Finds the record of a raw key, synchronously if it is cached. Malformed keys are not looked up. */
  findKey(rawKey: string): KnownKey | undefined | Promise<KnownKey | undefined>;
  /** The deployment's allowlist. */
  ranges: readonly AddressRange[];
  nowMs(): number;
}

/**
 * Authenticates and authorizes a key. The order of the checks is part of the API: header format, checksum, known, revoked or expired,
 * account suspended, allowlist, environment, scope, application; then rate limit, body, quota and handler. Synchronous for a cached key.
 *
 * @throws DomainError of the first check that fails; later checks do not run.
 */
export function authorizeKey(deps: AuthorizeKeyDeps, attempt: KeyAttempt): Caller | Promise<Caller> {
  const key = deps.findKey(readBearer(attempt.authorization));
  return key instanceof Promise ? key.then((found) => checkKey(deps, attempt, found)) : checkKey(deps, attempt, key);
}

function checkKey(deps: AuthorizeKeyDeps, attempt: KeyAttempt, key: KnownKey | undefined): Caller {
  if (key === undefined) throw invalid();
  assertNotEnded(key, deps.nowMs() + key.clockOffsetMs);
  assertAccountOpen(key.account, deps.nowMs());
  assertAddressAllowed(deps.ranges, key, attempt.address);
  assertEnvironment(key.environment, attempt);
  assertScope(key.scopes, attempt.scopes);
  if (key.applicationId !== null && attempt.rejectsApplications) throw new DomainError("AUTH_APPLICATION_BOUND");
  return {
    id: key.id,
    session: null,
    keyEnvironment: key.environment,
    accountId: key.accountId,
    applicationId: key.applicationId,
    environment: partitionOf(key.environment),
    scopes: key.scopes,
    bounds: { expiresAtMs: key.expiresAtMs, ranges: key.ranges, usageLimits: key.usageLimits },
    plan: key.plan,
    paidPeriod: key.paidPeriod,
    address: attempt.address,
    clockOffsetMs: key.clockOffsetMs,
  };
}

/** Reads the bearer token. Repeated headers are rejected, because a proxy may have evaluated the other one. */
function readBearer(headers: readonly string[]): string {
  const [header = ""] = headers;
  if (header === "" && headers.length < 2) throw new DomainError("AUTH_MISSING");
  if (headers.length > 1)
    throw new DomainError("AUTH_INVALID", { detail: "Multiple Authorization headers. Send exactly one." });
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) throw invalid();
  return token;
}

/** Malformed and unknown keys get the same error, so that responses do not reveal which keys exist. */
function invalid(): DomainError {
  return new DomainError("AUTH_INVALID");
}

function assertNotEnded(key: KnownKey, nowMs: number): void {
  if (key.graceEndsAtMs !== null && nowMs >= key.graceEndsAtMs) throw new DomainError("AUTH_KEY_REVOKED");
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) throw new DomainError("AUTH_KEY_EXPIRED");
}

/** Each non-empty allowlist must contain the address. Allowlists do not apply to service keys. */
function assertAddressAllowed(deployment: readonly AddressRange[], key: KnownKey, address: string): void {
  if (key.environment === "service") return;
  assertInsideRanges(deployment, address, "this deployment's allowlist");
  assertInsideRanges(key.accountRanges, address, "this account's allowlist");
  assertInsideRanges(key.ranges, address, "this key's allowlist");
}

function assertInsideRanges(ranges: readonly AddressRange[], address: string, list: string): void {
  if (ranges.length === 0 || isInsideRanges(ranges, address)) return;
  throw new DomainError("AUTH_IP_BLOCKED", { detail: `IP address ${address} is not in ${list}.` });
}

/** @throws DomainError if the route does not accept this kind of key or this environment of a session. */
export function assertEnvironment(
  given: KeyEnvironment,
  { environments, environmentHint = "" }: Pick<KeyAttempt, "environments" | "environmentHint">,
): void {
  if (environments === undefined || environments.includes(given)) return;
  const detail = `Not available to ${given} keys. Use a ${environments.join(" or ")} key. ${environmentHint}`.trimEnd();
  throw new DomainError("AUTH_ENVIRONMENT_MISMATCH", { detail });
}

/** @throws DomainError if the caller has none of the required scopes. */
export function assertScope(held: readonly Scope[], needed: readonly Scope[]): void {
  if (needed.length === 0 || needed.some((scope) => includesScope(held, scope))) return;
  throw new DomainError("AUTH_SCOPE_MISSING", {
    detail: `This operation requires the ${needed.map((scope) => `\`${scope}\``).join(" or ")} scope.`,
  });
}
