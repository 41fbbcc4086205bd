import {
  type KeyEnvironment,
  type KeyStatus,
  type Metadata,
  newId,
  type Owner,
  type RowScope,
  type Scope,
} from "@wayfare/contract";
import { json, ofApplication, type Parameter, type Session } from "@wayfare/database";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { hintOf, makeRawKey } from "./raw-key.ts";
import { idleSinceMs, type KeyRecord, type KeyRow, keyColumns, statusSql, toKeyRecord } from "./record.ts";

export interface NewKeyRow {
  accountId: string;
  environment: KeyEnvironment;
  name: string;
  scopes: readonly Scope[];
  applicationId?: string | null;
  ipAllowlist?: readonly string[];
  metadata?: Metadata;
  expiresAtMs?: number | null;
}

/** Kinds of key in a partition. */
function kindsOf({ environment }: Owner): KeyEnvironment[] {
  return environment === "test" ? ["test"] : ["live", "service"];
}

const dateOrNull = (ms: number | null | undefined): Date | null => (typeof ms === "number" ? new Date(ms) : null);

/** Makes a key; the raw key is in the answer and nowhere else. */
export async function insertKey(
  session: Session,
  secrets: ServerSecrets,
  key: NewKeyRow & { nowMs: number },
): Promise<{ record: KeyRecord; rawKey: string }> {
  const rawKey = makeRawKey(key.environment);
  const [row] = await session.query<KeyRow>(
    `INSERT INTO api_keys
       (id, account_id, application_id, environment, name, scopes, hash, secret_id, hint, ip_allowlist, metadata, created_at,
        expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${keyColumns}`,
    [
      newId("ak", key.nowMs),
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
    ],
  );
  if (!row) throw new Error("a key that was inserted did not come back");
  return { record: toKeyRecord(row), rawKey };
}

/** A key of an account and partition; with `lock`, nobody else changes it before the transaction ends. */
export async function findKey(
  session: Session,
  scope: RowScope,
  id: string,
  { lock = false } = {},
): Promise<KeyRecord | undefined> {
  const [row] = await session.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE id = $1 AND account_id = $2 AND environment = ANY($3) AND ${ofApplication("$4")}${lock ? " FOR NO KEY UPDATE" : ""}`,
    [id, scope.accountId, kindsOf(scope), scope.applicationId],
  );
  return row && toKeyRecord(row);
}

export interface KeyFilter {
  status?: KeyStatus | undefined;
  applicationId?: string | undefined;
  idle?: boolean | undefined;
}

/** Keys of an account and partition, newest first, from behind an id on; `limit` at most. */
export async function listKeys(
  session: Session,
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
  ];
  const rows = await session.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE account_id = $1 AND environment = ANY($2) AND ($3::text IS NULL OR id < $3)
       AND ($5::text IS NULL OR ${statusSql("$4")} = $5) AND ($6::text IS NULL OR application_id = $6)
       AND ($8::boolean IS NULL OR ${idle} = $8) AND ${ofApplication("$10")}
     ORDER BY id DESC LIMIT $9`,
    values,
  );
  return rows.map(toKeyRecord);
}

export type KeyChanges = Partial<Pick<KeyRecord, "name" | "scopes" | "ipAllowlist" | "metadata" | "expiresAtMs">>;

/** Writes a key that was found with `lock`. */
export async function updateKey(session: Session, key: KeyRecord): Promise<void> {
  await session.execute(
    `UPDATE api_keys SET name = $3, scopes = $4, ip_allowlist = $5, expires_at = $6, revoked_at = $7, grace_ends_at = $8, rolled_to = $9,
       metadata = $10
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
    ],
  );
}

/** The keys of an application that still authenticate or will be revoked later, held until the transaction ends. */
export async function lockKeysOfApplication(
  session: Session,
  { accountId }: Owner,
  applicationId: string,
  nowMs: number,
): Promise<KeyRecord[]> {
  const rows = await session.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys
     WHERE account_id = $1 AND application_id = $2 AND (revoked_at IS NULL OR revoked_at > $3)
     ORDER BY id LIMIT 10000 FOR NO KEY UPDATE`,
    [accountId, applicationId, new Date(nowMs)],
  );
  return rows.map(toKeyRecord);
}

/** A key by its raw key, whoever's it is, held until the transaction ends. */
export async function lockKeyByRawKey(
  session: Session,
  secrets: ServerSecrets,
  rawKey: string,
): Promise<KeyRecord | undefined> {
  const [row] = await session.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys WHERE hash = ANY($1) ORDER BY id LIMIT 1 FOR NO KEY UPDATE`,
    [secrets.all.map((secret) => secret.hashKey(rawKey))],
  );
  return row && toKeyRecord(row);
}

/** The last use of a key. */
export interface KeyUse {
  atMs: number;
  address: string;
}

/** Writes the last use of keys by their ids. Rows are locked in the order of ids, so that two processes cannot deadlock. */
export async function updateLastUses(session: Session, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const rows = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
  await session.execute(
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
