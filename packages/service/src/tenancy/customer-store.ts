import {
  type AccountStatus,
  type CustomerAccount,
  formatInstant,
  type PlanName,
  readSearchCurrency,
} from "@wayfare/contract";
import { containsText, type Queryable } from "@wayfare/database";
import { accountStatusOf, readAccountState } from "./account-state.ts";

/** Accounts as operators see them. The statements concern every account of the deployment. */

interface CustomerRow {
  id: string;
  name: string;
  plan: string;
  currency: string;
  is_operator: boolean;
  created_at: Date;
  suspended_at: Date | null;
  suspension_reason: string | null;
  closes_at: Date | null;
  erased_at: Date | null;
}

const columns =
  "id, name, plan, currency, is_operator, created_at, suspended_at, suspension_reason, closes_at, erased_at";

/** Same rule as `accountStatusOf`. */
const statusSql = (now: string) =>
  `CASE WHEN closes_at <= ${now} THEN 'closed' WHEN closes_at IS NOT NULL THEN 'closing'
        WHEN suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END`;

const instantOrNull = (at: Date | null): string | null => (at === null ? null : formatInstant(at.getTime()));

function toCustomer(row: CustomerRow, nowMs: number): CustomerAccount {
  return {
    id: row.id,
    name: row.name,
    status: accountStatusOf(readAccountState(row), nowMs),
    plan: row.plan,
    currency: readSearchCurrency(row.currency),
    isOperator: row.is_operator,
    createdAt: formatInstant(row.created_at.getTime()),
    suspendedAt: instantOrNull(row.suspended_at),
    suspensionReason: row.suspension_reason,
    closesAt: instantOrNull(row.closes_at),
    erasedAt: instantOrNull(row.erased_at),
  };
}

/** Finds an account. With `lock`, locks its row until the transaction ends. */
export async function findCustomer(
  db: Queryable,
  id: string,
  nowMs: number,
  { lock = false } = {},
): Promise<CustomerAccount | undefined> {
  const [row] = await db.query<CustomerRow>(
    `SELECT ${columns} FROM accounts WHERE id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [id],
  );
  return row && toCustomer(row, nowMs);
}

export interface CustomerFilter {
  search?: string | undefined;
  status?: AccountStatus | undefined;
  plan?: PlanName | undefined;
}

/** Lists accounts of the deployment, newest first, after an id. */
export async function listCustomers(
  db: Queryable,
  { filter, afterId, limit, nowMs }: { filter: CustomerFilter; afterId: string | null; limit: number; nowMs: number },
): Promise<CustomerAccount[]> {
  const rows = await db.query<CustomerRow>(
    `SELECT ${columns} FROM accounts
     WHERE ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR plan = $2)
       AND ($3::text IS NULL OR ${statusSql("$4::timestamptz")} = $3) AND ${containsText("$5", ["name", "id"])}
     ORDER BY id DESC LIMIT $6`,
    [afterId, filter.plan ?? null, filter.status ?? null, new Date(nowMs), filter.search ?? null, limit],
  );
  return rows.map((row) => toCustomer(row, nowMs));
}

export async function updateAccountName(db: Queryable, id: string, name: string): Promise<void> {
  await db.execute("UPDATE accounts SET name = $2 WHERE id = $1", [id, name]);
}

/** Writes the suspension of an account; null resumes it. */
export async function updateSuspension(
  db: Queryable,
  id: string,
  suspension: { atMs: number; reason: string } | null,
): Promise<void> {
  await db.execute("UPDATE accounts SET suspended_at = $2, suspension_reason = $3 WHERE id = $1", [
    id,
    suspension === null ? null : new Date(suspension.atMs),
    suspension?.reason ?? null,
  ]);
}

/** Writes the end of the grace period of a closure; null withdraws the closure. */
export async function updateClosing(db: Queryable, id: string, closesAtMs: number | null): Promise<void> {
  await db.execute("UPDATE accounts SET closes_at = $2 WHERE id = $1", [
    id,
    closesAtMs === null ? null : new Date(closesAtMs),
  ]);
}

/** Marks an account whose personal data is being erased. Repeating it changes nothing. */
export async function markErased(db: Queryable, id: string, nowMs: number): Promise<void> {
  await db.execute("UPDATE accounts SET erased_at = $2 WHERE id = $1 AND erased_at IS NULL", [id, new Date(nowMs)]);
}

/** Returns the id of the operators' account, if there is one. */
export async function findOperatorAccount(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>("SELECT id FROM accounts WHERE is_operator ORDER BY id LIMIT 1");
  return row?.id;
}

/** Makes an account the operators' account. @throws DatabaseError for `accounts_operator` if there is another one. */
export async function markOperatorAccount(db: Queryable, id: string): Promise<void> {
  await db.execute("UPDATE accounts SET is_operator = true WHERE id = $1", [id]);
}
