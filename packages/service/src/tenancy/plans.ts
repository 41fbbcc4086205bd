import type { Period, PlanName } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { accessChannel } from "./access-changes.ts";

/** Plan of an account, and the period in which its searches are counted; null for calendar months. */
export interface AccountPlan {
  accountId: string;
  plan: PlanName;
  /** Version of the subscription; null without a subscription, for the current version. */
  planVersion: number | null;
  period: Period | null;
}

/** Sets the plans of accounts and notifies every process that the limits of their keys changed. */
export async function setPlans(db: Queryable, plans: readonly AccountPlan[]): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ accountId }) => accountId);
  await db.execute(
    `UPDATE accounts SET plan = given.plan, plan_version = given.plan_version, period_start = given.period_start, period_end = given.period_end
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[])
       AS given (id, plan, plan_version, period_start, period_end)
     WHERE accounts.id = given.id`,
    [
      ids,
      plans.map(({ plan }) => plan),
      plans.map(({ planVersion }) => planVersion),
      plans.map(({ period }) => period && new Date(period.startMs)),
      plans.map(({ period }) => period && new Date(period.endMs)),
    ],
  );
  await db.query("SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id", [accessChannel, ids]);
}

/** Counts the accounts with a plan, with and without a live subscription. */
export async function countPlanAccounts(
  db: Queryable,
  plan: PlanName,
): Promise<{ subscribed: number; unsubscribed: number }> {
  const [row] = await db.query<{ subscribed: number; unsubscribed: number }>(
    `SELECT count(period_start)::bigint AS subscribed, (count(*) - count(period_start))::bigint AS unsubscribed
     FROM accounts WHERE plan = $1`,
    [plan],
  );
  return row ?? { subscribed: 0, unsubscribed: 0 };
}
