import {
  DomainError,
  type FieldError,
  formatInstant,
  includesScope,
  isOperatorScope,
  type KeyEnvironment,
  notFound,
  operatorScopes,
  partitionOf,
  type RowScope,
  type Scope,
} from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { parseAddressRange } from "@wayfare/egress";
import { recordEvent } from "@wayfare/webhooks";
import { lockApplicationOf } from "../applications/rules.ts";
import { findApplication } from "../applications/store.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { type Caller } from "../http/caller.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { notifyAccessChange } from "../tenancy/access-changes.ts";
import { findOperatorAccount } from "../tenancy/customer-store.ts";
import type { NewKeyBounds } from "./bounds.ts";
import { type KeyRecord, statusOf } from "./record.ts";
import { findKey, insertKey, type KeyChanges, lockKeysOfApplication, type NewKeyRow, updateKey } from "./store.ts";

/** Grace period in which a revoked key still authenticates. */
const graceMs = 60_000;

/** Dependencies of key changes. */
export interface KeyDeps {
  secrets: ServerSecrets;
  /** Invalidates a cached key, or all cached keys of an account, in this process. */
  invalidate: (id: string) => void;
}

/** @throws DomainError if the caller does not have all requested scopes. */
export function assertScopesWithin(held: readonly Scope[], requested: readonly Scope[]): void {
  const missing = requested.filter((scope) => !includesScope(held, scope));
  if (missing.length === 0) return;
  const detail = `The caller cannot grant scopes that it does not have: ${missing.map((scope) => `\`${scope}\``).join(", ")}.`;
  throw new DomainError("AUTH_SCOPE_MISSING", { detail });
}

/** @throws DomainError for a service key, unless the caller is an owner in the portal. Allowlists do not protect service keys. */
export function assertServiceKeyAccess({ session }: Pick<Caller, "session">, { environment }: KeyRecord): void {
  if (environment !== "service" || session?.role === "owner") return;
  const detail = "Only an owner in the portal or the operator can change, roll or revoke service keys.";
  throw new DomainError(session === null ? "AUTH_ENVIRONMENT_MISMATCH" : "ROLE_MISSING", { detail });
}

/**
 * Parses an IP allowlist. Returns distinct ranges in canonical form.
 *
 * @throws DomainError with a fault for each invalid range.
 */
export function readAllowlist(texts: readonly string[], environment: KeyEnvironment | null): string[] {
  if (environment === "service" && texts.length > 0) {
    throw invalid({
      pointer: "/ipAllowlist",
      code: "NOT_FOR_SERVICE_KEYS",
      detail: "Service keys do not support IP allowlists.",
    });
  }
  const faults: FieldError[] = [];
  const ranges = texts.flatMap((text, at) => {
    const range = parseAddressRange(text);
    if (range !== undefined) return [range.text];
    const detail = `${JSON.stringify(text)} is not an IP address or CIDR range such as 203.0.113.0/24 or 2001:db8::/32.`;
    faults.push({ pointer: `/ipAllowlist/${at}`, code: "ADDRESS_RANGE", detail });
    return [];
  });
  if (faults.length > 0) throw invalid(...faults);
  return [...new Set(ranges)];
}

const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses an expiry. @throws DomainError if it is in the past, or after the last timestamp of RFC 3339. */
export function readExpiry(text: string | null | undefined, nowMs: number): number | null {
  if (text === null || text === undefined) return null;
  const ms = Date.parse(text);
  if (ms > nowMs && ms <= lastInstantMs) return ms;
  const fault =
    ms <= nowMs
      ? { code: "DATE_IN_PAST" as const, detail: "`expiresAt` must be in the future." }
      : { code: "FORMAT" as const, detail: "`expiresAt` must be an RFC 3339 timestamp before year 10000." };
  throw invalid({ pointer: "/expiresAt", ...fault });
}

function invalid(...errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors[0]?.detail ?? "", errors });
}

/** @throws DomainError if a key cannot have the scopes of operators, which only service keys of the operators' account have. */
async function assertOperatorScopes(
  { tx }: UnitOfWork,
  {
    accountId,
    environment,
    applicationId,
    scopes,
  }: Pick<NewKeyRow, "accountId" | "environment" | "scopes" | "applicationId">,
): Promise<void> {
  if (!scopes.some(isOperatorScope)) return;
  const isService = environment === "service" && (applicationId ?? null) === null;
  const operators = await findOperatorAccount(tx);
  if (isService && operators === accountId) return;
  const hint = operators === undefined ? " There is none yet: run `wayfare operators add`." : "";
  const detail = `Only service keys of the operators' account can have the scopes ${operatorScopes.map((scope) => `\`${scope}\``).join(" and ")}.${hint}`;
  throw invalid({ pointer: "/scopes", code: "ENUM", detail });
}

