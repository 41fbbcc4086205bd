import type { Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { type AccountState, readAccountState } from "../../tenancy/account-state.ts";
import { readRole } from "./role.ts";
import type { MemberKey } from "./store.ts";

/** Largest number of accounts of one user. */
export const maxMemberships = 100;

/** An account of a user, and the user's role in it. */
export interface Membership {
  accountId: string;
  accountName: string;
  account: AccountState;
  role: Role;
}

interface MembershipRow {
  account_id: string;
  name: string;
  suspended_at: Date | null;
  closes_at: Date | null;
  role: string;
}

/** Lists the accounts of a user: the one of the last session first, then in the order in which the user joined. */
export async function listMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  const rows = await db.query<MembershipRow>(
    `SELECT member.account_id, member.role, account.name, account.suspended_at, account.closes_at
     FROM members member
     JOIN users person ON person.id = member.user_id
     JOIN accounts account ON account.id = member.account_id
     WHERE member.user_id = $1
     ORDER BY member.account_id IS NOT DISTINCT FROM person.last_account_id DESC, member.joined_at, member.account_id LIMIT $2`,
    [userId, maxMemberships],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    accountName: row.name,
    account: readAccountState(row),
    role: readRole(row.role),
  }));
}

/** Inserts a further membership of a locked user. */
export async function insertMembership(
  db: Queryable,
  { accountId, userId }: MemberKey,
  role: Role,
  nowMs: number,
): Promise<void> {
  await db.execute("INSERT INTO memberships (account_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)", [
    accountId,
    userId,
    role,
    new Date(nowMs),
  ]);
}

/** Changes the role of a member. */
export async function updateRole(db: Queryable, { accountId, userId }: MemberKey, role: Role): Promise<void> {
  const values = [userId, accountId, role];
  await db.execute("UPDATE users SET role = $3 WHERE id = $1 AND account_id = $2", values);
  await db.execute("UPDATE memberships SET role = $3 WHERE user_id = $1 AND account_id = $2", values);
}

/** Records the account of a new session, which the next sign-in opens. */
export async function updateLastAccount(db: Queryable, { accountId, userId }: MemberKey): Promise<void> {
  await db.execute("UPDATE users SET last_account_id = $2 WHERE id = $1 AND last_account_id IS DISTINCT FROM $2", [
    userId,
    accountId,
  ]);
}

/**
 * Ends a membership of a locked user. If it was the first one, the oldest of the others becomes the first.
 *
 * @returns the account of the first membership; undefined if no membership is left, which changes nothing.
 */
export async function endMembership(db: Queryable, { accountId, userId }: MemberKey): Promise<string | undefined> {
  const deleted = await db.execute("DELETE FROM memberships WHERE account_id = $1 AND user_id = $2", [
    accountId,
    userId,
  ]);
  if (deleted > 0) {
    const [first] = await db.query<{ account_id: string }>("SELECT account_id FROM users WHERE id = $1", [userId]);
    return first?.account_id;
  }
  const [moved] = await db.query<{ account_id: string }>(
    `UPDATE users SET account_id = next.account_id, role = next.role, operator_since = next.operator_since, joined_at = next.created_at
     FROM (SELECT account_id, role, operator_since, created_at FROM memberships WHERE user_id = $1 ORDER BY created_at, account_id LIMIT 1) next
     WHERE users.id = $1 AND users.account_id = $2 RETURNING users.account_id`,
    [userId, accountId],
  );
  if (moved === undefined) return undefined;
  await db.execute("DELETE FROM memberships WHERE account_id = $1 AND user_id = $2", [moved.account_id, userId]);
  return moved.account_id;
}

/**
 * Makes the oldest other membership the first one of users whose first is in the account. Users without another one stay. Passkeys move, too.
 *
 * @returns the number of users who left, at most `limit`.
 */
export async function leaveAccount(
  db: Queryable,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<number> {
  return db.execute(
    `WITH leaving AS (
       SELECT DISTINCT ON (person.id) person.id, next.account_id, next.role, next.operator_since, next.created_at
       FROM users person JOIN memberships next ON next.user_id = person.id AND next.account_id <> person.account_id
       WHERE person.account_id = $1 AND person.removed_at IS NULL
       ORDER BY person.id, next.created_at, next.account_id LIMIT $2),
     moved AS (
       UPDATE users SET account_id = leaving.account_id, role = leaving.role, operator_since = leaving.operator_since,
         joined_at = leaving.created_at, last_account_id = NULL
       FROM leaving WHERE users.id = leaving.id RETURNING users.id, users.account_id),
     keys AS (UPDATE passkeys SET account_id = moved.account_id FROM moved WHERE passkeys.user_id = moved.id)
     DELETE FROM memberships USING moved WHERE memberships.user_id = moved.id AND memberships.account_id = moved.account_id`,
    [accountId, limit],
  );
}

/** Removes a locked user who has no other membership. The address can be used again; credentials are deleted. */
export async function removeUser(db: Queryable, { accountId, userId }: MemberKey, nowMs: number): Promise<void> {
  await db.execute(
    `UPDATE users SET removed_at = $3, operator_since = NULL, password_hash = NULL, totp_secret = NULL, totp_pending = NULL, totp_step = NULL
     WHERE id = $1 AND account_id = $2`,
    [userId, accountId, new Date(nowMs)],
  );
}
