import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import { newId, type Period, type Plan, type Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Acting } from "../../http/caller.ts";
import { type AccountState, readAccountState } from "../../tenancy/account-state.ts";
import { readPaidPeriod } from "../../tenancy/paid-period.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "../users/role.ts";
import { idleTimeoutMs, maxLifetimeMs } from "./lifetime.ts";

/** Data of a session that authentication needs. */
export interface KnownSession {
  id: string;
  accountId: string;
  userId: string;
  role: Role;
  /** True for an operator of the deployment. */
  isOperator: boolean;
  /** State of the account. */
  account: AccountState;
  /** Set if the user is an operator who acts for a customer; then `accountId` is the customer's account. */
  acting: Acting | null;
  /** Plan of the account. */
  plan: Plan;
  /** Current period of the account's paid subscription; null if there is none. */
  paidPeriod: Period | null;
  /** Offset of the account's test clock to the wall clock. */
  testClockOffsetMs: number;
  createdAtMs: number;
  lastUsedAtMs: number;
  steppedUpAtMs: number;
}

interface KnownRow extends AccountPlanRow {
  id: string;
  account_id: string;
  user_id: string;
  role: string;
  operator_since: Date | null;
  suspended_at: Date | null;
  closes_at: Date | null;
  period_start: Date | null;
  period_end: Date | null;
  test_clock_offset_ms: number;
  created_at: Date;
  last_used_at: Date;
  stepped_up_at: Date;
}

/** Notification channel for ended sessions and changed users; the payload is the id of the session or user. */
export const sessionsChannel = "wayfare_sessions";

const known = `SELECT session.id, session.account_id, session.user_id, person.role, person.operator_since, account.suspended_at, account.closes_at,
    account.plan, ${accountPlanSql("account")}, account.period_start, account.period_end, account.test_clock_offset_ms, session.created_at, session.last_used_at, session.stepped_up_at
  FROM sessions session
  JOIN users person ON person.id = session.user_id AND person.account_id = session.account_id AND person.removed_at IS NULL
  JOIN accounts account ON account.id = session.account_id`;

/** Finds the session of a token, expired or not. */
export async function findKnownSession(db: Queryable, token: string): Promise<KnownSession | undefined> {
  const [row] = await db.query<KnownRow>(`${known} WHERE session.token_hash = $1`, [hashToken(token)], {
    name: "find-known-session",
  });
  return row && toKnown(row);
}

/** Finds a session by id, for streams that continue after the first request. */
export async function findSessionById(db: Queryable, id: string): Promise<KnownSession | undefined> {
  const [row] = await db.query<KnownRow>(`${known} WHERE session.id = $1`, [id]);
  return row && toKnown(row);
}

function toKnown(row: KnownRow): KnownSession {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    role: readRole(row.role),
    isOperator: row.operator_since !== null,
    account: readAccountState(row),
    acting: null,
    plan: readAccountPlan(row),
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

/** Inserts a session with a current step-up. @returns its token, of which only the hash is stored. */
export async function insertSession(db: Queryable, made: NewSession, nowMs: number): Promise<string> {
  const token = makeToken();
  const now = new Date(nowMs);
  await db.execute(
    `INSERT INTO sessions (id, token_hash, account_id, user_id, device, address, created_at, last_used_at, stepped_up_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [newId("ses", nowMs), hashToken(token), made.accountId, made.userId, made.device, made.address, now],
  );
  return token;
}

export async function touchSession(
  db: Queryable,
  { id, accountId }: Pick<KnownSession, "id" | "accountId">,
  address: string,
  nowMs: number,
): Promise<void> {
  await db.execute(
    "UPDATE sessions SET last_used_at = $3, address = $4 WHERE id = $1 AND account_id = $2 AND last_used_at < $3",
    [id, accountId, new Date(nowMs), address],
  );
}

/** Records a step-up. */
export async function confirmSession(
  db: Queryable,
  { id, accountId }: Pick<KnownSession, "id" | "accountId">,
  nowMs: number,
): Promise<void> {
  await db.execute("UPDATE sessions SET stepped_up_at = $3 WHERE id = $1 AND account_id = $2", [
    id,
    accountId,
    new Date(nowMs),
  ]);
}

/** Ends the session of a token, if it exists. */
export async function endSessionOfToken(db: Queryable, token: string): Promise<void> {
  const [row] = await db.query<{ id: string }>("DELETE FROM sessions WHERE token_hash = $1 RETURNING id", [
    hashToken(token),
  ]);
  if (row !== undefined) await notifySessionChange(db, row.id);
}

interface SessionOwner {
  accountId: string;
  userId: string;
}

/** Ends a session of a user. @returns false if the user has no session with this id. */
export async function endSession(db: Queryable, owner: SessionOwner, id: string): Promise<boolean> {
  const ended = await db.execute("DELETE FROM sessions WHERE id = $1 AND account_id = $2 AND user_id = $3", [
    id,
    owner.accountId,
    owner.userId,
  ]);
  if (ended > 0) await notifySessionChange(db, id);
  return ended > 0;
}

/** Ends all sessions of a user except `exceptId`. */
export async function endSessionsOf(db: Queryable, owner: SessionOwner, exceptId: string | null): Promise<void> {
  await db.execute("DELETE FROM sessions WHERE account_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id <> $3)", [
    owner.accountId,
    owner.userId,
    exceptId,
  ]);
  await notifySessionChange(db, owner.userId);
}

/** Notifies every process, when the transaction commits, to reload a session or the sessions of a user. */
export async function notifySessionChange(db: Queryable, id: string): Promise<void> {
  await db.query("SELECT pg_notify($1, $2)", [sessionsChannel, id]);
}

export interface SessionRecord {
  id: string;
  device: string;
  address: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

/** Lists the active sessions of a user, newest first. */
export async function listSessions(db: Queryable, owner: SessionOwner, nowMs: number): Promise<SessionRecord[]> {
  const rows = await db.query<{
    id: string;
    device: string;
    address: string;
    created_at: Date;
    last_used_at: Date;
  }>(
    `SELECT id, device, address, created_at, last_used_at FROM sessions
     WHERE account_id = $1 AND user_id = $2 AND last_used_at > $3 AND created_at > $4 ORDER BY id DESC LIMIT 200`,
    [owner.accountId, owner.userId, new Date(nowMs - idleTimeoutMs), new Date(nowMs - maxLifetimeMs)],
  );
  return rows.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    device,
    address,
    createdAtMs: created_at.getTime(),
    lastUsedAtMs: last_used_at.getTime(),
  }));
}

/** Deletes one batch of sessions past the idle timeout. @returns the number of deleted rows. */
export function deleteIdleSessions(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE last_used_at <= $1 ORDER BY last_used_at LIMIT $2)",
    [new Date(nowMs - idleTimeoutMs), limit],
  );
}
