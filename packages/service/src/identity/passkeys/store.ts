import { newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

export interface PasskeyRecord {
  id: string;
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
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

const columns = "id, user_id, name, credential_id, public_key, counter, transports, created_at, last_used_at";

function toPasskey(row: PasskeyRow): PasskeyRecord {
  return {
    id: row.id,
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

type NewPasskey = Pick<PasskeyRecord, "userId" | "name" | "credentialId" | "publicKey" | "counter" | "transports">;

/** Passkeys of users, which are the same in all accounts of a user. Earlier versions read `account_id`, the account of the first membership. */

/** Inserts a passkey. @throws DatabaseError for `passkeys_credential_id_key` if the credential is already registered. */
export async function insertPasskey(db: Queryable, made: NewPasskey, nowMs: number): Promise<PasskeyRecord> {
  const [row] = await db.query<PasskeyRow>(
    `INSERT INTO passkeys (id, account_id, user_id, name, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, (SELECT account_id FROM users WHERE id = $2), $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [
      newId("pky", nowMs),
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
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRecord[]> {
  const rows = await db.query<PasskeyRow>(
    `SELECT ${columns} FROM passkeys WHERE user_id = $1 ORDER BY id DESC LIMIT 100`,
    [userId],
  );
  return rows.map(toPasskey);
}

/** Finds the passkey of a credential. The credential identifies the user who signs in. */
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
  { id }: PasskeyRecord,
  counter: number,
  nowMs: number,
): Promise<boolean> {
  const updated = await db.execute(
    `UPDATE passkeys SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter, new Date(nowMs)],
  );
  return updated > 0;
}

/** Deletes a passkey of a user. @returns false if the user has no passkey with this id. */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await db.execute("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", [id, userId])) > 0;
}

/** Deletes all passkeys of a user. */
export async function deletePasskeysOf(db: Queryable, userId: string): Promise<void> {
  await db.execute("DELETE FROM passkeys WHERE user_id = $1", [userId]);
}

/** Assigns the passkeys of a user to the account of the first membership. */
export async function movePasskeys(db: Queryable, userId: string, accountId: string): Promise<void> {
  await db.execute("UPDATE passkeys SET account_id = $2 WHERE user_id = $1", [userId, accountId]);
}
