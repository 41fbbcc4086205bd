import { formatInstant, type Key, type Revocation } from "@wayfare/contract";
import { isIdle, type KeyRecord, statusOf } from "./record.ts";

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** Converts a key to its API representation, without the secret. */
export function toWireKey(key: KeyRecord, nowMs: number): Key {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    status: statusOf(key, nowMs),
    hint: key.hint,
    applicationId: key.applicationId,
    ipAllowlist: key.ipAllowlist,
    metadata: key.metadata,
    createdAt: formatInstant(key.createdAtMs),
    expiresAt: instantOrNull(key.expiresAtMs),
    revokedAt: instantOrNull(key.revokedAtMs),
    graceEndsAt: instantOrNull(key.graceEndsAtMs),
    rolledTo: key.rolledTo,
    lastUsedAt: instantOrNull(key.lastUsedAtMs),
    lastUsedAddress: key.lastUsedAddress,
    idle: isIdle(key, nowMs),
  };
}

export function toRevocation(key: KeyRecord, nowMs: number): Revocation {
  return {
    id: key.id,
    status: statusOf(key, nowMs) === "revoked" ? "revoked" : "revoking",
    revokedAt: formatInstant(key.revokedAtMs ?? nowMs),
    graceEndsAt: formatInstant(key.graceEndsAtMs ?? nowMs),
  };
}
