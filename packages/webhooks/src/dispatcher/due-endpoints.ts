import type { Queryable } from "@wayfare/database";
import type { DueEndpoints } from "./delivery-store.ts";
import { isUnleased } from "./leases.ts";
import { isOpenAccount } from "./open-account.ts";
import { isFirstOfSubject } from "./ordering.ts";

const isPending = "finished_at IS NULL AND due_at IS NOT NULL";

/**
 * Loose index scan (recursive): jumps from endpoint to endpoint, and looks up the first unleased delivery of each that does not wait for an
 * earlier one of its subject. So the cost depends on the number of endpoints, not on the length of a backlog. The two are separate, because
 * the planner sorts the whole backlog if the condition of the jumps is more than the key of the index: with 10,000 deliveries for 20
 * endpoints, 2 ms instead of 500. Test deliveries are due on the account's test clock. Only active endpoints count: a delivery that was in
 * flight when its endpoint was paused, and whose lease expired, waits for the endpoint. So do the deliveries of a suspended or closed account.
 */
export const dueEndpointsSql = `WITH RECURSIVE endpoints AS (
    (SELECT endpoint_id FROM deliveries WHERE ${isPending} ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id FROM endpoints CROSS JOIN LATERAL (
      SELECT endpoint_id FROM deliveries WHERE ${isPending} AND endpoint_id > endpoints.endpoint_id ORDER BY endpoint_id LIMIT 1
    ) next
  ),
  heads AS (
    SELECT first.* FROM endpoints CROSS JOIN LATERAL (
      SELECT endpoint_id, due_at, account_id, environment FROM deliveries waiting
      WHERE endpoint_id = endpoints.endpoint_id AND ${isPending} AND ${isUnleased("$1")} AND ${isFirstOfSubject("waiting")}
      ORDER BY due_at, id LIMIT 1
    ) first
  )
  SELECT heads.endpoint_id, heads.due_at - coalesce(clock.ahead, interval '0') AS due_at
  FROM heads
  CROSS JOIN LATERAL (SELECT 1 FROM webhook_endpoints WHERE id = heads.endpoint_id AND status = 'active' LIMIT 1) active
  CROSS JOIN LATERAL (SELECT 1 FROM accounts WHERE id = heads.account_id AND ${isOpenAccount("$1")} LIMIT 1) open_account
  LEFT JOIN LATERAL (
    SELECT test_clock_offset_ms * interval '1 millisecond' AS ahead FROM accounts
    WHERE id = heads.account_id AND heads.environment = 'test' AND test_clock_offset_ms > 0 LIMIT 1
  ) clock ON true
  ORDER BY due_at, endpoint_id LIMIT 100000`;

/**
 * Finds endpoints with due deliveries, the longest waiting first.
 *
 * @param nowMs in real time.
 */
export async function findDueEndpoints(database: Queryable, nowMs: number): Promise<DueEndpoints> {
  const heads = await database.query<{ endpoint_id: string; due_at: Date }>(dueEndpointsSql, [new Date(nowMs)], {
    name: "find-due-endpoints",
  });
  const ready = heads.filter(({ due_at: dueAt }) => dueAt.getTime() <= nowMs).map(({ endpoint_id: id }) => id);
  const dueMsAt = (index: number) => heads[index]?.due_at.getTime() ?? null;
  const oldestDueMs = ready.length > 0 ? dueMsAt(0) : null;
  return { dueEndpointIds: ready, waitingEndpoints: heads.length, nextDueMs: dueMsAt(ready.length), oldestDueMs };
}
