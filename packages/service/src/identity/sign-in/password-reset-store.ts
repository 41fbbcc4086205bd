import type { Queryable } from "@wayfare/database";
import { hashToken, makeToken } from "../credentials/token.ts";

/** Inserts a password reset. @returns its token, of which only the hash is stored. */
export async function insertPasswordReset(
  db: Queryable,
  { userId, expiresAtMs }: { userId: string; expiresAtMs: number },
  nowMs: number,
): Promise<string> {
  const token = makeToken();
  await db.execute(
    "INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
    [hashToken(token), userId, new Date(nowMs), new Date(expiresAtMs)],
  );
  return token;
}

/** Returns the user of a token; undefined if the token is unknown, used or expired. */
export async function findPasswordReset(db: Queryable, token: string, nowMs: number): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(
    "SELECT user_id FROM password_resets WHERE token_hash = $1 AND expires_at > $2",
    [hashToken(token), new Date(nowMs)],
  );
  return row?.user_id;
}

/** Deletes all resets of a user, among them that of the token. @returns false if the token is unknown, used or expired. */
export async function consumePasswordResets(
  db: Queryable,
  { userId, token, nowMs }: { userId: string; token: string; nowMs: number },
): Promise<boolean> {
  const deleted = await db.execute(
    "DELETE FROM password_resets WHERE user_id = $1 AND token_hash = $2 AND expires_at > $3",
    [userId, hashToken(token), new Date(nowMs)],
  );
  if (deleted === 0) return false;
  await db.execute("DELETE FROM password_resets WHERE user_id = $1", [userId]);
  return true;
}

/** Deletes one batch of expired resets. @returns the number of deleted rows. */
export function deleteExpiredResets(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM password_resets WHERE token_hash IN (
       SELECT token_hash FROM password_resets WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs), limit],
  );
}
