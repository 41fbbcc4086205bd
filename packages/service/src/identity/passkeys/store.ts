import { newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

export interface PasskeyRecord {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  credentialId: Buffer;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
  transports: string[];
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

interface PasskeyRow {
  id: string;
  account_id: string;
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

const columns =
  "id, account_id, user_id, name, credential_id, public_key, counter, transports, created_at, last_used_at";

function toPasskey(row: PasskeyRow): PasskeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  };
}

interface PasskeyOwner {
  accountId: string;
  userId: string;
}

type NewPasskey = PasskeyOwner & Pick<PasskeyRecord, "name" | "credentialId" | "publicKey" | "counter" | "transports">;

/** Inserts a passkey. @throws DatabaseError for `passkeys_credential_id_key` if the credential is already registered. */
export async function insertPasskey(db: Queryable, made: NewPasskey, nowMs: number): Promise<PasskeyRecord> {
  const [row] = await db.query<PasskeyRow>(
    `INSERT INTO passkeys (id, account_id, user_id, name, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
    [
      newId("pky", nowMs),
      made.accountId,
      made.userId,
      made.name,
      made.credentialId,
      made.publicKey,
      made.counter,
      made.transports,
      new Date(nowMs),
    ],
  );
  if (row === undefined) throw new Error("INSERT of a passkey returned no row");
  return toPasskey(row);
}

/** Lists passkeys of a user, newest first. */
export async function listPasskeys(db: Queryable, { accountId, userId }: PasskeyOwner): Promise<PasskeyRecord[]> {
  const rows = await db.query<PasskeyRow>(
    `SELECT ${columns} FROM passkeys WHERE account_id = $1 AND user_id = $2 ORDER BY id DESC LIMIT 100`,
    [accountId, userId],
  );
  return rows.map(toPasskey);
}

/** Finds the passkey of a credential in any account. The credential identifies the user who signs in. */
export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<PasskeyRecord | undefined> {
  const [row] = await db.query<PasskeyRow>(`SELECT ${columns} FROM passkeys WHERE credential_id = $1`, [credentialId]);
  return row && toPasskey(row);
}

/**
 * Records a use. Returns false if the counter did not increase, which indicates a cloned authenticator. Authenticators without a counter
 * always send 0.
 */
export async function recordPasskeyUse(
  db: Queryable,
  { id, accountId }: PasskeyRecord,
  counter: number,
  nowMs: number,
): Promise<boolean> {
  const updated = await db.execute(
    `UPDATE passkeys SET counter = $3, last_used_at = $4
     WHERE id = $1 AND account_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0))`,
    [id, accountId, counter, new Date(nowMs)],
  );
  return updated > 0;
}

/** Deletes a passkey of a user. @returns false if the user has no passkey with this id. */
export async function deletePasskey(db: Queryable, { accountId, userId }: PasskeyOwner, id: string): Promise<boolean> {
  const deleted = await db.execute("DELETE FROM passkeys WHERE id = $1 AND account_id = $2 AND user_id = $3", [
    id,
    accountId,
    userId,
  ]);
  return deleted > 0;
}

/** Deletes all passkeys of a user. */
export async function deletePasskeysOf(db: Queryable, { accountId, userId }: PasskeyOwner): Promise<void> {
  await db.execute("DELETE FROM passkeys WHERE account_id = $1 AND user_id = $2", [accountId, userId]);
}
