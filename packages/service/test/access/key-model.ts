import { includesScope, type KeyStatus, type Scope } from "@wayfare/contract";

/** Model of a key. */
export interface ModelKey {
  id: string;
  secret: string;
  name: string;
  scopes: readonly Scope[];
  applicationId: string | null;
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  graceEndsAtMs: number | null;
  rolledTo: string | null;
}

export interface KeyModel {
  keys: ModelKey[];
  applications: { id: string; deleted: boolean }[];
}

/** Expected response: the status, and the code of a problem. */
export interface Outcome {
  status: number;
  code?: string;
}

const graceMs = 60_000;
const stateInvalid = { status: 409, code: "STATE_INVALID" };
const scopeMissing = { status: 403, code: "AUTH_SCOPE_MISSING" };
const requestInvalid = { status: 400, code: "REQUEST_INVALID" };

const hasCome = (ms: number | null, nowMs: number): boolean => ms !== null && ms <= nowMs;

/** The end of the grace period takes precedence over expiry, and expiry over a running grace period. */
export function predictStatus(key: ModelKey, nowMs: number): KeyStatus {
  if (hasCome(key.graceEndsAtMs, nowMs)) return "revoked";
  if (hasCome(key.expiresAtMs, nowMs)) return "expired";
  return hasCome(key.revokedAtMs, nowMs) ? "revoking" : "active";
}

/** Expected response of a route that requires a scope, or any key if null. */
export function predictUse(
  key: ModelKey,
  { scope, isOfAccount }: { scope: Scope | null; isOfAccount: boolean },
  nowMs: number,
): Outcome {
  if (hasCome(key.graceEndsAtMs, nowMs)) return { status: 401, code: "AUTH_KEY_REVOKED" };
  if (hasCome(key.expiresAtMs, nowMs)) return { status: 401, code: "AUTH_KEY_EXPIRED" };
  if (scope !== null && !includesScope(key.scopes, scope)) return scopeMissing;
  if (key.applicationId !== null && isOfAccount) return { status: 403, code: "AUTH_APPLICATION_BOUND" };
  return { status: 200 };
}

interface KeyRequest {
  scopes?: readonly Scope[] | undefined;
  expiresAtMs?: number | null | undefined;
}

const isWider = (held: readonly Scope[], wanted: readonly Scope[]): boolean =>
  wanted.some((scope) => !includesScope(held, scope));

const isInPast = ({ expiresAtMs }: KeyRequest, nowMs: number): boolean =>
  typeof expiresAtMs === "number" && expiresAtMs <= nowMs;

/** Expected response to the creation of a key by a caller with these scopes. */
export function predictCreation(
  caller: readonly Scope[],
  requested: KeyRequest,
  { nowMs, inDeletedApplication }: { nowMs: number; inDeletedApplication: boolean },
): Outcome {
  if (isWider(caller, requested.scopes ?? [])) return scopeMissing;
  return isInPast(requested, nowMs) || inDeletedApplication ? requestInvalid : { status: 201 };
}

/** Expected response to a change. A key may keep the scopes that it has. */
export function predictChange(caller: readonly Scope[], key: ModelKey, requested: KeyRequest, nowMs: number): Outcome {
  if (predictStatus(key, nowMs) !== "active") return stateInvalid;
  if (isInPast(requested, nowMs)) return requestInvalid;
  return isWider([...caller, ...key.scopes], requested.scopes ?? []) ? scopeMissing : { status: 200 };
}

export function predictRoll(caller: readonly Scope[], key: ModelKey, nowMs: number): Outcome {
  if (predictStatus(key, nowMs) !== "active") return stateInvalid;
  if (isWider(caller, key.scopes)) return scopeMissing;
  return key.rolledTo === null ? { status: 201 } : stateInvalid;
}

/** Sets the revocation of a key unless it is already revoked. */
export function revokeInModel(key: ModelKey, nowMs: number): boolean {
  if (hasCome(key.revokedAtMs, nowMs)) return false;
  key.revokedAtMs = nowMs;
  key.graceEndsAtMs = nowMs + graceMs;
  return true;
}

/** Rolls a key. The new key differs only in id, secret and creation time. */
export function rollInModel(
  model: KeyModel,
  key: ModelKey,
  made: { id: string; secret: string; nowMs: number; overlapMs: number },
): void {
  key.revokedAtMs = made.nowMs + made.overlapMs;
  key.graceEndsAtMs = key.revokedAtMs + graceMs;
  key.rolledTo = made.id;
  const fresh = { revokedAtMs: null, graceEndsAtMs: null, rolledTo: null };
  model.keys.push({ ...key, ...fresh, id: made.id, secret: made.secret, createdAtMs: made.nowMs });
}