/** Creates a key from validated values, and checks and locks its application. */
export async function createKey(
  unit: UnitOfWork,
  { secrets }: Pick<KeyDeps, "secrets">,
  key: NewKeyRow,
  actor: Actor,
): Promise<{ record: KeyRecord; rawKey: string }> {
  await assertOperatorScopes(unit, key);
  const owner = { accountId: key.accountId, environment: partitionOf(key.environment) };
  await lockApplicationOf(unit, { ...owner, applicationId: key.applicationId ?? null });
  const made = await insertKey(unit.tx, secrets, { ...key, nowMs: unit.nowMs });
  const { name, environment, scopes, applicationId, ipAllowlist, usageLimits, metadata } = made.record;
  const details = { name, environment, scopes, applicationId, ipAllowlist, usageLimits, metadata };
  await audit(unit, "key.created", made.record, actor, details);
  return made;
}

/** Locks an active key until the transaction ends. @throws DomainError NOT_FOUND or STATE_INVALID. */
export async function lockActiveKey(unit: UnitOfWork, owner: RowScope, id: string): Promise<KeyRecord> {
  const key = await lockKey(unit, owner, id);
  const status = statusOf(key, unit.nowMs);
  if (status === "active") return key;
  throw new DomainError("STATE_INVALID", {
    detail: `Only active keys can be changed. The status of this key is ${status}.`,
  });
}

/**
 * Locks a key to roll it, after its application. A concurrent deletion of the application has then either revoked the key, or will find
 * the new key too.
 */
export async function lockKeyToRoll(unit: UnitOfWork, owner: RowScope, id: string): Promise<KeyRecord> {
  const seen = await findKey(unit.tx, owner, id);
  if (typeof seen?.applicationId === "string") await findApplication(unit.tx, owner, seen.applicationId, "share");
  return lockActiveKey(unit, owner, id);
}

/** Locks a key of any status until the transaction ends. @throws DomainError NOT_FOUND. */
export async function lockKey(unit: UnitOfWork, owner: RowScope, id: string): Promise<KeyRecord> {
  const key = await findKey(unit.tx, owner, id, { lock: true });
  if (key === undefined) throw notFound("key", id);
  return key;
}

/** Changes a locked key. */
export async function changeKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  { key, changes, actor }: { key: KeyRecord; changes: KeyChanges; actor: Actor },
): Promise<KeyRecord> {
  const changed = { ...key, ...changes };
  if (changes.scopes !== undefined) await assertOperatorScopes(unit, changed);
  await updateKey(unit.tx, changed);
  await audit(unit, "key.changed", key, actor, changes);
  await invalidateKey(unit, deps, key.id);
  return changed;
}

/** Revokes a key with a grace period of a minute. Revoking it again has no effect. */
export async function revokeKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  { owner, id, actor }: { owner: RowScope; id: string; actor: Actor },
): Promise<KeyRecord> {
  return revokeLockedKey(unit, deps, await lockKey(unit, owner, id), actor);
}

/** Revokes a locked key. */
export async function revokeLockedKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  key: KeyRecord,
  actor: Actor,
): Promise<KeyRecord> {
  if (key.revokedAtMs !== null && key.revokedAtMs <= unit.nowMs) return key;
  const revoked = { ...key, revokedAtMs: unit.nowMs, graceEndsAtMs: unit.nowMs + graceMs };
  await audit(unit, "key.revoked", key, actor, { name: key.name });
  await endKey(unit, deps, revoked);
  return revoked;
}

