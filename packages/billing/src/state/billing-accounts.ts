import type { Owner } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { ownersSql, ownerValues } from "../records/owner-values.ts";
import { pastDueMs } from "../subscriptions/renewal.ts";

/** Makes the billing row of an owner where there is none, and holds it until the transaction ends: nobody else changes its billing meanwhile. */
export async function lockOwner(session: Session, { accountId, environment }: Owner, nowMs: number): Promise<void> {
  const owner = [accountId, environment];
  const lock = "SELECT 1 FROM billing_accounts WHERE account_id = $1 AND environment = $2 FOR NO KEY UPDATE";
  if ((await session.query(lock, owner)).length > 0) return;
  await session.execute(
    "INSERT INTO billing_accounts (account_id, environment, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [...owner, new Date(nowMs)],
  );
  await session.query(lock, owner);
}

/** An owner, and the present instant in the clock of its data. */
export interface DueOwner extends Owner {
  nowMs: number;
}

/**
 * Takes owners with something to do, passing over those that somebody else has taken: the longest due first, live before test.
 *
 * @returns `limit` at most, held until the transaction ends.
 */
export async function takeDueOwners(session: Session, wallMs: number, limit: number): Promise<DueOwner[]> {
  const live = await session.query<{ account_id: string }>(
    `SELECT account_id FROM billing_accounts WHERE environment = 'live' AND due_at <= $1
     ORDER BY due_at, account_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
    [new Date(wallMs), limit],
  );
  const test = await session.query<{ account_id: string; offset_ms: number }>(
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

/** Writes down when each owner is next due: a period ends, a draft becomes final, an invoice is overdue, or an overdue subscription ends. */
export async function rescheduleOwners(session: Session, owners: readonly Owner[]): Promise<void> {
  await session.execute(
    `UPDATE billing_accounts billing SET due_at = LEAST(
       subscription.period_end,
       subscription.past_due_since + $3 * interval '1 millisecond',
       (SELECT min(finalize_at) FROM invoices
        WHERE account_id = billing.account_id AND environment = billing.environment AND status = 'draft'),
       CASE WHEN subscription.status IN ('trialing', 'active') THEN
         (SELECT min(due_at) FROM invoices
          WHERE account_id = billing.account_id AND environment = billing.environment AND status = 'open') END)
     FROM ${ownersSql} LEFT JOIN subscriptions subscription
       ON subscription.account_id = owner.account_id AND subscription.environment = owner.environment AND subscription.ended_at IS NULL
     WHERE billing.account_id = owner.account_id AND billing.environment = owner.environment`,
    [...ownerValues(owners), pastDueMs],
  );
}

/** Leaves an owner alone until an instant in the clock of its data. */
export async function postponeOwner(
  session: Session,
  { accountId, environment }: Owner,
  untilMs: number,
): Promise<void> {
  await session.execute("UPDATE billing_accounts SET due_at = $3 WHERE account_id = $1 AND environment = $2", [
    accountId,
    environment,
    new Date(untilMs),
  ]);
}

/** Uses up the one trial of an owner. */
export async function markTrialUsed(session: Session, { accountId, environment }: Owner, nowMs: number): Promise<void> {
  await session.execute(
    "UPDATE billing_accounts SET trial_used_at = $3 WHERE account_id = $1 AND environment = $2 AND trial_used_at IS NULL",
    [accountId, environment, new Date(nowMs)],
  );
}

/** Saves the customer and the payment method that the provider charges from the next invoice on. */
export async function saveMethod(
  session: Session,
  { accountId, environment }: Owner,
  { customer, method }: { customer: string; method: string },
): Promise<void> {
  await session.execute(
    `UPDATE billing_accounts SET provider_customer = $3, provider_method = $4 WHERE account_id = $1 AND environment = $2`,
    [accountId, environment, customer, method],
  );
}
