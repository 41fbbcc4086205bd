import { includesScope, type KeyStatus, type Scope } from "@wayfare/contract";

/** A key as the rules describe it. */
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

/** What is answered: a status, and a code where it is a problem. */
export interface Outcome {
  status: number;
  code?: string;
}

const graceMs = 60_000;
const stateInvalid = { status: 409, code: "STATE_INVALID" };
const scopeMissing = { status: 403, code: "AUTH_SCOPE_MISSING" };
const requestInvalid = { status: 400, code: "REQUEST_INVALID" };

const hasCome = (ms: number | null, nowMs: number): boolean => ms !== null && ms <= nowMs;

/** The end of a grace wins over expiry, and expiry over a grace that goes on. */
export function predictStatus(key: ModelKey, nowMs: number): KeyStatus {
  if (hasCome(key.graceEndsAtMs, nowMs)) return "revoked";
  if (hasCome(key.expiresAtMs, nowMs)) return "expired";
  return hasCome(key.revokedAtMs, nowMs) ? "revoking" : "active";
}

/** What a request with the key is answered, on a route that takes a scope or, where it is null, any key. */
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

interface Wish {
  scopes?: readonly Scope[] | undefined;
  expiresAtMs?: number | null | undefined;
}

const isWider = (held: readonly Scope[], wanted: readonly Scope[]): boolean =>
  wanted.some((scope) => !includesScope(held, scope));

const liesBack = ({ expiresAtMs }: Wish, nowMs: number): boolean =>
  typeof expiresAtMs === "number" && expiresAtMs <= nowMs;

/** What a creation is answered by a caller with these scopes. */
export function predictCreation(
  caller: readonly Scope[],
  wish: Wish,
  { nowMs, inDeletedApplication }: { nowMs: number; inDeletedApplication: boolean },
): Outcome {
  if (isWider(caller, wish.scopes ?? [])) return scopeMissing;
  return liesBack(wish, nowMs) || inDeletedApplication ? requestInvalid : { status: 201 };
}

/** What a change is answered. What the key has already, it may keep. */
export function predictChange(caller: readonly Scope[], key: ModelKey, wish: Wish, nowMs: number): Outcome {
  if (predictStatus(key, nowMs) !== "active") return stateInvalid;
  if (liesBack(wish, nowMs)) return requestInvalid;
  return isWider([...caller, ...key.scopes], wish.scopes ?? []) ? scopeMissing : { status: 200 };
}

export function predictRoll(caller: readonly Scope[], key: ModelKey, nowMs: number): Outcome {
  if (predictStatus(key, nowMs) !== "active") return stateInvalid;
  if (isWider(caller, key.scopes)) return scopeMissing;
  return key.rolledTo === null ? { status: 201 } : stateInvalid;
}

/** Takes the place of a key whose revocation has not come yet; one that has come stays as it is. */
export function revokeInModel(key: ModelKey, nowMs: number): boolean {
  if (hasCome(key.revokedAtMs, nowMs)) return false;
  key.revokedAtMs = nowMs;
  key.graceEndsAtMs = nowMs + graceMs;
  return true;
}

/** Rolls a key: the one that takes its place is the same but for its id, its secret and its birth. */
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
