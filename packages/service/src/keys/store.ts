import {
  type AccountScope,
  type KeyEnvironment,
  type KeyStatus,
  type Metadata,
  newId,
  type RowScope,
  type Scope,
} from "@wayfare/contract";
import { applicationCondition, containsText, json, type Parameter, type Queryable } from "@wayfare/database";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { hintOf, makeRawKey } from "./raw-key.ts";
import { idleSinceMs, type KeyRecord, type KeyRow, keyColumns, statusSql, toKeyRecord } from "./record.ts";
import { type NewUsageLimits, ownLimits } from "./usage-limits.ts";

export interface NewKeyRow {
  accountId: string;
  environment: KeyEnvironment;
  name: string;
  scopes: readonly Scope[];
  applicationId?: string | null;
  ipAllowlist?: readonly string[];
  usageLimits?: NewUsageLimits;
  metadata?: Metadata;
  expiresAtMs?: number | null;
}

/** Returns the kinds of key in a partition. */
function kindsOf({ environment }: AccountScope): KeyEnvironment[] {
  return environment === "test" ? ["test"] : ["live", "service"];
}

const dateOrNull = (ms: number | null | undefined): Date | null => (typeof ms === "number" ? new Date(ms) : null);

/** Inserts a key. @returns the raw key too, of which only the hash is stored. */
export async function insertKey(
  db: Queryable,
  secrets: ServerSecrets,
  key: NewKeyRow & { nowMs: number },
): Promise<{ record: KeyRecord; rawKey: string }> {
  const rawKey = makeRawKey(key.environment);
  const id = newId("ak", key.nowMs);
  const [row] = await db.query<KeyRow>(
    `INSERT INTO api_keys
       (id, account_id, application_id, environment, name, scopes, hash, secret_id, hint, ip_allowlist, metadata, created_at,
        expires_at, usage_limits)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${keyColumns}`,
    [
      id,
      key.accountId,
      key.applicationId ?? null,
      key.environment,
      key.name,
      [...key.scopes],
      secrets.first.hashKey(rawKey),
      secrets.first.id,
      hintOf(rawKey),
      [...(key.ipAllowlist ?? [])],
      json(key.metadata ?? {}),
      new Date(key.nowMs),
      dateOrNull(key.expiresAtMs),
      json(ownLimits(id, key.usageLimits ?? {})),
    ],
  );
  if (!row) throw new Error("INSERT of a key returned no row");
  return { record: toKeyRecord(row), rawKey };
}

/** Finds a key of an account and partition. With `lock`, locks the row until the transaction ends. */
export async function findKey(
  db: Queryable,
  scope: RowScope,
  id: string,
  { lock = false } = {},
): Promise<KeyRecord | undefined> {
  const [row] = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE id = $1 AND account_id = $2 AND environment = ANY($3) AND ${applicationCondition("$4")}${lock ? " FOR NO KEY UPDATE" : ""}`,
    [id, scope.accountId, kindsOf(scope), scope.applicationId],
  );
  return row && toKeyRecord(row);
}

export interface KeyFilter {
  status?: KeyStatus | undefined;
  applicationId?: string | undefined;
  idle?: boolean | undefined;
  search?: string | undefined;
}

/** Lists keys of an account and partition, newest first, after an id. */
export async function listKeys(
  db: Queryable,
  scope: RowScope,
  { filter, afterId, limit, nowMs }: { filter: KeyFilter; afterId: string | null; limit: number; nowMs: number },
): Promise<KeyRecord[]> {
  const idle = `(${statusSql("$4")} = 'active' AND coalesce(last_used_at, created_at) < $7)`;
  const values: Parameter[] = [
    scope.accountId,
    kindsOf(scope),
    afterId,
    new Date(nowMs),
    filter.status ?? null,
    filter.applicationId ?? null,
    new Date(idleSinceMs(nowMs)),
    filter.idle ?? null,
    limit,
    scope.applicationId,
    filter.search ?? null,
  ];
  const rows = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE account_id = $1 AND environment = ANY($2) AND ($3::text IS NULL OR id < $3)
       AND ($5::text IS NULL OR ${statusSql("$4")} = $5) AND ($6::text IS NULL OR application_id = $6)
       AND ($8::boolean IS NULL OR ${idle} = $8) AND ${applicationCondition("$10")}
       AND ${containsText("$11", ["name", "id", "hint"])}
     ORDER BY id DESC LIMIT $9`,
    values,
  );
  return rows.map(toKeyRecord);
}

