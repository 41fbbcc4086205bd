import { formatInstant, type Overview, type RowScope, type WebhookStatus } from "@wayfare/contract";
import { ofApplication, type Session } from "@wayfare/database";

/** Counts the outcomes of deliveries created since an instant of their data's clock. */
export async function countDeliveries(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  sinceMs: number,
): Promise<Overview["deliveries"]> {
  const [row] = await session.query<Overview["deliveries"]>(
    `SELECT (count(*) FILTER (WHERE status = 'delivered'))::int AS "delivered",
            (count(*) FILTER (WHERE status IN ('pending', 'delivering', 'awaiting_retry')))::int AS "awaitingRetry",
            (count(*) FILTER (WHERE status = 'dead_lettered'))::int AS "deadLettered"
     FROM deliveries WHERE account_id = $1 AND environment = $2 AND created_at >= $3 AND ${ofApplication("$4")}`,
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

/** Endpoints that are disabled, failed their challenge or whose deliveries fail. */
export async function listUnhealthyWebhooks(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
): Promise<Overview["unhealthyWebhooks"]> {
  const rows = await session.query<WebhookRow>(
    `SELECT id, url, status, failures, failing_since FROM webhook_endpoints
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ${ofApplication("$3")}
       AND (status IN ('verification_failed', 'disabled') OR failing_since IS NOT NULL)
     ORDER BY id DESC LIMIT 50`,
    [accountId, environment, applicationId],
  );
  return rows.map(({ id, url, status, failures, failing_since: since }) => {
    return { id, url, status, failures, firstFailureAt: since === null ? null : formatInstant(since.getTime()) };
  });
}
