import { newId, type Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { readRole } from "./role.ts";

export interface UserRecord {
  id: string;
  accountId: string;
  role: Role;
  /** True for an operator of the deployment. */
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
  createdAtMs: number;
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
    createdAtMs: row.created_at.getTime(),
  };
}

/** Normalizes an email address for storage and comparison. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
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

/** Makes a user an operator of the deployment. Repeating it changes nothing. */
export async function markOperator(
  db: Queryable,
  { accountId, userId }: { accountId: string; userId: string },
  nowMs: number,
): Promise<void> {
  await db.execute(
    "UPDATE users SET operator_since = $3 WHERE id = $1 AND account_id = $2 AND operator_since IS NULL AND removed_at IS NULL",
    [userId, accountId, new Date(nowMs)],
  );
}

/** Finds a user of an account who is not removed. With `lock`, locks the row until the transaction ends. */
export async function findUser(
  db: Queryable,
  { accountId, userId }: { accountId: string; userId: string },
  { lock = false } = {},
): Promise<UserRecord | undefined> {
  const [row] = await db.query<UserRow>(
    `SELECT ${columns} FROM users WHERE id = $1 AND account_id = $2 AND removed_at IS NULL${lock ? " FOR NO KEY UPDATE" : ""}`,
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

/** Finds the user with an email address in any account. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRecord | undefined> {
  const [row] = await db.query<UserRow>(`SELECT ${columns} FROM users WHERE email = $1 AND removed_at IS NULL`, [
    normalizeEmail(email),
  ]);
  return row && toUser(row);
}

/** Lists users of an account in the order in which they joined. */
export async function listUsers(db: Queryable, accountId: string, role?: Role): Promise<UserRecord[]> {
  const rows = await db.query<UserRow>(
    `SELECT ${columns} FROM users WHERE account_id = $1 AND removed_at IS NULL AND ($2::text IS NULL OR role = $2)
     ORDER BY id LIMIT 1000`,
    [accountId, role ?? null],
  );
  return rows.map(toUser);
}
