import {
  DomainError,
  type Fault,
  formatInstant,
  includesScope,
  type KeyEnvironment,
  notFound,
  partitionOf,
  type RowScope,
  type Scope,
} from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { parseAddressRange } from "@wayfare/egress";
import { recordEvent } from "@wayfare/webhooks";
import { lockApplicationOf } from "../applications/rules.ts";
import { findApplication } from "../applications/store.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { type Caller } from "../http/caller.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { announceChange } from "../tenancy/access-changes.ts";
import { type KeyRecord, statusOf } from "./record.ts";
import { findKey, insertKey, type KeyChanges, lockKeysOfApplication, type NewKeyRow, updateKey } from "./store.ts";

/** How long a revoked key goes on answering. */
const graceMs = 60_000;

/** Who changes keys, and how the processes that cache them learn of it. */
export interface KeyParts {
  secrets: ServerSecrets;
  /** Makes this process read a key, or the keys of an account, again. */
  forget: (id: string) => void;
}

/** Refuses to hand on what the caller does not hold. */
export function refuseWiderScopes(held: readonly Scope[], wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !includesScope(held, scope));
  if (missing.length === 0) return;
  const detail = `A key hands on only scopes that it has; this one lacks ${missing.join(", ")}.`;
  throw new DomainError("AUTH_SCOPE_MISSING", { detail });
}

/** @throws DomainError unless an owner in the portal asks: service keys are not bound to allowlists and often run whole systems. */
export function refuseServiceKey({ session }: Pick<Caller, "session">, { environment }: KeyRecord): void {
  if (environment !== "service" || session?.role === "owner") return;
  const detail = "Service keys are changed, rolled and revoked by an owner in the portal, or by the operator.";
  throw new DomainError(session === null ? "AUTH_ENVIRONMENT_MISMATCH" : "ROLE_MISSING", { detail });
}

/**
 * The ranges of a list in their canonical form, each once.
 *
 * @throws DomainError with a fault for each text that is no range.
 */
export function readAllowlist(texts: readonly string[], environment: KeyEnvironment | null): string[] {
  if (environment === "service" && texts.length > 0) {
    throw invalid({
      pointer: "/ipAllowlist",
      code: "NOT_FOR_SERVICE_KEYS",
      detail: "A service key is bound to no allowlist.",
    });
  }
  const faults: Fault[] = [];
  const ranges = texts.flatMap((text, at) => {
    const range = parseAddressRange(text);
    if (range !== undefined) return [range.text];
    const detail = `${JSON.stringify(text)} is no address and no CIDR range such as 203.0.113.0/24 or 2001:db8::/32.`;
    faults.push({ pointer: `/ipAllowlist/${at}`, code: "ADDRESS_RANGE", detail });
    return [];
  });
  if (faults.length > 0) throw invalid(...faults);
  return [...new Set(ranges)];
}

const lastInstantMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant of the future, from the wire. @throws DomainError where it is past, or beyond what RFC 3339 can write. */
export function readExpiry(text: string | null | undefined, nowMs: number): number | null {
  if (text === null || text === undefined) return null;
  const ms = Date.parse(text);
  if (ms > nowMs && ms <= lastInstantMs) return ms;
  const fault =
    ms <= nowMs
      ? { code: "DATE_IN_PAST" as const, detail: "expiresAt lies in the past." }
      : { code: "FORMAT" as const, detail: "expiresAt is no instant that exists before the year 10000." };
  throw invalid({ pointer: "/expiresAt", ...fault });
}

function invalid(...errors: Fault[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors[0]?.detail ?? "", errors });
}

/** Makes a key. What `key` holds has been checked; the application is looked up here. */
export async function createKey(
  unit: Unit,
  { secrets }: Pick<KeyParts, "secrets">,
  key: NewKeyRow,
  actor: Actor,
): Promise<{ record: KeyRecord; rawKey: string }> {
  const owner = { accountId: key.accountId, environment: partitionOf(key.environment) };
  await lockApplicationOf(unit, { ...owner, applicationId: key.applicationId ?? null });
  const made = await insertKey(unit.session, secrets, { ...key, nowMs: unit.nowMs });
  const { name, environment, scopes, applicationId, ipAllowlist, metadata } = made.record;
  const details = { name, environment, scopes, applicationId, ipAllowlist, metadata };
  await audit(unit, "key.created", made.record, actor, details);
  return made;
}

/** A key that can still be changed, held until the transaction ends. */
export async function takeActiveKey(unit: Unit, owner: RowScope, id: string): Promise<KeyRecord> {
  const key = await takeKey(unit, owner, id);
  const status = statusOf(key, unit.nowMs);
  if (status === "active") return key;
  throw new DomainError("STATE_INVALID", { detail: `The key is ${status}; only an active key can be changed.` });
}

/**
 * A key that can be rolled. Its application is held first: a deletion that is under way has revoked the key before it is looked at, and
 * one that comes later finds the new key too.
 */
export async function takeKeyToRoll(unit: Unit, owner: RowScope, id: string): Promise<KeyRecord> {
  const seen = await findKey(unit.session, owner, id);
  if (typeof seen?.applicationId === "string") await findApplication(unit.session, owner, seen.applicationId, "share");
  return takeActiveKey(unit, owner, id);
}

/** A key in any state, held until the transaction ends. */
export async function takeKey(unit: Unit, owner: RowScope, id: string): Promise<KeyRecord> {
  const key = await findKey(unit.session, owner, id, { lock: true });
  if (key === undefined) throw notFound("key", id);
  return key;
}

