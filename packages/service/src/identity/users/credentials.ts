import type { Session } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { burnRecoveryCode, deleteRecoveryCodes } from "../credentials/recovery-codes.ts";
import { findTotpStep, isTotpCode } from "../credentials/totp.ts";
import { normalizeEmail, type UserRecord } from "./store.ts";

/** What a user signs in with. Every statement here is bound to the user's account. */

type Who = Pick<UserRecord, "id" | "accountId">;

/** @throws DatabaseError for `users_by_email` where somebody has the address already. */
export async function updateProfile(
  session: Session,
  { id, accountId }: Who,
  profile: { name: string; email: string },
) {
  await session.execute("UPDATE users SET name = $3, email = $4 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    profile.name,
    normalizeEmail(profile.email),
  ]);
}

export async function updatePassword(session: Session, { id, accountId }: Who, passwordHash: string): Promise<void> {
  await session.execute("UPDATE users SET password_hash = $3 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    passwordHash,
  ]);
}

/** Keeps a secret until a code of it has been seen. */
export async function proposeTotp(session: Session, { id, accountId }: Who, sealed: Uint8Array): Promise<void> {
  await session.execute("UPDATE users SET totp_pending = $3 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    sealed,
  ]);
}

/** Takes the proposed secret, of which a code has been seen. */
export async function acceptTotp(session: Session, { id, accountId }: Who, step: number): Promise<void> {
  await session.execute(
    `UPDATE users SET totp_secret = totp_pending, totp_pending = NULL, totp_step = $3
     WHERE id = $1 AND account_id = $2 AND totp_pending IS NOT NULL`,
    [id, accountId, step],
  );
}

/** Takes the authenticator away, and the recovery codes with it. */
export async function removeTotp(session: Session, { id, accountId }: Who): Promise<void> {
  await session.execute(
    "UPDATE users SET totp_secret = NULL, totp_pending = NULL, totp_step = NULL WHERE id = $1 AND account_id = $2",
    [id, accountId],
  );
  await deleteRecoveryCodes(session, id);
}

/** How many passkeys a user has, and how many recovery codes are left. */
export async function countCredentials(
  session: Session,
  { id, accountId }: Who,
): Promise<{ passkeys: number; recoveryCodes: number }> {
  const [counts] = await session.query<{ passkeys: number; codes: number }>(
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

/** Wrong authenticator codes in a row until they are paused, and for how long. */
const maxWrongCodes = 10;
const codePauseMs = 3_600_000;

/**
 * Takes a code of the user's authenticator, or a recovery code; either works once. Wrong authenticator codes are counted, and after ten of
 * them none is taken for an hour; recovery codes, which are too long to be guessed, still are.
 *
 * @param user locked.
 */
export async function takeCode(
  session: Session,
  box: SecretBox,
  { user, code, nowMs }: { user: UserRecord; code: string; nowMs: number },
): Promise<"taken" | "wrong" | "paused" | "unreadable"> {
  if (user.totpSecret === null) return "wrong";
  if (!isTotpCode(code)) return (await burnRecoveryCode(session, user.id, code)) ? "taken" : "wrong";
  if (user.codesPausedUntilMs !== null && nowMs < user.codesPausedUntilMs) return "paused";
  const secret = tryOpen(box, user.totpSecret);
  if (secret === null) return "unreadable";
  const step = findTotpStep(secret, code, nowMs);
  const taken = await session.execute(
    `UPDATE users SET totp_step = $3, wrong_codes = 0
     WHERE id = $1 AND account_id = $2 AND $3::bigint IS NOT NULL AND (totp_step IS NULL OR totp_step < $3)`,
    [user.id, user.accountId, step],
  );
  if (taken > 0) return "taken";
  await session.execute(
    `UPDATE users SET wrong_codes = (wrong_codes + 1) % $3,
       codes_paused_until = CASE WHEN wrong_codes + 1 >= $3 THEN $4 ELSE codes_paused_until END
     WHERE id = $1 AND account_id = $2`,
    [user.id, user.accountId, maxWrongCodes, new Date(nowMs + codePauseMs)],
  );
  return "wrong";
}