export type KeyChanges = Partial<
  Pick<KeyRecord, "name" | "scopes" | "ipAllowlist" | "usageLimits" | "metadata" | "expiresAtMs">
>;

/** Writes a locked key. */
export async function updateKey(db: Queryable, key: KeyRecord): Promise<void> {
  await db.execute(
    `UPDATE api_keys SET name = $3, scopes = $4, ip_allowlist = $5, expires_at = $6, revoked_at = $7, grace_ends_at = $8, rolled_to = $9,
       metadata = $10, usage_limits = $11
     WHERE id = $1 AND account_id = $2`,
    [
      key.id,
      key.accountId,
      key.name,
      key.scopes,
      key.ipAllowlist,
      dateOrNull(key.expiresAtMs),
      dateOrNull(key.revokedAtMs),
      dateOrNull(key.graceEndsAtMs),
      key.rolledTo,
      json(key.metadata),
      json(key.usageLimits),
    ],
  );
}

/** Locks the keys of an application that are not revoked or will be revoked later, until the transaction ends. */
export async function lockKeysOfApplication(
  db: Queryable,
  { accountId }: AccountScope,
  applicationId: string,
  nowMs: number,
): Promise<KeyRecord[]> {
  const rows = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE account_id = $1 AND application_id = $2 AND (revoked_at IS NULL OR revoked_at > $3)
     ORDER BY id LIMIT 10000 FOR NO KEY UPDATE`,
    [accountId, applicationId, new Date(nowMs)],
  );
  return rows.map(toKeyRecord);
}

/** Locks the key of a raw key, in any account, until the transaction ends. */
export async function lockKeyByRawKey(
  db: Queryable,
  secrets: ServerSecrets,
  rawKey: string,
): Promise<KeyRecord | undefined> {
  const [row] = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys WHERE hash = ANY($1) ORDER BY id LIMIT 1 FOR NO KEY UPDATE`,
    [secrets.all.map((secret) => secret.hashKey(rawKey))],
  );
  return row && toKeyRecord(row);
}

/** Last use of a key. */
export interface KeyUse {
  atMs: number;
  address: string;
}

/** Writes the last use of keys by id. Rows are locked in id order to prevent deadlocks. */
export async function updateLastUses(db: Queryable, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const rows = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.execute(
    `UPDATE api_keys SET last_used_at = used.at, last_used_address = used.address
     FROM (SELECT key.id, row.at, row.address
           FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS row (id, at, address)
           JOIN api_keys key ON key.id = row.id
           WHERE key.last_used_at IS NULL OR key.last_used_at < row.at
           ORDER BY key.id FOR NO KEY UPDATE OF key) AS used
     WHERE api_keys.id = used.id`,
    [rows.map(([id]) => id), rows.map(([, { atMs }]) => new Date(atMs)), rows.map(([, { address }]) => address)],
  );
}

/**
 * Moves expiries, revocations and grace periods of an account's test keys back by a duration, so that what is left of them stays the same
 * when the account's test clock is set back.
 */
export async function moveTestKeys(db: Queryable, accountId: string, backMs: number): Promise<void> {
  await db.execute(
    `UPDATE api_keys SET
       expires_at = expires_at - $2 * interval '1 millisecond',
       revoked_at = revoked_at - $2 * interval '1 millisecond',
       grace_ends_at = grace_ends_at - $2 * interval '1 millisecond'
     WHERE account_id = $1 AND environment = 'test'`,
    [accountId, backMs],
  );
}

/** Lists the ids of an account's service keys, also of revoked ones. */
export async function listServiceKeyIds(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    "SELECT id FROM api_keys WHERE account_id = $1 AND environment = 'service' ORDER BY id LIMIT 10000",
    [accountId],
  );
  return rows.map(({ id }) => id);
}
