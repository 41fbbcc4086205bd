import { formatInstant, type Overview, type RowScope, type WebhookStatus } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

/**
 * Counts deliveries by outcome.
 *
 * @param sinceMs earliest creation time, on the data clock.
 */
export async function countDeliveries(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  sinceMs: number,
): Promise<Overview["deliveries"]> {
  const [row] = await db.query<Overview["deliveries"]>(
    `SELECT (count(*) FILTER (WHERE status = 'delivered'))::int AS "delivered",
            (count(*) FILTER (WHERE status IN ('pending', 'delivering', 'awaiting_retry')))::int AS "awaitingRetry",
            (count(*) FILTER (WHERE status = 'dead_lettered'))::int AS "deadLettered"
     FROM deliveries WHERE account_id = $1 AND environment = $2 AND created_at >= $3 AND ${applicationCondition("$4")}`,
    [accountId, environment, new Date(sinceMs), applicationId],
  );
  return row ?? { delivered: 0, awaitingRetry: 0, deadLettered: 0 };
}

interface WebhookRow {
  id: string;
  url: string;
  status: WebhookStatus;
  failures: number;
  failing_since: Date | null;
}

/** Lists endpoints that are disabled, failed verification or have failing deliveries. */
export async function listUnhealthyWebhooks(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
): Promise<Overview["unhealthyWebhooks"]> {
  const rows = await db.query<WebhookRow>(
    `SELECT id, url, status, failures, failing_since FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ${applicationCondition("$3")}
       AND (status IN ('verification_failed', 'disabled') OR failing_since IS NOT NULL)
     ORDER BY id DESC LIMIT 50`,
    [accountId, environment, applicationId],
  );
  return rows.map(({ id, url, status, failures, failing_since: since }) => {
    return { id, url, status, failures, firstFailureAt: since === null ? null : formatInstant(since.getTime()) };
  });
}
