import type { Queryable } from "@wayfare/database";

/** Validity of a challenge in milliseconds. */
export const challengeMs = 5 * 60_000;

/** Purpose and owner of a challenge, which its response must match. */
export interface ChallengeBinding {
  purpose: "register" | "sign_in" | "step_up";
  /** Id of the session; before sign-in, a hash of the secret in the browser's cookie. */
  boundTo: string;
}

export async function insertChallenge(
  db: Queryable,
  challenge: string,
  { purpose, boundTo }: ChallengeBinding,
  nowMs: number,
): Promise<void> {
  await db.execute(
    "INSERT INTO passkey_challenges (challenge, purpose, bound_to, expires_at) VALUES ($1, $2, $3, $4)",
    [challenge, purpose, boundTo, new Date(nowMs + challengeMs)],
  );
}

/** Consumes a challenge, whether or not its response is valid. @returns false if it is unknown, used, expired or bound differently. */
export async function consumeChallenge(
  db: Queryable,
  challenge: string,
  { purpose, boundTo }: ChallengeBinding,
  nowMs: number,
): Promise<boolean> {
  const deleted = await db.execute(
    "DELETE FROM passkey_challenges WHERE challenge = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > $4",
    [challenge, purpose, boundTo, new Date(nowMs)],
  );
  return deleted > 0;
}

/** Deletes one batch of expired challenges. @returns the number of deleted rows. */
export function deleteExpiredChallenges(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM passkey_challenges WHERE challenge IN (
       SELECT challenge FROM passkey_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs), limit],
  );
}
