import type { Queryable } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import { findOperatorAccount } from "../../tenancy/customer-store.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { findUser, insertUser, listUsers, type MemberKey, markOperator, type UserRecord } from "../users/store.ts";

const dayMs = 86_400_000;

/** Validity of the sign-in link of the first start, long enough for an installation. */
export const firstLinkMs = 7 * dayMs;

interface NewLink {
  accountId: string;
  /** Null if the link creates the first owner. */
  userId: string | null;
  lifeMs: number;
}

/** Creates a one-time sign-in token, which replaces older ones of the same user. Only its hash is stored. */
export async function createSignInLink(db: Queryable, link: NewLink, nowMs: number): Promise<string> {
  const token = makeToken();
  // The lock serializes concurrent links of one user.
  await getAccount(db, link.accountId, { lock: true });
  await db.execute("DELETE FROM sign_in_links WHERE account_id = $1 AND user_id IS NOT DISTINCT FROM $2", [
    link.accountId,
    link.userId,
  ]);
  await db.execute(
    "INSERT INTO sign_in_links (token_hash, account_id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [hashToken(token), link.accountId, link.userId, new Date(nowMs), new Date(nowMs + link.lifeMs)],
  );
  return token;
}

/** Returns the URL of a sign-in link. The token is in the fragment, so that requests and logs do not contain it. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in#${token}`;
}

/** Consumes a token. @returns the user, or undefined if the token is unknown, used or expired. */
export async function consumeSignInLink(db: Queryable, token: string, nowMs: number): Promise<UserRecord | undefined> {
  const [row] = await db.query<{ account_id: string; user_id: string | null }>(
    `UPDATE sign_in_links SET used_at = $2
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING account_id, user_id`,
    [hashToken(token), new Date(nowMs)],
  );
  if (row === undefined) return undefined;
  const accountId = row.account_id;
  return row.user_id === null
    ? getOrCreateFirstOwner(db, accountId, nowMs)
    : findUser(db, { accountId, userId: row.user_id });
}

/** Invalidates the sign-in links of a member to an account. */
export async function invalidateLinksOf(db: Queryable, { accountId, userId }: MemberKey, nowMs: number): Promise<void> {
  await db.execute("UPDATE sign_in_links SET used_at = $3 WHERE user_id = $1 AND account_id = $2 AND used_at IS NULL", [
    userId,
    accountId,
    new Date(nowMs),
  ]);
}

/** Locks the account, so that two concurrent links create one owner. The first owner of the operators' account is an operator. */
async function getOrCreateFirstOwner(db: Queryable, accountId: string, nowMs: number): Promise<UserRecord> {
  await getAccount(db, accountId, { lock: true });
  const [owner] = await listUsers(db, accountId, "owner");
  if (owner !== undefined) return owner;
  const user = await insertUser(db, { accountId, role: "owner", email: null }, nowMs);
  if ((await findOperatorAccount(db)) !== accountId) return user;
  await markOperator(db, { accountId, userId: user.id }, nowMs);
  return { ...user, isOperator: true };
}
