import type { Queryable } from "@wayfare/database";

/**
 * Returns when the current period of an account's test subscription began, or its last change of plan if that is later; null without a
 * subscription. The test clock cannot be set back to before that time: charges are shares of a period that has begun.
 */
export async function findTestPeriodStartMs(db: Queryable, accountId: string): Promise<number | null> {
  const [row] = await db.query<{ started_at: Date | null }>(
    `SELECT max(GREATEST(subscription.period_start, segment.started_at)) AS started_at
     FROM subscriptions subscription
     LEFT JOIN subscription_segments segment ON segment.subscription_id = subscription.id AND segment.ended_at IS NULL
     WHERE subscription.account_id = $1 AND subscription.environment = 'test' AND subscription.ended_at IS NULL`,
    [accountId],
  );
  return row?.started_at?.getTime() ?? null;
}
