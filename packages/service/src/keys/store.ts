import { newId } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";
import { hintOf, type KeyEnvironment, makeRawKey } from "./raw-key.ts";
import { isScope, type Scope } from "./scopes.ts";
import type { ServerSecrets } from "./server-secret.ts";

export interface KeyRecord {
  id: string;
  accountId: string;
  environment: KeyEnvironment;
  name: string;
  scopes: Scope[];
  hint: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  /** Until then a revoked key still authenticates. */
  graceEndsAtMs: number | null;
}

export interface NewKey {
  accountId: string;
  environment: KeyEnvironment;
  name: string;
  scopes: readonly Scope[];
  expiresAtMs?: number | null;
}

interface KeyRow {
  id: string;
  account_id: string;
  environment: KeyEnvironment;
  name: string;
  scopes: string[];
  secret_id: string;
  hint: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  grace_ends_at: Date | null;
}

const columns =
  "id, account_id, environment, name, scopes, secret_id, hint, created_at, expires_at, revoked_at, grace_ends_at";

/** Makes a key; the raw key is in the answer and nowhere else. */
export async function createKey(
  session: Session,
  secrets: ServerSecrets,
  key: NewKey & { nowMs: number },
): Promise<{ record: KeyRecord; rawKey: string }> {
  const rawKey = makeRawKey(key.environment);
  const [row] = await session.query<KeyRow>(
    `INSERT INTO api_keys (id, account_id, environment, name, scopes, hash, secret_id, hint, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
    [
      newId("ak", key.nowMs),
      key.accountId,
      key.environment,
      key.name,
      [...key.scopes],
      secrets.first.hashKey(rawKey),
      secrets.first.id,
      hintOf(rawKey),
      new Date(key.nowMs),
      typeof key.expiresAtMs === "number" ? new Date(key.expiresAtMs) : null,
    ],
  );
  if (!row) throw new Error("a key that was inserted did not come back");
  return { record: toRecord(row), rawKey };
}

/** The record of a raw key, whichever server secret it was hashed under. */
export async function findKeyByRawKey(
  database: Database,
  secrets: ServerSecrets,
  rawKey: string,
): Promise<KeyRecord | undefined> {
  const hashes = secrets.all.map((secret) => secret.hashKey(rawKey));
  const [row] = await database.query<KeyRow>(`SELECT ${columns} FROM api_keys WHERE hash = ANY($1) LIMIT 1`, [hashes], {
    name: "find-key-by-hash",
  });
  if (!row) return undefined;
  if (row.secret_id !== secrets.first.id) await rehashKey(database, secrets, { id: row.id, rawKey });
  return toRecord(row);
}

/** An account's keys, newest first. */
export async function listKeys(database: Database, accountId: string, limit = 200): Promise<KeyRecord[]> {
  const rows = await database.query<KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
    [accountId, limit],
  );
  return rows.map(toRecord);
}

/** Moves a key under the first server secret, so that an old one can be retired once its keys have been used. */
async function rehashKey(database: Database, secrets: ServerSecrets, key: { id: string; rawKey: string }) {
  await database.execute("UPDATE api_keys SET hash = $2, secret_id = $3 WHERE id = $1", [
    key.id,
    secrets.first.hashKey(key.rawKey),
    secrets.first.id,
  ]);
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    name: row.name,
    scopes: row.scopes.filter(isScope),
    hint: row.hint,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revokedAtMs: row.revoked_at?.getTime() ?? null,
    graceEndsAtMs: row.grace_ends_at?.getTime() ?? null,
  };
}
