import { newId, type Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { readRole } from "./role.ts";

/** A user with the membership in one account. Name, address and credentials belong to the user, whatever the account. */
export interface UserRecord {
  id: string;
  accountId: string;
  /** Role in this account. */
  role: Role;
  /** True for an operator of the deployment, in the operators' account only. */
  isOperator: boolean;
  /** Empty until the user sets it. */
  name: string;
  /** In lower case; null until the user sets it. */
  email: string | null;
  passwordHash: string | null;
  /** Encrypted. */
  totpSecret: Buffer | null;
  /** Encrypted, not confirmed yet. */
  totpPending: Buffer | null;
  /** Authenticator codes are rejected until then; null if they were never paused. */
  codesPausedUntilMs: number | null;
  joinedAtMs: number;
}

interface UserRow {
  id: string;
  account_id: string;
  role: string;
  operator_since: Date | null;
  name: string;
  email: string | null;
  password_hash: string | null;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  codes_paused_until: Date | null;
  created_at: Date;
}

const columns =
  "id, account_id, role, operator_since, name, email, password_hash, totp_secret, totp_pending, codes_paused_until, created_at";

const memberColumns = `person.id, member.account_id, member.role, member.operator_since, person.name, person.email, person.password_hash,
    person.totp_secret, person.totp_pending, person.codes_paused_until, member.joined_at AS created_at`;

function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    role: readRole(row.role),
    isOperator: row.operator_since !== null,
    name: row.name,
    email: row.email,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpPending: row.totp_pending,
    codesPausedUntilMs: row.codes_paused_until?.getTime() ?? null,
    joinedAtMs: row.created_at.getTime(),
  };
}

/** Normalizes an email address for storage and comparison. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** A membership, by its account and its user. */
export interface MemberKey {
  accountId: string;
  userId: string;
}

interface NewUser {
  accountId: string;
  role: Role;
  email: string | null;
}

/** Inserts a user. @throws DatabaseError for `users_by_email` if the address is in use. */
export async function insertUser(
  db: Queryable,
  { accountId, role, email }: NewUser,
  nowMs: number,
): Promise<UserRecord> {
  const [row] = await db.query<UserRow>(
    `INSERT INTO users (id, account_id, role, name, email, created_at) VALUES ($1, $2, $3, '', $4, $5) RETURNING ${columns}`,
    [newId("usr", nowMs), accountId, role, email, new Date(nowMs)],
  );
  if (row === undefined) throw new Error("INSERT of a user returned no row");
  return toUser(row);
}

/** Makes a member of the operators' account an operator of the deployment. Repeating it changes nothing. */
export async function markOperator(db: Queryable, { accountId, userId }: MemberKey, nowMs: number): Promise<void> {
  const values = [userId, accountId, new Date(nowMs)];
  await db.execute(
    "UPDATE users SET operator_since = $3 WHERE id = $1 AND account_id = $2 AND operator_since IS NULL AND removed_at IS NULL",
    values,
  );
  await db.execute(
    "UPDATE memberships SET operator_since = $3 WHERE user_id = $1 AND account_id = $2 AND operator_since IS NULL",
    values,
  );
}

/** Finds a member of an account. With `lock`, locks the user until the transaction ends, and with it all of the user's memberships. */
export async function findUser(
  db: Queryable,
  { accountId, userId }: MemberKey,
  { lock = false } = {},
): Promise<UserRecord | undefined> {
  // Locks in a separate statement, because the statement that waits for a lock reads the other tables as they were before.
  if (lock) await db.query("SELECT id FROM users WHERE id = $1 LIMIT 1 FOR NO KEY UPDATE", [userId]);
  const [row] = await db.query<UserRow>(
    `SELECT ${memberColumns} FROM members member JOIN users person ON person.id = member.user_id
     WHERE member.user_id = $1 AND member.account_id = $2`,
    [userId, accountId],
  );
  return row && toUser(row);
}

/** True if an account has or had a user. */
export async function hasUser(
  db: Queryable,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<boolean> {
  const rows = await db.query("SELECT id FROM users WHERE id = $1 AND account_id = $2", [userId, accountId]);
  return rows.length > 0;
}

/** Finds the user with an email address, with the first membership. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRecord | undefined> {
  const [row] = await db.query<UserRow>(`SELECT ${columns} FROM users WHERE email = $1 AND removed_at IS NULL`, [
    normalizeEmail(email),
  ]);
  return row && toUser(row);
}

/** Finds the user with an id, with the first membership, and locks the user until the transaction ends. */
export async function lockUser(db: Queryable, userId: string): Promise<UserRecord | undefined> {
  const [row] = await db.query<UserRow>(
    `SELECT ${columns} FROM users WHERE id = $1 AND removed_at IS NULL FOR NO KEY UPDATE`,
    [userId],
  );
  return row && toUser(row);
}

/** Lists members of an account in the order in which they joined. */
export async function listUsers(db: Queryable, accountId: string, role?: Role): Promise<UserRecord[]> {
  const rows = await db.query<UserRow>(
    `SELECT ${memberColumns} FROM members member JOIN users person ON person.id = member.user_id
     WHERE member.account_id = $1 AND ($2::text IS NULL OR member.role = $2)
     ORDER BY member.joined_at, member.user_id LIMIT 1000`,
    [accountId, role ?? null],
  );
  return rows.map(toUser);
}
