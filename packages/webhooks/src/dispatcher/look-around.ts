import type { Database } from "@wayfare/database";
import type { Waiting } from "./delivery-store.ts";
import { isFree } from "./leases.ts";

const waits = `finished_at IS NULL AND due_at IS NOT NULL AND ${isFree("$1")}`;

/**
 * Steps from endpoint to endpoint through the index, to the first delivery of each that nobody holds: as many steps as endpoints that wait,
 * however long the backlog of one is. An account's test data is due in its own clock. What was held when its endpoint was paused and was then
 * left behind waits for the endpoint.
 */
const lookSql = `WITH RECURSIVE heads AS (
    (SELECT endpoint_id, due_at, account_id, environment FROM deliveries WHERE ${waits} ORDER BY endpoint_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.* FROM heads CROSS JOIN LATERAL (
      SELECT endpoint_id, due_at, account_id, environment FROM deliveries
      WHERE ${waits} AND endpoint_id > heads.endpoint_id ORDER BY endpoint_id, due_at LIMIT 1
    ) next
  )
  SELECT heads.endpoint_id, heads.due_at - coalesce(clock.ahead, interval '0') AS due_at
  FROM heads
  CROSS JOIN LATERAL (SELECT 1 FROM webhook_endpoints WHERE id = heads.endpoint_id AND status = 'active' LIMIT 1) served
  LEFT JOIN LATERAL (
    SELECT test_clock_offset_ms * interval '1 millisecond' AS ahead FROM accounts
    WHERE id = heads.account_id AND heads.environment = 'test' AND test_clock_offset_ms > 0 LIMIT 1
  ) clock ON true
  ORDER BY due_at, endpoint_id LIMIT 100000`;

/** Looks for endpoints with something due at an instant of the wall's clock, the one that waits longest first. */
export async function lookAround(database: Database, nowMs: number): Promise<Waiting> {
  const heads = await database.query<{ endpoint_id: string; due_at: Date }>(lookSql, [new Date(nowMs)], {
    name: "look-around",
  });
  const ready = heads.filter(({ due_at: dueAt }) => dueAt.getTime() <= nowMs).map(({ endpoint_id: id }) => id);
  const dueMsAt = (at: number) => heads[at]?.due_at.getTime() ?? null;
  const oldestDueMs = ready.length > 0 ? dueMsAt(0) : null;
  return { ready, endpoints: heads.length, nextDueMs: dueMsAt(ready.length), oldestDueMs };
}
