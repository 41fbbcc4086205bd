import { firstIdAt, formatInstant, type Overview, type RowScope, type WebhookStatus } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

const createdBeforeMs = 7 * 86_400_000;

/**
 * Counts the deliveries that were delivered or became dead letters since a time, and those that are still pending, among the deliveries
 * created up to seven days before that time. By default a delivery becomes a dead letter 32 h 36 min after it is created, so a count by
 * creation time would miss it.
 *
 * @param sinceMs earliest end, on the data clock
 */
export async function countDeliveries(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  sinceMs: number,
): Promise<Overview["deliveries"]> {
  const [row] = await db.query<Overview["deliveries"]>(
    `SELECT (count(*) FILTER (WHERE status = 'delivered' AND finished_at >= $3))::int AS "delivered",
            (count(*) FILTER (WHERE status IN ('pending', 'delivering', 'awaiting_retry')))::int AS "awaitingRetry",
            (count(*) FILTER (WHERE status = 'dead_lettered' AND finished_at >= $3))::int AS "deadLettered"
     FROM deliveries WHERE account_id = $1 AND environment = $2 AND id >= $5 AND ${applicationCondition("$4")}`,
    [accountId, environment, new Date(sinceMs), applicationId, firstIdAt("dlv", sinceMs - createdBeforeMs)],
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

/** Returns true if the scope has a webhook endpoint. */
export async function hasWebhooks(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ${applicationCondition("$3")} LIMIT 1`,
    [accountId, environment, applicationId],
  );
  return rows.length > 0;
}
