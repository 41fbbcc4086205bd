import { newId, type Role } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { readRole } from "./role.ts";

export interface UserRecord {
  id: string;
  accountId: string;
  role: Role;
  /** Empty until they have said. */
  name: string;
  /** In lower case; null until they have said. */
  email: string | null;
  passwordHash: string | null;
  /** Sealed. */
  totpSecret: Buffer | null;
  /** Sealed, and not confirmed yet. */
  totpPending: Buffer | null;
  /** No authenticator code is taken until then; null where none was ever paused. */
  codesPausedUntilMs: number | null;
  createdAtMs: number;
}

interface UserRow {
  id: string;
  account_id: string;
  role: string;
  name: string;
  email: string | null;
  password_hash: string | null;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  codes_paused_until: Date | null;
  created_at: Date;
}

const columns =
  "id, account_id, role, name, email, password_hash, totp_secret, totp_pending, codes_paused_until, created_at";

function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    role: readRole(row.role),
    name: row.name,
    email: row.email,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpPending: row.totp_pending,
    codesPausedUntilMs: row.codes_paused_until?.getTime() ?? null,
    createdAtMs: row.created_at.getTime(),
  };
}

/** What an e-mail address is compared and kept as. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

interface NewUser {
  accountId: string;
  role: Role;
  email: string | null;
}

/** Makes a user; a `DatabaseError` for `users_by_email` where somebody has the address already. */
export async function insertUser(
  session: Session,
  { accountId, role, email }: NewUser,
  nowMs: number,
): Promise<UserRecord> {
  const [row] = await session.query<UserRow>(
    `INSERT INTO users (id, account_id, role, name, email, created_at) VALUES ($1, $2, $3, '', $4, $5) RETURNING ${columns}`,
    [newId("usr", nowMs), accountId, role, email, new Date(nowMs)],
  );
  if (row === undefined) throw new Error("a user who was inserted did not come back");
  return toUser(row);
}

/** A user of an account who was not removed; with `lock`, nobody else changes it before the transaction ends. */
export async function findUser(
  session: Session,
  { accountId, userId }: { accountId: string; userId: string },
  { lock = false } = {},
): Promise<UserRecord | undefined> {
  const [row] = await session.query<UserRow>(
    `SELECT ${columns} FROM users WHERE id = $1 AND account_id = $2 AND removed_at IS NULL${lock ? " FOR NO KEY UPDATE" : ""}`,
    [userId, accountId],
  );
  return row && toUser(row);
}

/** Who signs in with an e-mail address, whatever the account. */
export async function findUserByEmail(session: Session, email: string): Promise<UserRecord | undefined> {
  const [row] = await session.query<UserRow>(`SELECT ${columns} FROM users WHERE email = $1 AND removed_at IS NULL`, [
    normalizeEmail(email),
  ]);
  return row && toUser(row);
}

/** Users of an account, in the order in which they joined. */
export async function listUsers(session: Session, accountId: string, role?: Role): Promise<UserRecord[]> {
  const rows = await session.query<UserRow>(
    `SELECT ${columns} FROM users WHERE account_id = $1 AND removed_at IS NULL AND ($2::text IS NULL OR role = $2)
     ORDER BY id LIMIT 1000`,
    [accountId, role ?? null],
  );
  return rows.map(toUser);
}
