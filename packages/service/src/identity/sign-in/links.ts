import type { Session } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { findUser, insertUser, listUsers, type UserRecord } from "../users/store.ts";

const dayMs = 86_400_000;

/** The first run's link is for somebody who is busy installing. */
export const firstLinkMs = 7 * dayMs;

interface NewLink {
  accountId: string;
  /** Null for the owner whom the link itself makes. */
  userId: string | null;
  lifeMs: number;
}

/** A one-time token that signs in to an account, in place of every older one of the same user; only its hash is kept. */
export async function createSignInLink(session: Session, link: NewLink, nowMs: number): Promise<string> {
  const token = makeToken();
  // Two links of one user that are made at the same time are made one after the other.
  await getAccount(session, link.accountId, { lock: true });
  await session.execute("DELETE FROM sign_in_links WHERE account_id = $1 AND user_id IS NOT DISTINCT FROM $2", [
    link.accountId,
    link.userId,
  ]);
  await session.execute(
    "INSERT INTO sign_in_links (token_hash, account_id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [hashToken(token), link.accountId, link.userId, new Date(nowMs), new Date(nowMs + link.lifeMs)],
  );
  return token;
}

/** Where a browser takes a token; behind the #, it is in no request and in no log. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in#${token}`;
}

/** Uses a token up. Answers whom it signs in, or undefined where it is unknown, used or too old. */
export async function burnSignInLink(session: Session, token: string, nowMs: number): Promise<UserRecord | undefined> {
  const [row] = await session.query<{ account_id: string; user_id: string | null }>(
    `UPDATE sign_in_links SET used_at = $2
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING account_id, user_id`,
    [hashToken(token), new Date(nowMs)],
  );
  if (row === undefined) return undefined;
  const accountId = row.account_id;
  return row.user_id === null
    ? takeFirstOwner(session, accountId, nowMs)
    : findUser(session, { accountId, userId: row.user_id });
}

/** The account is held meanwhile, so that two links make one owner. */
async function takeFirstOwner(session: Session, accountId: string, nowMs: number): Promise<UserRecord> {
  await getAccount(session, accountId, { lock: true });
  const [owner] = await listUsers(session, accountId, "owner");
  return owner ?? insertUser(session, { accountId, role: "owner", email: null }, nowMs);
}
