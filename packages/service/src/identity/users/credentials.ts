import type { Queryable } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { consumeRecoveryCode, deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { findTotpStep, isTotpCode } from "../credentials/totp.ts";
import { normalizeEmail, type UserRecord } from "./store.ts";

/** Credentials of a user, which are the same in all of the user's accounts. */

type UserKey = Pick<UserRecord, "id">;

/** @throws DatabaseError for `users_by_email` if the address is in use. */
export async function updateProfile(db: Queryable, { id }: UserKey, profile: { name: string; email: string }) {
  await db.execute("UPDATE users SET name = $2, email = $3 WHERE id = $1", [
    id,
    profile.name,
    normalizeEmail(profile.email),
  ]);
}

export async function updatePassword(db: Queryable, { id }: UserKey, passwordHash: string): Promise<void> {
  await db.execute("UPDATE users SET password_hash = $2 WHERE id = $1", [id, passwordHash]);
}

/** Stores a secret until a code confirms it. */
export async function savePendingTotp(db: Queryable, { id }: UserKey, sealed: Uint8Array): Promise<void> {
  await db.execute("UPDATE users SET totp_pending = $2 WHERE id = $1", [id, sealed]);
}

/** Activates the pending secret after a code has confirmed it. */
export async function activateTotp(db: Queryable, { id }: UserKey, step: number): Promise<void> {
  await db.execute(
    `UPDATE users SET totp_secret = totp_pending, totp_pending = NULL, totp_step = $2
     WHERE id = $1 AND totp_pending IS NOT NULL`,
    [id, step],
  );
}

/** Removes the authenticator and the recovery codes. */
export async function removeTotp(db: Queryable, { id }: UserKey): Promise<void> {
  await db.execute("UPDATE users SET totp_secret = NULL, totp_pending = NULL, totp_step = NULL WHERE id = $1", [id]);
  await deleteRecoveryCodes(db, id);
}

/** Counts the passkeys and the remaining recovery codes of a user. */
export async function countCredentials(
  db: Queryable,
  { id }: UserKey,
): Promise<{ passkeys: number; recoveryCodes: number }> {
  const [counts] = await db.query<{ passkeys: number; codes: number }>(
    `SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes`,
    [id],
  );
  return { passkeys: counts?.passkeys ?? 0, recoveryCodes: counts?.codes ?? 0 };
}

/** Opens a sealed secret; null if it cannot be read, for example without the server secret that sealed it. */
export function tryOpen(box: SecretBox, sealed: Uint8Array): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

/** Number of consecutive wrong authenticator codes that pauses them, and duration of the pause. */
const maxWrongCodes = 10;
const codePauseMs = 3_600_000;

/**
 * Consumes an authenticator code or a recovery code; each works once. After ten consecutive wrong authenticator codes, they are rejected
 * for an hour. Recovery codes, which are too long for brute force, still work.
 *
 * @param user locked.
 */
export async function consumeCode(
  db: Queryable,
  box: SecretBox,
  { user, code, nowMs }: { user: UserRecord; code: string; nowMs: number },
): Promise<"accepted" | "wrong" | "paused" | "unreadable"> {
  if (user.totpSecret === null) return "wrong";
  if (!isTotpCode(code)) return (await consumeRecoveryCode(db, user.id, code)) ? "accepted" : "wrong";
  if (user.codesPausedUntilMs !== null && nowMs < user.codesPausedUntilMs) return "paused";
  const secret = tryOpen(box, user.totpSecret);
  if (secret === null) return "unreadable";
  const step = findTotpStep(secret, code, nowMs);
  const updated = await db.execute(
    `UPDATE users SET totp_step = $2, wrong_codes = 0
     WHERE id = $1 AND $2::bigint IS NOT NULL AND (totp_step IS NULL OR totp_step < $2)`,
    [user.id, step],
  );
  if (updated > 0) return "accepted";
  await db.execute(
    `UPDATE users SET wrong_codes = (wrong_codes + 1) % $2,
       codes_paused_until = CASE WHEN wrong_codes + 1 >= $2 THEN $3 ELSE codes_paused_until END
     WHERE id = $1`,
    [user.id, maxWrongCodes, new Date(nowMs + codePauseMs)],
  );
  return "wrong";
}
