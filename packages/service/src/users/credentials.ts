import type { Session } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { ProblemError } from "../http/problem.ts";
import { burnRecoveryCode, deleteRecoveryCodes } from "../sign-in/recovery-codes.ts";
import { findTotpStep } from "../sign-in/totp.ts";
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

/**
 * Whether a code is one of the user's authenticator or a recovery code. Each is accepted once.
 *
 * @throws ProblemError if the authenticator's secret cannot be read; recovery codes work all the same.
 */
export async function takeCode(
  session: Session,
  box: SecretBox,
  { user, code, nowMs }: { user: UserRecord; code: string; nowMs: number },
): Promise<boolean> {
  if (user.totpSecret === null) return false;
  const secret = tryOpen(box, user.totpSecret);
  if (secret === null) {
    if (await burnRecoveryCode(session, user.id, code)) return true;
    const detail =
      "The codes of your authenticator cannot be checked. Use a recovery code, or ask the operator for a link.";
    throw new ProblemError("SIGN_IN_FAILED", { detail });
  }
  const step = findTotpStep(secret, code, nowMs);
  if (step === null) return burnRecoveryCode(session, user.id, code);
  const taken = await session.execute(
    "UPDATE users SET totp_step = $3 WHERE id = $1 AND account_id = $2 AND (totp_step IS NULL OR totp_step < $3)",
    [user.id, user.accountId, step],
  );
  return taken > 0;
}
