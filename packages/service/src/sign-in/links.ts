import { hash, randomBytes } from "node:crypto";
import type { Session } from "@wayfare/database";

const linkLifeMs = 7 * 86_400_000;

/** A one-time token that signs in to an account; only its hash is kept. */
export async function createSignInLink(session: Session, accountId: string, nowMs: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await session.execute(
    "INSERT INTO sign_in_links (token_hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
    [hashToken(token), accountId, new Date(nowMs), new Date(nowMs + linkLifeMs)],
  );
  return token;
}

/** Uses a token up. Answers its account, or undefined where it is unknown, used or too old. */
export async function burnSignInLink(session: Session, token: string, nowMs: number): Promise<string | undefined> {
  const [row] = await session.query<{ account_id: string }>(
    `UPDATE sign_in_links SET used_at = $2
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING account_id`,
    [hashToken(token), new Date(nowMs)],
  );
  return row?.account_id;
}

function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
