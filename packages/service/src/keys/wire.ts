import {
  formatInstant,
  type Key,
  limitedOperations,
  limitPeriodAt,
  type Revocation,
  type UsageLimitState,
  type UsageLimitStates,
} from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { type LimitedUse, readUses } from "../limits/key-usage-store.ts";
import { isIdle, type KeyRecord, statusOf } from "./record.ts";

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** Converts keys to their API representation, without the secret. Reads the counts of their usage limits. */
export async function toWireKeys(db: Queryable, keys: readonly KeyRecord[], nowMs: number): Promise<Key[]> {
  const uses = keys.flatMap(listUses);
  const counts = await readUses(db, uses, nowMs);
  const countOf = new Map(uses.map((use, at) => [use.limit, counts[at] ?? 0]));
  return keys.map((key) => {
    const usageLimits: UsageLimitStates = { searches: null, bookings: null };
    for (const { operation, limit } of listUses(key)) {
      usageLimits[operation] = toLimitState(limit, countOf.get(limit) ?? 0, nowMs);
    }
    return describe(key, usageLimits, nowMs);
  });
}

/** Converts a key to its API representation, without the secret. */
export async function toWireKey(db: Queryable, key: KeyRecord, nowMs: number): Promise<Key> {
  const [described] = await toWireKeys(db, [key], nowMs);
  if (described === undefined) throw new Error("a key has no representation");
  return described;
}

function listUses({ accountId, usageLimits }: KeyRecord): LimitedUse[] {
  return limitedOperations.flatMap((operation) => {
    const limit = usageLimits[operation];
    return limit === undefined ? [] : [{ accountId, operation, limit }];
  });
}

function toLimitState({ max, period }: LimitedUse["limit"], used: number, nowMs: number): UsageLimitState {
  return { max, period, used, resetsAt: formatInstant(limitPeriodAt(period, nowMs).endMs) };
}

function describe(key: KeyRecord, usageLimits: UsageLimitStates, nowMs: number): Key {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    status: statusOf(key, nowMs),
    hint: key.hint,
    applicationId: key.applicationId,
    ipAllowlist: key.ipAllowlist,
    usageLimits,
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
