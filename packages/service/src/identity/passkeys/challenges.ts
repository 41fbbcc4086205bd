import type { Session } from "@wayfare/database";

/** How long somebody may take to touch their authenticator. */
export const challengeMs = 5 * 60_000;

/** What an authenticator is asked to sign for, and for whom. */
export interface Challenged {
  purpose: "register" | "sign_in" | "step_up";
  /** The session that asks; while nobody is signed in, a hash of what the browser keeps. */
  boundTo: string;
}

export async function keepChallenge(
  session: Session,
  challenge: string,
  { purpose, boundTo }: Challenged,
  nowMs: number,
): Promise<void> {
  await session.execute(
    "INSERT INTO passkey_challenges (challenge, purpose, bound_to, expires_at) VALUES ($1, $2, $3, $4)",
    [challenge, purpose, boundTo, new Date(nowMs + challengeMs)],
  );
}

/** Uses a challenge up, whatever becomes of its answer; false where it is unknown, used, too old, or somebody else's. */
export async function burnChallenge(
  session: Session,
  challenge: string,
  { purpose, boundTo }: Challenged,
  nowMs: number,
): Promise<boolean> {
  const burned = await session.execute(
    "DELETE FROM passkey_challenges WHERE challenge = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > $4",
    [challenge, purpose, boundTo, new Date(nowMs)],
  );
  return burned > 0;
}

/** Deletes one batch of challenges that nobody answered; answers how many there were. */
export function deleteOldChallenges(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM passkey_challenges WHERE challenge IN (
       SELECT challenge FROM passkey_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs), limit],
  );
}
