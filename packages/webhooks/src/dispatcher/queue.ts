import type { Queryable } from "@wayfare/database";
import { findDueEndpoints } from "./due-endpoints.ts";
import { isOpenAccount } from "./open-account.ts";
import { isFirstOfSubject } from "./ordering.ts";

/** Deliveries that are not finished. */
export interface DeliveryQueue {
  due: number;
  /** Deliveries that wait for a retry, or for an earlier delivery of their subject. */
  later: number;
  /** Deliveries of endpoints that are not active, and of suspended or closed accounts. */
  held: number;
  /** Due and later deliveries whose last attempt failed. */
  retrying: number;
  /** True if there are more deliveries than were counted. */
  isMinimum: boolean;
  /** Due time of the oldest due delivery that no process sends; null if there is none. */
  oldestDueMs: number | null;
}

interface Row {
  counted: number;
  due: number;
  later: number;
  held: number;
  retrying: number;
}

/** The order is that of an index of open deliveries, so the cost depends on the limit alone. */
const queueSql = `SELECT count(*)::int AS counted,
    (count(*) FILTER (WHERE is_open AND is_due))::int AS due,
    (count(*) FILTER (WHERE is_open AND NOT is_due))::int AS later,
    (count(*) FILTER (WHERE NOT is_open))::int AS held,
    (count(*) FILTER (WHERE is_open AND attempts > 0))::int AS retrying
  FROM (
    SELECT waiting.attempts, endpoint.status = 'active' AND waiting.due_at IS NOT NULL AND account.is_open AS is_open,
      coalesce(waiting.due_at - account.ahead <= $1, false) AND ${isFirstOfSubject("waiting")} AS is_due
    FROM (
      SELECT account_id, environment, endpoint_id, due_at, attempts, ordering_key, ordering_position FROM deliveries
      WHERE finished_at IS NULL ORDER BY endpoint_id, due_at, id LIMIT $2
    ) waiting
    CROSS JOIN LATERAL (SELECT status FROM webhook_endpoints WHERE id = waiting.endpoint_id LIMIT 1) endpoint
    CROSS JOIN LATERAL (
      SELECT ${isOpenAccount("$1")} AS is_open,
        CASE WHEN waiting.environment = 'test' THEN test_clock_offset_ms ELSE 0 END * interval '1 millisecond' AS ahead
      FROM accounts WHERE id = waiting.account_id LIMIT 1
    ) account
  ) classified`;

/**
 * Counts the deliveries of all accounts that are not finished.
 *
 * @param nowMs in real time
 * @param limit maximum number of deliveries that are counted
 */
export async function readDeliveryQueue(
  db: Queryable,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<DeliveryQueue> {
  const [row] = await db.query<Row>(queueSql, [new Date(nowMs), limit + 1]);
  const { oldestDueMs } = await findDueEndpoints(db, nowMs);
  const { counted = 0, due = 0, later = 0, held = 0, retrying = 0 } = row ?? {};
  return { due, later, held, retrying, isMinimum: counted > limit, oldestDueMs };
}
