import { newId, type Period, type PlanName, type Role, readPlanName } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { readPaidPeriod } from "../../tenancy/paid-period.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "../users/role.ts";
import { idleMs, longestMs } from "./lifetime.ts";

/** What is known of a session when a request comes with it. */
export interface KnownSession {
  id: string;
  accountId: string;
  userId: string;
  role: Role;
  /** Of the account. */
  plan: PlanName;
  /** Of the account's paid subscription; null where it has none. */
  paidPeriod: Period | null;
  /** How far the clock of the account's test data is ahead of the wall's. */
  testClockOffsetMs: number;
  createdAtMs: number;
  lastUsedAtMs: number;
  steppedUpAtMs: number;
}

interface KnownRow {
  id: string;
  account_id: string;
  user_id: string;
  role: string;
  plan: string;
  period_start: Date | null;
  period_end: Date | null;
  test_clock_offset_ms: number;
  created_at: Date;
  last_used_at: Date;
  stepped_up_at: Date;
}

/** Where processes tell each other that a session has ended, or that what a user may do has changed; the payload is the id. */
export const sessionsChannel = "wayfare_sessions";

const known = `SELECT session.id, session.account_id, session.user_id, person.role, account.plan, account.period_start, account.period_end,
    account.test_clock_offset_ms, session.created_at, session.last_used_at, session.stepped_up_at
  FROM sessions session
  JOIN users person ON person.id = session.user_id AND person.account_id = session.account_id AND person.removed_at IS NULL
  JOIN accounts account ON account.id = session.account_id`;

/** The session of a token, over or not. */
export async function findKnownSession(session: Session, token: string): Promise<KnownSession | undefined> {
  const [row] = await session.query<KnownRow>(`${known} WHERE session.token_hash = $1`, [hashToken(token)], {
    name: "find-known-session",
  });
  return row && toKnown(row);
}

/** The same by its id, for what goes on after its first request. */
export async function findSessionById(session: Session, id: string): Promise<KnownSession | undefined> {
  const [row] = await session.query<KnownRow>(`${known} WHERE session.id = $1`, [id]);
  return row && toKnown(row);
}

function toKnown(row: KnownRow): KnownSession {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    role: readRole(row.role),
    plan: readPlanName(row.plan),
    paidPeriod: readPaidPeriod(row),
    testClockOffsetMs: row.test_clock_offset_ms,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
    steppedUpAtMs: row.stepped_up_at.getTime(),
  };
}

interface NewSession {
  accountId: string;
  userId: string;
  device: string;
  address: string;
}

/** Makes a session that was confirmed just now, and answers its token, which is kept nowhere. */
export async function insertSession(session: Session, made: NewSession, nowMs: number): Promise<string> {
  const token = makeToken();
  const now = new Date(nowMs);
  await session.execute(
    `INSERT INTO sessions (id, token_hash, account_id, user_id, device, address, created_at, last_used_at, stepped_up_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [newId("ses", nowMs), hashToken(token), made.accountId, made.userId, made.device, made.address, now],
  );
  return token;
}

export async function touchSession(
  session: Session,
  { id, accountId }: Pick<KnownSession, "id" | "accountId">,
  address: string,
  nowMs: number,
): Promise<void> {
  await session.execute(
    "UPDATE sessions SET last_used_at = $3, address = $4 WHERE id = $1 AND account_id = $2 AND last_used_at < $3",
    [id, accountId, new Date(nowMs), address],
  );
}

/** Notes that whoever sits there has just proved who they are. */
export async function confirmSession(
  session: Session,
  { id, accountId }: Pick<KnownSession, "id" | "accountId">,
  nowMs: number,
): Promise<void> {
  await session.execute("UPDATE sessions SET stepped_up_at = $3 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    new Date(nowMs),
  ]);
}

/** Ends the session of a token, if there is one. */
export async function endSessionOfToken(session: Session, token: string): Promise<void> {
  const [row] = await session.query<{ id: string }>("DELETE FROM sessions WHERE token_hash = $1 RETURNING id", [
    hashToken(token),
  ]);
  if (row !== undefined) await announceSession(session, row.id);
}

interface SessionOwner {
  accountId: string;
  userId: string;
}

/** Ends a session of a user; false where there is none with this id. */
export async function endSession(session: Session, owner: SessionOwner, id: string): Promise<boolean> {
  const ended = await session.execute("DELETE FROM sessions WHERE id = $1 AND account_id = $2 AND user_id = $3", [
    id,
    owner.accountId,
    owner.userId,
  ]);
  if (ended > 0) await announceSession(session, id);
  return ended > 0;
}

/** Ends the sessions of a user, all but one where it is given. */
export async function endSessionsOf(session: Session, owner: SessionOwner, exceptId: string | null): Promise<void> {
  await session.execute(
    "DELETE FROM sessions WHERE account_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id <> $3)",
    [owner.accountId, owner.userId, exceptId],
  );
  await announceSession(session, owner.userId);
}

/** Tells every process, once the transaction has committed, to look at a session, or at those of a user, again. */
export async function announceSession(session: Session, id: string): Promise<void> {
  await session.query("SELECT pg_notify($1, $2)", [sessionsChannel, id]);
}

export interface SessionRecord {
  id: string;
  device: string;
  address: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

/** Where a user is signed in, newest first. */
export async function listSessions(session: Session, owner: SessionOwner, nowMs: number): Promise<SessionRecord[]> {
  const rows = await session.query<{
    id: string;
    device: string;
    address: string;
    created_at: Date;
    last_used_at: Date;
  }>(
    `SELECT id, device, address, created_at, last_used_at FROM sessions
     WHERE account_id = $1 AND user_id = $2 AND last_used_at > $3 AND created_at > $4 ORDER BY id DESC LIMIT 200`,
    [owner.accountId, owner.userId, new Date(nowMs - idleMs), new Date(nowMs - longestMs)],
  );
  return rows.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    device,
    address,
    createdAtMs: created_at.getTime(),
    lastUsedAtMs: last_used_at.getTime(),
  }));
}

/** Deletes one batch of sessions that nobody has used for too long; answers how many there were. */
export function deleteIdleSessions(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE last_used_at <= $1 ORDER BY last_used_at LIMIT $2)",
    [new Date(nowMs - idleMs), limit],
  );
}
