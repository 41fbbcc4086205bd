import type { Queryable } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { consumeRecoveryCode, deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { findTotpStep, isTotpCode } from "../credentials/totp.ts";
import { normalizeEmail, type UserRecord } from "./store.ts";

/** Credentials of a user. Every statement is bound to the user's account. */

type UserKey = Pick<UserRecord, "id" | "accountId">;

/** @throws DatabaseError for `users_by_email` if the address is in use. */
export async function updateProfile(
  db: Queryable,
  { id, accountId }: UserKey,
  profile: { name: string; email: string },
) {
  await db.execute("UPDATE users SET name = $3, email = $4 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    profile.name,
    normalizeEmail(profile.email),
  ]);
}

export async function updatePassword(db: Queryable, { id, accountId }: UserKey, passwordHash: string): Promise<void> {
  await db.execute("UPDATE users SET password_hash = $3 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    passwordHash,
  ]);
}

/** Stores a secret until a code confirms it. */
export async function savePendingTotp(db: Queryable, { id, accountId }: UserKey, sealed: Uint8Array): Promise<void> {
  await db.execute("UPDATE users SET totp_pending = $3 WHERE id = $1 AND account_id = $2", [id, accountId, sealed]);
}

/** Activates the pending secret after a code has confirmed it. */
export async function activateTotp(db: Queryable, { id, accountId }: UserKey, step: number): Promise<void> {
  await db.execute(
    `UPDATE users SET totp_secret = totp_pending, totp_pending = NULL, totp_step = $3
     WHERE id = $1 AND account_id = $2 AND totp_pending IS NOT NULL`,
    [id, accountId, step],
  );
}

/** Removes the authenticator and the recovery codes. */
export async function removeTotp(db: Queryable, { id, accountId }: UserKey): Promise<void> {
  await db.execute(
    "UPDATE users SET totp_secret = NULL, totp_pending = NULL, totp_step = NULL WHERE id = $1 AND account_id = $2",
    [id, accountId],
  );
  await deleteRecoveryCodes(db, id);
}

/** Counts the passkeys and the remaining recovery codes of a user. */
export async function countCredentials(
  db: Queryable,
  { id, accountId }: UserKey,
): Promise<{ passkeys: number; recoveryCodes: number }> {
  const [counts] = await db.query<{ passkeys: number; codes: number }>(
    `SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = $1 AND account_id = $2) AS passkeys,
            (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes`,
    [id, accountId],
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
    `UPDATE users SET totp_step = $3, wrong_codes = 0
     WHERE id = $1 AND account_id = $2 AND $3::bigint IS NOT NULL AND (totp_step IS NULL OR totp_step < $3)`,
    [user.id, user.accountId, step],
  );
  if (updated > 0) return "accepted";
  await db.execute(
    `UPDATE users SET wrong_codes = (wrong_codes + 1) % $3,
       codes_paused_until = CASE WHEN wrong_codes + 1 >= $3 THEN $4 ELSE codes_paused_until END
     WHERE id = $1 AND account_id = $2`,
    [user.id, user.accountId, maxWrongCodes, new Date(nowMs + codePauseMs)],
  );
  return "wrong";
}
