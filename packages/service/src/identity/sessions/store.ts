import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import { newId, type Period, type Plan, type Role } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Acting } from "../../http/caller.ts";
import { type AccountState, readAccountState } from "../../tenancy/account-state.ts";
import { readPaidPeriod } from "../../tenancy/paid-period.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "../users/role.ts";
import type { MemberKey } from "../users/store.ts";
import { idleTimeoutMs, maxLifetimeOf } from "./lifetime.ts";

/** Data of a session that authentication needs. */
export interface KnownSession {
  id: string;
  accountId: string;
  userId: string;
  role: Role;
  /** True for an operator of the deployment. */
  isOperator: boolean;
  /** True for a session of single sign-on, which is valid for its account only. */
  isSso: boolean;
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
  is_sso: boolean;
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

const known = `SELECT session.id, session.account_id, session.user_id, member.role, member.operator_since, session.is_sso, account.suspended_at, account.closes_at,
    account.plan, ${accountPlanSql("account")}, account.period_start, account.period_end, account.test_clock_offset_ms, session.created_at, session.last_used_at, session.stepped_up_at
  FROM sessions session
  JOIN members member ON member.user_id = session.user_id AND member.account_id = session.account_id
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
    isSso: row.is_sso,
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
  isSso: boolean;
  /** Times of the session that this one replaces; by default, both are now. */
  times?: SessionTimes;
}

/** Times that a session keeps when it is replaced by one in another account. */
export interface SessionTimes {
  createdAtMs: number;
  steppedUpAtMs: number;
}

/** Inserts a session, with a current step-up unless it replaces another one. @returns its token, of which only the hash is stored. */
export async function insertSession(db: Queryable, made: NewSession, nowMs: number): Promise<string> {
  const token = makeToken();
  const { createdAtMs, steppedUpAtMs } = made.times ?? { createdAtMs: nowMs, steppedUpAtMs: nowMs };
  await db.execute(
    `INSERT INTO sessions (id, token_hash, account_id, user_id, device, address, created_at, last_used_at, stepped_up_at, is_sso)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId("ses", nowMs),
      hashToken(token),
      made.accountId,
      made.userId,
      made.device,
      made.address,
      new Date(createdAtMs),
      new Date(nowMs),
      new Date(steppedUpAtMs),
      made.isSso,
    ],
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

/** Sessions that a user may list and end. */
export interface OwnSessions {
  userId: string;
  /** Limits them to the sessions of single sign-on in this account; null for all sessions in all accounts. */
  ssoAccountId: string | null;
}

/** Ends a session of a user. @returns its account; undefined if the user has no session with this id. */
export async function endSession(
  db: Queryable,
  { userId, ssoAccountId }: OwnSessions,
  id: string,
): Promise<string | undefined> {
  const [ended] = await db.query<{ account_id: string }>(
    `DELETE FROM sessions WHERE id = $1 AND user_id = $2 AND ($3::text IS NULL OR (account_id = $3 AND is_sso))
     RETURNING account_id`,
    [id, userId, ssoAccountId],
  );
  if (ended !== undefined) await notifySessionChange(db, id);
  return ended?.account_id;
}

/** Ends a session that another one replaces. @returns its times; undefined if it has ended already. */
export async function takeSession(db: Queryable, userId: string, id: string): Promise<SessionTimes | undefined> {
  const [ended] = await db.query<{ created_at: Date; stepped_up_at: Date }>(
    "DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING created_at, stepped_up_at",
    [id, userId],
  );
  if (ended === undefined) return undefined;
  await notifySessionChange(db, id);
  return { createdAtMs: ended.created_at.getTime(), steppedUpAtMs: ended.stepped_up_at.getTime() };
}

/** Ends the sessions of a member in one account. */
export async function endSessionsOfMember(db: Queryable, { accountId, userId }: MemberKey): Promise<void> {
  await db.execute("DELETE FROM sessions WHERE account_id = $1 AND user_id = $2", [accountId, userId]);
  await notifySessionChange(db, userId);
}

/** Ends the sessions of a user in all accounts, except `exceptId`, if given. */
export async function endSessionsOfUser(db: Queryable, userId: string, exceptId: string | null): Promise<void> {
  await db.execute("DELETE FROM sessions WHERE user_id = $1 AND ($2::text IS NULL OR id <> $2)", [userId, exceptId]);
  await notifySessionChange(db, userId);
}

/** Sessions of an account that end when its single sign-on changes. */
interface EndedSessions {
  accountId: string;
  isSso: boolean;
  /** Domain of the users in lower case; null for all users. */
  domain: string | null;
  /** Id of a session that stays. */
  exceptId: string;
}

/** Ends sessions of an account, either those of single sign-on or the others. */
export async function endSessionsOfAccount(
  db: Queryable,
  { accountId, isSso, domain, exceptId }: EndedSessions,
): Promise<void> {
  const ended = await db.query<{ id: string }>(
    `DELETE FROM sessions WHERE account_id = $1 AND is_sso = $2 AND id <> $4 AND ($3::text IS NULL OR user_id IN (
       SELECT member.user_id FROM members member JOIN users person ON person.id = member.user_id
       WHERE member.account_id = $1 AND split_part(person.email, '@', 2) = $3)) RETURNING id`,
    [accountId, isSso, domain, exceptId],
  );
  for (const { id } of ended) await notifySessionChange(db, id);
}

/** Notifies every process, when the transaction commits, to reload a session or the sessions of a user. */
export async function notifySessionChange(db: Queryable, id: string): Promise<void> {
  await db.query("SELECT pg_notify($1, $2)", [sessionsChannel, id]);
}

export interface SessionRecord {
  id: string;
  accountName: string;
  device: string;
  address: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

/** Lists the active sessions of a user, newest first. */
export async function listSessions(
  db: Queryable,
  { userId, ssoAccountId }: OwnSessions,
  nowMs: number,
): Promise<SessionRecord[]> {
  const rows = await db.query<{
    id: string;
    account_name: string;
    device: string;
    address: string;
    created_at: Date;
    last_used_at: Date;
  }>(
    `SELECT session.id, account.name AS account_name, session.device, session.address, session.created_at, session.last_used_at
     FROM sessions session JOIN accounts account ON account.id = session.account_id
     WHERE session.user_id = $1 AND session.last_used_at > $2
       AND session.created_at > CASE WHEN session.is_sso THEN $4::timestamptz ELSE $3::timestamptz END
       AND ($5::text IS NULL OR (session.account_id = $5 AND session.is_sso))
     ORDER BY session.id DESC LIMIT 200`,
    [
      userId,
      new Date(nowMs - idleTimeoutMs),
      new Date(nowMs - maxLifetimeOf({ isSso: false })),
      new Date(nowMs - maxLifetimeOf({ isSso: true })),
      ssoAccountId,
    ],
  );
  return rows.map(({ id, account_name: accountName, device, address, created_at, last_used_at }) => ({
    id,
    accountName,
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
