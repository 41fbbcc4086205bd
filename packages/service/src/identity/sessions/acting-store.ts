import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import { newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { readPaidPeriod } from "../../tenancy/paid-period.ts";
import { hashToken, makeToken } from "../credentials/token.ts";
import { readRole } from "../users/role.ts";
import { actingLifetimeMs } from "./lifetime.ts";
import { type KnownSession, notifySessionChange } from "./store.ts";

interface ActingRow extends AccountPlanRow {
  id: string;
  account_id: string;
  user_id: string;
  customer_id: string;
  role: string;
  is_sso: boolean;
  period_start: Date | null;
  period_end: Date | null;
  test_clock_offset_ms: number;
  created_at: Date;
}

const known = `SELECT acting.id, acting.account_id, acting.user_id, acting.customer_id, acting.role, acting.is_sso, acting.created_at,
    customer.plan, ${accountPlanSql("customer")}, customer.period_start, customer.period_end, customer.test_clock_offset_ms
  FROM acting_sessions acting
  JOIN members member ON member.user_id = acting.user_id AND member.account_id = acting.account_id
    AND member.operator_since IS NOT NULL
  JOIN accounts customer ON customer.id = acting.customer_id`;

/** Finds the session of a token in which an operator acts for a customer, expired or not. */
export async function findActingSession(db: Queryable, token: string): Promise<KnownSession | undefined> {
  const [row] = await db.query<ActingRow>(`${known} WHERE acting.token_hash = $1`, [hashToken(token)]);
  return row && toKnown(row);
}

/** Finds such a session by id, for streams that continue after the first request. */
export async function findActingSessionById(db: Queryable, id: string): Promise<KnownSession | undefined> {
  const [row] = await db.query<ActingRow>(`${known} WHERE acting.id = $1`, [id]);
  return row && toKnown(row);
}

/** The session has the account of the customer, which may be suspended, and a step-up at its start. */
function toKnown(row: ActingRow): KnownSession {
  const createdAtMs = row.created_at.getTime();
  return {
    id: row.id,
    accountId: row.customer_id,
    userId: row.user_id,
    role: readRole(row.role),
    isOperator: false,
    isSso: false,
    account: { suspendedAtMs: null, closesAtMs: null },
    acting: {
      operatorAccountId: row.account_id,
      changes: row.role === "owner",
      isSso: row.is_sso,
      endsAtMs: createdAtMs + actingLifetimeMs,
    },
    plan: readAccountPlan(row),
    paidPeriod: readPaidPeriod(row),
    testClockOffsetMs: row.test_clock_offset_ms,
    createdAtMs,
    lastUsedAtMs: createdAtMs,
    steppedUpAtMs: createdAtMs,
  };
}

interface NewActingSession {
  accountId: string;
  userId: string;
  customerId: string;
  changes: boolean;
  /** True if the operator signed in by single sign-on. */
  isSso: boolean;
}

/** Inserts a session in which an operator acts for a customer. @returns its token, of which only the hash is stored. */
export async function insertActingSession(db: Queryable, made: NewActingSession, nowMs: number): Promise<string> {
  const token = makeToken();
  await db.execute(
    `INSERT INTO acting_sessions (id, token_hash, account_id, user_id, customer_id, role, created_at, is_sso)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      newId("ses", nowMs),
      hashToken(token),
      made.accountId,
      made.userId,
      made.customerId,
      made.changes ? "owner" : "viewer",
      new Date(nowMs),
      made.isSso,
    ],
  );
  return token;
}

/** Ends a session in which an operator acts for a customer. */
export async function endActingSession(db: Queryable, operatorAccountId: string, id: string): Promise<void> {
  await db.execute("DELETE FROM acting_sessions WHERE id = $1 AND account_id = $2", [id, operatorAccountId]);
  await notifySessionChange(db, id);
}

/** Ends such a session of a token, if it exists. */
export async function endActingSessionOfToken(db: Queryable, token: string): Promise<void> {
  await db.execute("DELETE FROM acting_sessions WHERE token_hash = $1", [hashToken(token)]);
}

/** Deletes one batch of expired sessions of this kind. @returns the number of deleted rows. */
export function deleteOldActingSessions(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    "DELETE FROM acting_sessions WHERE id IN (SELECT id FROM acting_sessions WHERE created_at <= $1 ORDER BY created_at LIMIT $2)",
    [new Date(nowMs - actingLifetimeMs), limit],
  );
}
