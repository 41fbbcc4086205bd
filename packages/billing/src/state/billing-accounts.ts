import type { AccountScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { scopesSql, scopeValues } from "../records/scope-values.ts";
import { pastDueMs } from "../subscriptions/renewal.ts";

/** Locks the billing row of an account until the transaction ends, and creates it if missing. Serializes changes of the account's billing. */
export async function lockAccount(
  db: Queryable,
  { accountId, environment }: AccountScope,
  nowMs: number,
): Promise<void> {
  const scope = [accountId, environment];
  const lock = "SELECT 1 FROM billing_accounts WHERE account_id = $1 AND environment = $2 FOR NO KEY UPDATE";
  if ((await db.query(lock, scope)).length > 0) return;
  await db.execute(
    "INSERT INTO billing_accounts (account_id, environment, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [...scope, new Date(nowMs)],
  );
  await db.query(lock, scope);
}

/** An scope, and the current time of its test clock. */
export interface DueAccount extends AccountScope {
  nowMs: number;
}

/**
 * Locks accounts with a due step, skipping locked ones: longest due first, live before test.
 *
 * @returns at most `limit` accounts, locked until the transaction ends.
 */
export async function lockDueAccounts(db: Queryable, wallMs: number, limit: number): Promise<DueAccount[]> {
  const live = await db.query<{ account_id: string }>(
    `SELECT account_id FROM billing_accounts WHERE environment = 'live' AND due_at <= $1
     ORDER BY due_at, account_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
    [new Date(wallMs), limit],
  );
  const test = await db.query<{ account_id: string; offset_ms: number }>(
    `SELECT billing.account_id, account.test_clock_offset_ms AS offset_ms
     FROM billing_accounts billing JOIN accounts account ON account.id = billing.account_id
     WHERE billing.environment = 'test' AND billing.due_at <= $1::timestamptz + account.test_clock_offset_ms * interval '1 millisecond'
     ORDER BY billing.due_at, billing.account_id LIMIT $2 FOR NO KEY UPDATE OF billing SKIP LOCKED`,
    [new Date(wallMs), limit - live.length],
  );
  return [
    ...live.map(({ account_id: accountId }) => ({ accountId, environment: "live" as const, nowMs: wallMs })),
    ...test.map((row) => ({
      accountId: row.account_id,
      environment: "test" as const,
      nowMs: wallMs + row.offset_ms,
    })),
  ];
}

/** Saves when each account is due next: a period ends, a draft is finalized, an invoice becomes overdue, or an overdue subscription ends. */
export async function rescheduleAccounts(db: Queryable, scopes: readonly AccountScope[]): Promise<void> {
  await db.execute(
    `UPDATE billing_accounts billing SET due_at = LEAST(
       subscription.period_end,
       subscription.past_due_since + $3 * interval '1 millisecond',
       (SELECT min(finalize_at) FROM invoices
        WHERE account_id = billing.account_id AND environment = billing.environment AND status = 'draft'),
       CASE WHEN subscription.status IN ('trialing', 'active') THEN
         (SELECT min(due_at) FROM invoices
          WHERE account_id = billing.account_id AND environment = billing.environment AND status = 'open') END)
     FROM ${scopesSql} LEFT JOIN subscriptions subscription
       ON subscription.account_id = scope.account_id AND subscription.environment = scope.environment AND subscription.ended_at IS NULL
     WHERE billing.account_id = scope.account_id AND billing.environment = scope.environment`,
    [...scopeValues(scopes), pastDueMs],
  );
}

/** Postpones an account's next step. `untilMs` is in the time of its test clock. */
export async function postponeAccount(
  db: Queryable,
  { accountId, environment }: AccountScope,
  untilMs: number,
): Promise<void> {
  await db.execute("UPDATE billing_accounts SET due_at = $3 WHERE account_id = $1 AND environment = $2", [
    accountId,
    environment,
    new Date(untilMs),
  ]);
}

/** Marks the account's trial as used. */
export async function markTrialUsed(
  db: Queryable,
  { accountId, environment }: AccountScope,
  nowMs: number,
): Promise<void> {
  await db.execute(
    "UPDATE billing_accounts SET trial_used_at = $3 WHERE account_id = $1 AND environment = $2 AND trial_used_at IS NULL",
    [accountId, environment, new Date(nowMs)],
  );
}

/** Saves the provider's customer and payment method, which is charged from the next invoice on. */
export async function saveMethod(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { customer, method }: { customer: string; method: string },
): Promise<void> {
  await db.execute(
    `UPDATE billing_accounts SET provider_customer = $3, provider_method = $4 WHERE account_id = $1 AND environment = $2`,
    [accountId, environment, customer, method],
  );
}

/** Due billing work of all accounts. */
export interface BillingQueue {
  due: number;
  isMinimum: boolean;
  /** Due time of the oldest item in real time; null if there is none. */
  oldestDueMs: number | null;
}

/** Counts the accounts with a due billing step, up to a limit for each environment. */
export async function readDueSteps(
  db: Queryable,
  { wallMs, limit }: { wallMs: number; limit: number },
): Promise<BillingQueue> {
  const [live, test] = await Promise.all([
    db.query<{ due: number; oldest: Date | null }>(
      `SELECT count(*)::int AS due, min(due_at) AS oldest FROM (
         SELECT due_at FROM billing_accounts WHERE environment = 'live' AND due_at <= $1 ORDER BY due_at, account_id LIMIT $2
       ) waiting`,
      [new Date(wallMs), limit + 1],
    ),
    db.query<{ due: number; oldest: Date | null }>(
      `SELECT count(*)::int AS due, min(due_at) AS oldest FROM (
         SELECT billing.due_at - account.test_clock_offset_ms * interval '1 millisecond' AS due_at
         FROM billing_accounts billing JOIN accounts account ON account.id = billing.account_id
         WHERE billing.environment = 'test' AND billing.due_at <= $1::timestamptz + account.test_clock_offset_ms * interval '1 millisecond'
         ORDER BY billing.due_at, billing.account_id LIMIT $2
       ) waiting`,
      [new Date(wallMs), limit + 1],
    ),
  ]);
  const parts = [...live, ...test];
  const oldest = parts.flatMap((part) => (part.oldest === null ? [] : [part.oldest.getTime()]));
  return {
    due: parts.reduce((sum, { due }) => sum + Math.min(due, limit), 0),
    isMinimum: parts.some(({ due }) => due > limit),
    oldestDueMs: oldest.length === 0 ? null : Math.min(...oldest),
  };
}
