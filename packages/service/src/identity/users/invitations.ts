import { newId, type Role } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "./role.ts";
import { insertUser, normalizeEmail, type UserRecord } from "./store.ts";

const invitationMs = 7 * 86_400_000;

export interface InvitationRecord {
  id: string;
  email: string;
  role: Role;
  createdAtMs: number;
  expiresAtMs: number;
}

interface InvitationRow {
  id: string;
  account_id: string;
  email: string;
  role: string;
  created_at: Date;
  expires_at: Date;
}

const columns = "id, account_id, email, role, created_at, expires_at";
const isOpen = (now: string) => `accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${now}`;

function toInvitation(row: InvitationRow): InvitationRecord {
  const { id, email } = row;
  const times = { createdAtMs: row.created_at.getTime(), expiresAtMs: row.expires_at.getTime() };
  return { id, email, role: readRole(row.role), ...times };
}

interface NewInvitation {
  accountId: string;
  invitedBy: string;
  email: string;
  role: Role;
}

/** Makes an invitation, and its token, of which only the hash is kept. An older one to the same address is withdrawn. */
export async function insertInvitation(
  session: Session,
  { accountId, invitedBy, email, role }: NewInvitation,
  nowMs: number,
): Promise<{ invitation: InvitationRecord; token: string }> {
  const token = makeToken();
  const now = new Date(nowMs);
  const address = normalizeEmail(email);
  await session.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE account_id = $1 AND email = $2 AND ${isOpen("$3")}`,
    [accountId, address, now],
  );
  const [row] = await session.query<InvitationRow>(
    `INSERT INTO invitations (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [newId("ivt", nowMs), accountId, address, role, hashToken(token), invitedBy, now, new Date(nowMs + invitationMs)],
  );
  if (row === undefined) throw new Error("an invitation that was inserted did not come back");
  return { invitation: toInvitation(row), token };
}

/** Invitations of an account that can still be accepted, newest first. */
export async function listInvitations(session: Session, accountId: string, nowMs: number): Promise<InvitationRecord[]> {
  const rows = await session.query<InvitationRow>(
    `SELECT ${columns} FROM invitations WHERE account_id = $1 AND ${isOpen("$2")} ORDER BY id DESC LIMIT 200`,
    [accountId, new Date(nowMs)],
  );
  return rows.map(toInvitation);
}

/** Withdraws an invitation; false where none with this id is open. */
export async function withdrawInvitation(
  session: Session,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const gone = await session.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE id = $1 AND account_id = $2 AND ${isOpen("$3")}`,
    [id, accountId, new Date(nowMs)],
  );
  return gone > 0;
}

/** Withdraws what somebody has invited who may not any more: nobody comes back by a link of their own. */
export async function withdrawInvitationsBy(
  session: Session,
  accountId: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await session.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE account_id = $1 AND invited_by = $2 AND ${isOpen("$3")}`,
    [accountId, userId, new Date(nowMs)],
  );
}

/**
 * Uses an invitation up, and makes the user whom it invites. Undefined where it is unknown, used, withdrawn or too old; a
 * `DatabaseError` for `users_by_email` where somebody signs in with the address already.
 */
export async function acceptInvitation(
  session: Session,
  token: string,
  nowMs: number,
): Promise<UserRecord | undefined> {
  const [row] = await session.query<InvitationRow>(
    `UPDATE invitations SET accepted_at = $2 WHERE token_hash = $1 AND ${isOpen("$2")} RETURNING ${columns}`,
    [hashToken(token), new Date(nowMs)],
  );
  if (row === undefined) return undefined;
  return insertUser(session, { accountId: row.account_id, role: readRole(row.role), email: row.email }, nowMs);
}
