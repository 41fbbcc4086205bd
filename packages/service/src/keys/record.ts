import { isScope, type KeyEnvironment, type KeyStatus, type Metadata, type Scope } from "@wayfare/contract";
import type { KeyUsageLimits } from "../http/caller.ts";

export interface KeyRecord {
  id: string;
  accountId: string;
  applicationId: string | null;
  environment: KeyEnvironment;
  name: string;
  scopes: Scope[];
  hint: string;
  ipAllowlist: string[];
  usageLimits: KeyUsageLimits;
  metadata: Metadata;
  createdAtMs: number;
  expiresAtMs: number | null;
  /** In the future for a rolled key, until its overlap ends. */
  revokedAtMs: number | null;
  /** A revoked key still authenticates until then. */
  graceEndsAtMs: number | null;
  rolledTo: string | null;
  lastUsedAtMs: number | null;
  lastUsedAddress: string | null;
}

export interface KeyRow {
  id: string;
  account_id: string;
  application_id: string | null;
  environment: KeyEnvironment;
  name: string;
  scopes: string[];
  hint: string;
  ip_allowlist: string[];
  usage_limits: KeyUsageLimits;
  metadata: Metadata;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  grace_ends_at: Date | null;
  rolled_to: string | null;
  last_used_at: Date | null;
  last_used_address: string | null;
}

export const keyColumns = `id, account_id, application_id, environment, name, scopes, hint, ip_allowlist, usage_limits, metadata, created_at,
  expires_at, revoked_at, grace_ends_at, rolled_to, last_used_at, last_used_address`;

export function toKeyRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    applicationId: row.application_id,
    environment: row.environment,
    name: row.name,
    scopes: row.scopes.filter(isScope),
    hint: row.hint,
    ipAllowlist: row.ip_allowlist,
    usageLimits: row.usage_limits,
    metadata: row.metadata,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revokedAtMs: row.revoked_at?.getTime() ?? null,
    graceEndsAtMs: row.grace_ends_at?.getTime() ?? null,
    rolledTo: row.rolled_to,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    lastUsedAddress: row.last_used_address,
  };
}

type Lifetime = Pick<KeyRecord, "expiresAtMs" | "revokedAtMs" | "graceEndsAtMs">;

/** Returns the status as in authentication: the end of the grace period is checked before the expiry. */
export function statusOf({ expiresAtMs, revokedAtMs, graceEndsAtMs }: Lifetime, nowMs: number): KeyStatus {
  if (graceEndsAtMs !== null && nowMs >= graceEndsAtMs) return "revoked";
  if (expiresAtMs !== null && nowMs >= expiresAtMs) return "expired";
  return revokedAtMs !== null && nowMs >= revokedAtMs ? "revoking" : "active";
}

/** Same rule in SQL; `now` is a parameter such as `$4`. */
export const statusSql = (now: string): string =>
  `CASE WHEN grace_ends_at <= ${now} THEN 'revoked' WHEN expires_at <= ${now} THEN 'expired'
        WHEN revoked_at <= ${now} THEN 'revoking' ELSE 'active' END`;

const idleAfterMs = 90 * 86_400_000;

/** Returns the time since which a key must be unused to count as idle. */
export function idleSinceMs(nowMs: number): number {
  return nowMs - idleAfterMs;
}

export function isIdle(key: KeyRecord, nowMs: number): boolean {
  return statusOf(key, nowMs) === "active" && (key.lastUsedAtMs ?? key.createdAtMs) < idleSinceMs(nowMs);
}