/**
 * Revokes the keys of an application that is locked for deletion.
 *
 * @returns their ids.
 * @throws DomainError if the caller may not revoke one of them.
 */
export async function revokeKeysOfApplication(
  unit: UnitOfWork,
  deps: KeyDeps,
  { owner, applicationId, actor }: { owner: Caller; applicationId: string; actor: Actor },
): Promise<string[]> {
  const keys = await lockKeysOfApplication(unit.tx, owner, applicationId, unit.nowMs);
  for (const key of keys) assertServiceKeyAccess(owner, key);
  for (const key of keys) await revokeLockedKey(unit, deps, key, actor);
  return keys.map(({ id }) => id);
}

/** Revokes a leaked key without a grace period. Returns an already ended key unchanged. */
export async function revokeLeakedKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  key: KeyRecord,
  actor: Actor,
): Promise<KeyRecord> {
  if (key.graceEndsAtMs !== null && key.graceEndsAtMs <= unit.nowMs) return key;
  const revokedAtMs = Math.min(key.revokedAtMs ?? unit.nowMs, unit.nowMs);
  const revoked = { ...key, revokedAtMs, graceEndsAtMs: unit.nowMs };
  await audit(unit, "key.leaked", key, actor, { name: key.name });
  await endKey(unit, deps, revoked);
  return revoked;
}

/** Creates a key with the same settings. The old key is revoked when the overlap ends. */
export async function rollKey(
  unit: UnitOfWork,
  deps: KeyDeps,
  { key, bounds, overlapMs, actor }: { key: KeyRecord; bounds: NewKeyBounds; overlapMs: number; actor: Actor },
): Promise<{ record: KeyRecord; rawKey: string }> {
  if (key.rolledTo !== null) {
    throw new DomainError("STATE_INVALID", {
      detail: `The key has already been rolled. Roll its replacement ${key.rolledTo} instead.`,
    });
  }
  const made = await insertKey(unit.tx, deps.secrets, { ...key, ...bounds, nowMs: unit.nowMs });
  const revokedAtMs = unit.nowMs + overlapMs;
  const rolled = { ...key, revokedAtMs, graceEndsAtMs: revokedAtMs + graceMs, rolledTo: made.record.id };
  await audit(unit, "key.rolled", key, actor, {
    rolledTo: made.record.id,
    revokedAt: formatInstant(revokedAtMs),
  });
  await endKey(unit, deps, rolled);
  return made;
}

/** Writes the end of a key, records the event, and invalidates the key in all caches. */
async function endKey(unit: UnitOfWork, deps: KeyDeps, key: KeyRecord): Promise<void> {
  await updateKey(unit.tx, key);
  await recordRevocation(unit, key);
  await invalidateKey(unit, deps, key.id);
}

/** Records `key.revoked` for endpoints of the key's environment and application. */
async function recordRevocation({ tx, nowMs }: UnitOfWork, key: KeyRecord): Promise<void> {
  const { accountId, applicationId, id: keyId, name } = key;
  const environment = partitionOf(key.environment);
  const revokedAt = formatInstant(key.revokedAtMs ?? nowMs);
  const graceEndsAt = formatInstant(key.graceEndsAtMs ?? nowMs);
  const data = { keyId, name, revokedAt, graceEndsAt };
  await recordEvent(tx, { accountId, environment, applicationId, type: "key.revoked", data, nowMs });
}

async function invalidateKey({ tx, afterCommit }: UnitOfWork, { invalidate }: KeyDeps, id: string): Promise<void> {
  await notifyAccessChange(tx, id);
  afterCommit(() => invalidate(id));
}

function audit(
  { tx, wallMs }: UnitOfWork,
  action: "key.created" | "key.changed" | "key.revoked" | "key.leaked" | "key.rolled",
  key: KeyRecord,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  const environment = partitionOf(key.environment);
  const subject = { kind: "key" as const, id: key.id, applicationId: key.applicationId };
  return writeAuditEvent(tx, { accountId: key.accountId, environment, action, actor, subject, details, nowMs: wallMs });
}
