import { newId } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

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

interface Owner {
  accountId: string;
  userId: string;
}

type NewPasskey = Owner & Pick<PasskeyRecord, "name" | "credentialId" | "publicKey" | "counter" | "transports">;

/** Adds a passkey; a `DatabaseError` for `passkeys_credential_id_key` where somebody has it already. */
export async function insertPasskey(session: Session, made: NewPasskey, nowMs: number): Promise<PasskeyRecord> {
  const [row] = await session.query<PasskeyRow>(
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
  if (row === undefined) throw new Error("a passkey that was inserted did not come back");
  return toPasskey(row);
}

/** Passkeys of a user, newest first. */
export async function listPasskeys(session: Session, { accountId, userId }: Owner): Promise<PasskeyRecord[]> {
  const rows = await session.query<PasskeyRow>(
    `SELECT ${columns} FROM passkeys WHERE account_id = $1 AND user_id = $2 ORDER BY id DESC LIMIT 100`,
    [accountId, userId],
  );
  return rows.map(toPasskey);
}

/** The passkey of a credential, whoever's it is: it is what says who signs in. */
export async function findPasskey(session: Session, credentialId: Buffer): Promise<PasskeyRecord | undefined> {
  const [row] = await session.query<PasskeyRow>(`SELECT ${columns} FROM passkeys WHERE credential_id = $1`, [
    credentialId,
  ]);
  return row && toPasskey(row);
}

/**
 * Notes a use. False where the authenticator has counted further meanwhile: the same count twice is a copy of it. One that does not
 * count says 0 for ever.
 */
export async function notePasskeyUse(
  session: Session,
  { id, accountId }: PasskeyRecord,
  counter: number,
  nowMs: number,
): Promise<boolean> {
  const noted = await session.execute(
    `UPDATE passkeys SET counter = $3, last_used_at = $4
     WHERE id = $1 AND account_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0))`,
    [id, accountId, counter, new Date(nowMs)],
  );
  return noted > 0;
}

/** Removes a passkey of a user; false where there is none with this id. */
export async function deletePasskey(session: Session, { accountId, userId }: Owner, id: string): Promise<boolean> {
  const gone = await session.execute("DELETE FROM passkeys WHERE id = $1 AND account_id = $2 AND user_id = $3", [
    id,
    accountId,
    userId,
  ]);
  return gone > 0;
}

/** Removes every passkey of a user. */
export async function deletePasskeysOf(session: Session, { accountId, userId }: Owner): Promise<void> {
  await session.execute("DELETE FROM passkeys WHERE account_id = $1 AND user_id = $2", [accountId, userId]);
}
