import type { Queryable } from "@wayfare/database";
import type { MemberKey } from "../users/store.ts";

/** Subject of an issuer, within the account whose connection has the issuer. */
export interface SsoIdentity {
  accountId: string;
  issuer: string;
  subject: string;
}

/** Finds the user who has signed in as a subject of an issuer. */
export async function findIdentity(
  db: Queryable,
  { accountId, issuer, subject }: SsoIdentity,
): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(
    "SELECT user_id FROM sso_identities WHERE account_id = $1 AND issuer = $2 AND subject = $3",
    [accountId, issuer, subject],
  );
  return row?.user_id;
}

/** Returns true if a member has signed in as any subject of an issuer. */
export async function hasIdentity(db: Queryable, { accountId, userId }: MemberKey, issuer: string): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM sso_identities WHERE account_id = $1 AND issuer = $2 AND user_id = $3 LIMIT 1",
    [accountId, issuer, userId],
  );
  return rows.length > 0;
}

/** Returns true if an owner of the account has signed in with an issuer. */
export async function hasOwnerIdentity(
  db: Queryable,
  { accountId, issuer }: Pick<SsoIdentity, "accountId" | "issuer">,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM sso_identities identity
     JOIN members member ON member.account_id = identity.account_id AND member.user_id = identity.user_id AND member.role = 'owner'
     WHERE identity.account_id = $1 AND identity.issuer = $2 LIMIT 1`,
    [accountId, issuer],
  );
  return rows.length > 0;
}

/** Records a sign-in of a subject. The subject moves to the user if it belonged to a user who is no longer a member. */
export async function saveIdentity(
  db: Queryable,
  identity: SsoIdentity & { userId: string },
  nowMs: number,
): Promise<void> {
  await db.execute(
    `INSERT INTO sso_identities (account_id, issuer, subject, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (account_id, issuer, subject) DO UPDATE SET user_id = excluded.user_id, last_used_at = excluded.last_used_at`,
    [identity.accountId, identity.issuer, identity.subject, identity.userId, new Date(nowMs)],
  );
}

/** Deletes the identities of a member who leaves the account. */
export async function deleteIdentitiesOf(db: Queryable, { accountId, userId }: MemberKey): Promise<void> {
  await db.execute("DELETE FROM sso_identities WHERE account_id = $1 AND user_id = $2", [accountId, userId]);
}