/** Changes a key that was taken. */
export async function changeKey(
  unit: Unit,
  parts: KeyParts,
  { key, changes, actor }: { key: KeyRecord; changes: KeyChanges; actor: Actor },
): Promise<KeyRecord> {
  const changed = { ...key, ...changes };
  await updateKey(unit.session, changed);
  await audit(unit, "key.changed", key, actor, changes);
  await tellOfChange(unit, parts, key.id);
  return changed;
}

/** Revokes a key: it answers for a minute more. Revoking again changes nothing. */
export async function revokeKey(
  unit: Unit,
  parts: KeyParts,
  { owner, id, actor }: { owner: RowScope; id: string; actor: Actor },
): Promise<KeyRecord> {
  return revokeTakenKey(unit, parts, await takeKey(unit, owner, id), actor);
}

/** Revokes a key that is held already. */
export async function revokeTakenKey(unit: Unit, parts: KeyParts, key: KeyRecord, actor: Actor): Promise<KeyRecord> {
  if (key.revokedAtMs !== null && key.revokedAtMs <= unit.nowMs) return key;
  const revoked = { ...key, revokedAtMs: unit.nowMs, graceEndsAtMs: unit.nowMs + graceMs };
  await audit(unit, "key.revoked", key, actor, { name: key.name });
  await endKey(unit, parts, revoked);
  return revoked;
}

/**
 * Revokes the keys of an application that is held for deletion.
 *
 * @returns their ids.
 * @throws DomainError if the caller must not revoke one of them.
 */
export async function revokeKeysOfApplication(
  unit: Unit,
  parts: KeyParts,
  { owner, applicationId, actor }: { owner: Caller; applicationId: string; actor: Actor },
): Promise<string[]> {
  const keys = await lockKeysOfApplication(unit.session, owner, applicationId, unit.nowMs);
  for (const key of keys) refuseServiceKey(owner, key);
  for (const key of keys) await revokeTakenKey(unit, parts, key, actor);
  return keys.map(({ id }) => id);
}

/** Ends a key without a grace, whoever's it is: somebody else holds it. Answers since when it is dead. */
export async function killKey(unit: Unit, parts: KeyParts, key: KeyRecord, actor: Actor): Promise<KeyRecord> {
  if (key.graceEndsAtMs !== null && key.graceEndsAtMs <= unit.nowMs) return key;
  const revokedAtMs = Math.min(key.revokedAtMs ?? unit.nowMs, unit.nowMs);
  const killed = { ...key, revokedAtMs, graceEndsAtMs: unit.nowMs };
  await audit(unit, "key.leaked", key, actor, { name: key.name });
  await endKey(unit, parts, killed);
  return killed;
}

/** Makes a key with the same settings; the old one is revoked when the overlap is over. */
export async function rollKey(
  unit: Unit,
  parts: KeyParts,
  {
    key,
    bounds,
    overlapMs,
    actor,
  }: { key: KeyRecord; bounds: Pick<KeyRecord, "expiresAtMs" | "ipAllowlist">; overlapMs: number; actor: Actor },
): Promise<{ record: KeyRecord; rawKey: string }> {
  if (key.rolledTo !== null) {
    throw new DomainError("STATE_INVALID", { detail: `The key was rolled already; roll ${key.rolledTo}.` });
  }
  const made = await insertKey(unit.session, parts.secrets, { ...key, ...bounds, nowMs: unit.nowMs });
  const revokedAtMs = unit.nowMs + overlapMs;
  const rolled = { ...key, revokedAtMs, graceEndsAtMs: revokedAtMs + graceMs, rolledTo: made.record.id };
  await audit(unit, "key.rolled", key, actor, {
    rolledTo: made.record.id,
    revokedAt: formatInstant(revokedAtMs),
  });
  await endKey(unit, parts, rolled);
  return made;
}

/** Writes when a key ends, and tells the account's endpoints and the processes that cache it. */
async function endKey(unit: Unit, parts: KeyParts, key: KeyRecord): Promise<void> {
  await updateKey(unit.session, key);
  await tellOfRevocation(unit, key);
  await tellOfChange(unit, parts, key.id);
}

/** Sent to endpoints of the key's own environment and application. */
async function tellOfRevocation({ session, nowMs }: Unit, key: KeyRecord): Promise<void> {
  const { accountId, applicationId, id: keyId, name } = key;
  const environment = partitionOf(key.environment);
  const revokedAt = formatInstant(key.revokedAtMs ?? nowMs);
  const graceEndsAt = formatInstant(key.graceEndsAtMs ?? nowMs);
  const data = { keyId, name, revokedAt, graceEndsAt };
  await recordEvent(session, { accountId, environment, applicationId, type: "key.revoked", data, nowMs });
}

async function tellOfChange({ session, afterCommit }: Unit, { forget }: KeyParts, id: string): Promise<void> {
  await announceChange(session, id);
  afterCommit(() => forget(id));
}

function audit(
  { session, nowMs }: Unit,
  action: "key.created" | "key.changed" | "key.revoked" | "key.leaked" | "key.rolled",
  key: KeyRecord,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  const environment = partitionOf(key.environment);
  const subject = { kind: "key" as const, id: key.id, applicationId: key.applicationId };
  return writeAuditEvent(session, { accountId: key.accountId, environment, action, actor, subject, details, nowMs });
}
