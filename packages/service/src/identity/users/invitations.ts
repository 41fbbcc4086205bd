import { newId, type Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "./role.ts";
import { normalizeEmail } from "./store.ts";

const invitationMs = 7 * 86_400_000;

export interface InvitationRecord {
  id: string;
  accountId: string;
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
  return { id, accountId: row.account_id, email, role: readRole(row.role), ...times };
}

interface NewInvitation {
  accountId: string;
  /** User who invites; null for an operator. */
  invitedBy: string | null;
  email: string;
  role: Role;
}

/** Inserts an invitation and withdraws older ones to the same address. @returns the token too, of which only the hash is stored. */
export async function insertInvitation(
  db: Queryable,
  { accountId, invitedBy, email, role }: NewInvitation,
  nowMs: number,
): Promise<{ invitation: InvitationRecord; token: string }> {
  const token = makeToken();
  const now = new Date(nowMs);
  const address = normalizeEmail(email);
  await db.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE account_id = $1 AND email = $2 AND ${isOpen("$3")}`,
    [accountId, address, now],
  );
  const [row] = await db.query<InvitationRow>(
    `INSERT INTO invitations (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [newId("ivt", nowMs), accountId, address, role, hashToken(token), invitedBy, now, new Date(nowMs + invitationMs)],
  );
  if (row === undefined) throw new Error("INSERT of an invitation returned no row");
  return { invitation: toInvitation(row), token };
}

/** Lists open invitations of an account, newest first. */
export async function listInvitations(db: Queryable, accountId: string, nowMs: number): Promise<InvitationRecord[]> {
  const rows = await db.query<InvitationRow>(
    `SELECT ${columns} FROM invitations WHERE account_id = $1 AND ${isOpen("$2")} ORDER BY id DESC LIMIT 200`,
    [accountId, new Date(nowMs)],
  );
  return rows.map(toInvitation);
}

/** Withdraws an invitation. @returns false if no open invitation has this id. */
export async function withdrawInvitation(
  db: Queryable,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const updated = await db.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE id = $1 AND account_id = $2 AND ${isOpen("$3")}`,
    [id, accountId, new Date(nowMs)],
  );
  return updated > 0;
}

/** Withdraws the open invitations of a user who may no longer invite, so that removed users cannot rejoin with their own links. */
export async function withdrawInvitationsBy(
  db: Queryable,
  accountId: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE invitations SET withdrawn_at = $3 WHERE account_id = $1 AND invited_by = $2 AND ${isOpen("$3")}`,
    [accountId, userId, new Date(nowMs)],
  );
}

/** Finds the open invitation of a token; undefined if the token is unknown, used, withdrawn or expired. */
export async function findInvitation(
  db: Queryable,
  token: string,
  nowMs: number,
): Promise<InvitationRecord | undefined> {
  const [row] = await db.query<InvitationRow>(
    `SELECT ${columns} FROM invitations WHERE token_hash = $1 AND ${isOpen("$2")}`,
    [hashToken(token), new Date(nowMs)],
  );
  return row && toInvitation(row);
}

/** Marks the invitation of a token as accepted. @returns undefined if the token is unknown, used, withdrawn or expired. */
export async function consumeInvitation(
  db: Queryable,
  token: string,
  nowMs: number,
): Promise<InvitationRecord | undefined> {
  const [row] = await db.query<InvitationRow>(
    `UPDATE invitations SET accepted_at = $2 WHERE token_hash = $1 AND ${isOpen("$2")} RETURNING ${columns}`,
    [hashToken(token), new Date(nowMs)],
  );
  return row && toInvitation(row);
}

/** Marks the open invitation of an account to an address, which the caller has verified, as accepted. */
export async function acceptInvitationTo(
  db: Queryable,
  { accountId, email }: { accountId: string; email: string },
  nowMs: number,
): Promise<InvitationRecord | undefined> {
  const [row] = await db.query<InvitationRow>(
    `UPDATE invitations SET accepted_at = $3 WHERE account_id = $1 AND email = $2 AND ${isOpen("$3")} RETURNING ${columns}`,
    [accountId, email, new Date(nowMs)],
  );
  return row && toInvitation(row);
}
