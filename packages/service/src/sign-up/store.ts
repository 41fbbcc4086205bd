import { newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { hashToken, makeToken } from "../identity/credentials/token.ts";

/** Values that a user gave at sign-up. */
export interface SignUpValues {
  name: string;
  accountName: string;
  passwordHash: string;
}

/** A sign-up that waits for the proof of its address. */
export interface PendingSignUpRecord {
  id: string;
  email: string;
  /** Null in an invitation by an operator. */
  values: SignUpValues | null;
}

interface SignUpRow {
  id: string;
  email: string;
  name: string | null;
  account_name: string | null;
  password_hash: string | null;
}

const columns = "id, email, name, account_name, password_hash";

function toPending({ id, email, ...row }: SignUpRow): PendingSignUpRecord {
  const { name, account_name: accountName, password_hash: passwordHash } = row;
  const isInvitation = name === null || accountName === null || passwordHash === null;
  return { id, email, values: isInvitation ? null : { name, accountName, passwordHash } };
}

/** Inserts a sign-up or an invitation. @returns its id, and its token, of which only the hash is stored. */
export async function insertSignUp(
  db: Queryable,
  { email, values, expiresAtMs }: Omit<PendingSignUpRecord, "id"> & { expiresAtMs: number },
  nowMs: number,
): Promise<{ id: string; token: string }> {
  const id = newId("sgn", nowMs);
  const token = makeToken();
  await db.execute(
    `INSERT INTO sign_ups (id, token_hash, email, name, account_name, password_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      hashToken(token),
      email,
      values?.name ?? null,
      values?.accountName ?? null,
      values?.passwordHash ?? null,
      new Date(nowMs),
      new Date(expiresAtMs),
    ],
  );
  return { id, token };
}

/** Finds the sign-up of a token; undefined if the token is unknown, used or expired. */
export async function findSignUp(
  db: Queryable,
  token: string,
  nowMs: number,
): Promise<PendingSignUpRecord | undefined> {
  const [row] = await db.query<SignUpRow>(`SELECT ${columns} FROM sign_ups WHERE token_hash = $1 AND expires_at > $2`, [
    hashToken(token),
    new Date(nowMs),
  ]);
  return row && toPending(row);
}

/**
 * Deletes the sign-up of a token, and all others of its address, whose account is about to be created.
 *
 * @returns undefined if the token is unknown, used or expired.
 */
export async function consumeSignUp(
  db: Queryable,
  token: string,
  nowMs: number,
): Promise<PendingSignUpRecord | undefined> {
  const [row] = await db.query<SignUpRow>(
    `DELETE FROM sign_ups WHERE token_hash = $1 AND expires_at > $2 RETURNING ${columns}`,
    [hashToken(token), new Date(nowMs)],
  );
  if (row === undefined) return undefined;
  await db.execute("DELETE FROM sign_ups WHERE email = $1", [row.email]);
  return toPending(row);
}

/** An invitation by an operator that is neither used nor expired. */
export interface InvitationRecord {
  id: string;
  email: string;
  createdAtMs: number;
  expiresAtMs: number;
}

const isInvitation = "password_hash IS NULL";

/** Lists open invitations, newest first, after an id. */
export async function listSignUpInvitations(
  db: Queryable,
  { afterId, limit, nowMs }: { afterId: string | null; limit: number; nowMs: number },
): Promise<InvitationRecord[]> {
  const rows = await db.query<{ id: string; email: string; created_at: Date; expires_at: Date }>(
    `SELECT id, email, created_at, expires_at FROM sign_ups
     WHERE ${isInvitation} AND expires_at > $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [new Date(nowMs), afterId, limit],
  );
  return rows.map(({ id, email, created_at: createdAt, expires_at: expiresAt }) => {
    return { id, email, createdAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() };
  });
}

/** Deletes an open invitation. @returns false if there is none with this id. */
export async function deleteSignUpInvitation(db: Queryable, id: string, nowMs: number): Promise<boolean> {
  const deleted = await db.execute(`DELETE FROM sign_ups WHERE id = $1 AND ${isInvitation} AND expires_at > $2`, [
    id,
    new Date(nowMs),
  ]);
  return deleted > 0;
}

/** Deletes the invitations of an address. */
export async function deleteInvitationsTo(db: Queryable, email: string): Promise<void> {
  await db.execute(`DELETE FROM sign_ups WHERE email = $1 AND ${isInvitation}`, [email]);
}

/** Deletes one batch of expired sign-ups. @returns the number of deleted rows. */
export function deleteExpiredSignUps(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM sign_ups WHERE id IN (
       SELECT id FROM sign_ups WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs), limit],
  );
}
