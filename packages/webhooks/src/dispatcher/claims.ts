import type { EventType } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import type { ClaimRequest } from "./delivery-store.ts";
import { isUnleased } from "./leases.ts";
import { isOpenAccount } from "./open-account.ts";
import { isFirstOfSubject } from "./ordering.ts";

interface ClaimedRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  endpoint_id: string;
  url: string;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_secret_ends_at: Date | null;
  sealed_options: Uint8Array | null;
  event_id: string;
  event_type: EventType;
  subject: string | null;
  data: Record<string, unknown>;
  event_created_at: Date;
  is_ordered: boolean;
  attempts: number;
  schedule_attempts: number;
  clock_offset_ms: number;
  /** Fractional: a rate such as 3 per second does not divide a millisecond. */
  next_slot_ms: number | null;
  slot_gap_ms: number | null;
  /** Slots of this claim from this delivery's to the last, inclusive. */
  slots_left: number;
}

/** A claim reserves the send slots of this period. They stay unused if the process dies. */
const reservedMs = 250;
const firstSlotAt = "$3::timestamptz + $7 * interval '1 millisecond'";
const lastSlotAt = `$3::timestamptz + ($7 + ${reservedMs}) * interval '1 millisecond'`;

/**
 * The requested endpoints that are active and whose account is open, each with its quota. An endpoint with a rate limit is locked, or skipped if another process has
 * locked it, so that the statement never waits. Its quota is the number of its send slots in a quarter of a second.
 */
const eligibleEndpoints = `
  requested AS (
    SELECT requested.quota, endpoint.id, endpoint.max_per_second, clock.offset_ms
    FROM unnest($1::text[], $2::integer[]) AS requested (endpoint_id, quota)
    JOIN webhook_endpoints endpoint ON endpoint.id = requested.endpoint_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN endpoint.environment = 'test' THEN test_clock_offset_ms ELSE 0 END AS offset_ms FROM accounts
      WHERE id = endpoint.account_id AND ${isOpenAccount("$3")} LIMIT 1
    ) clock
    WHERE endpoint.status = 'active'
  ),
  rate_limited AS MATERIALIZED (
    SELECT endpoint.id, requested.quota, requested.offset_ms, endpoint.max_per_second, greatest(endpoint.send_slot_at, ${firstSlotAt}) AS first_slot_at
    FROM requested JOIN webhook_endpoints endpoint ON endpoint.id = requested.id
    WHERE requested.max_per_second IS NOT NULL AND endpoint.max_per_second IS NOT NULL AND endpoint.status = 'active'
    ORDER BY endpoint.id FOR NO KEY UPDATE OF endpoint SKIP LOCKED
  ),
  eligible AS (
    SELECT id, quota, offset_ms FROM requested WHERE max_per_second IS NULL
    UNION ALL
    SELECT id, least(quota, ceil(extract(epoch FROM ${lastSlotAt} - first_slot_at) * max_per_second)), offset_ms
    FROM rate_limited WHERE first_slot_at < ${lastSlotAt}
  )`;

/**
 * Uses arrays and lateral subqueries instead of joins: planner statistics of tables that change by thousands of rows a second are stale,
 * and a sequential scan must not be an option. The update changes no indexed column: `due_at` stays until the attempt has ended.
 */
const claimSql = `WITH ${eligibleEndpoints},
  picked AS MATERIALIZED (
    SELECT due.id, due.endpoint_id
    FROM eligible CROSS JOIN LATERAL (
      SELECT id, endpoint_id FROM deliveries waiting
      WHERE endpoint_id = eligible.id AND finished_at IS NULL AND due_at <= $3::timestamptz + eligible.offset_ms * interval '1 millisecond'
        AND ${isUnleased("$3")} AND ${isFirstOfSubject("waiting")}
      ORDER BY due_at, id LIMIT eligible.quota FOR UPDATE SKIP LOCKED
    ) due
  ),
  claimed AS (
    UPDATE deliveries SET status = 'delivering', claim_id = $4, lease_ends_at = $5
    WHERE id = ANY (ARRAY(SELECT id FROM picked))
    RETURNING *
  ),
  slots AS (
    UPDATE webhook_endpoints endpoint
    SET send_slot_at = greatest(endpoint.send_slot_at, ${firstSlotAt}) + used.count * (interval '1 second' / endpoint.max_per_second)
    FROM (SELECT endpoint_id, count(*) AS count FROM picked WHERE endpoint_id IN (SELECT id FROM rate_limited) GROUP BY endpoint_id) used
    WHERE endpoint.id = used.endpoint_id AND endpoint.id = ANY ($1)
    RETURNING endpoint.id, (extract(epoch FROM endpoint.send_slot_at) * 1000)::float8 AS next_slot_ms, 1000.0 / endpoint.max_per_second AS gap_ms
  )
  SELECT claimed.id, claimed.account_id, claimed.environment, claimed.endpoint_id, endpoint.url, endpoint.secret, endpoint.previous_secret,
         endpoint.previous_secret_ends_at, endpoint.sealed_options, claimed.event_id, claimed.event_type, event.subject, event.data,
         event.created_at AS event_created_at,
         claimed.ordering_key IS NOT NULL AS is_ordered, claimed.attempts, claimed.schedule_attempts, clock.offset_ms AS clock_offset_ms, slots.next_slot_ms, slots.gap_ms::float8 AS slot_gap_ms,
         row_number() OVER (PARTITION BY claimed.endpoint_id ORDER BY claimed.id DESC)::integer AS slots_left
  FROM claimed LEFT JOIN slots ON slots.id = claimed.endpoint_id
  CROSS JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = claimed.endpoint_id LIMIT 1) endpoint
  CROSS JOIN LATERAL (SELECT subject, data, created_at FROM events WHERE id = claimed.event_id LIMIT 1) event
  CROSS JOIN LATERAL (
    SELECT CASE WHEN claimed.environment = 'test' THEN test_clock_offset_ms ELSE 0 END AS offset_ms FROM accounts WHERE id = claimed.account_id LIMIT 1
  ) clock
  ORDER BY claimed.id LIMIT $6`;

/** Claims due deliveries of the requested endpoints in one statement that never waits for a lock. */
export async function claimDeliveries(database: Database, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const { nowMs, leaseMs, leadMs, claimId, shares } = request;
  const rows = await database.query<ClaimedRow>(
    claimSql,
    [
      shares.map(({ endpointId }) => endpointId),
      shares.map(({ count }) => count),
      new Date(nowMs),
      claimId,
      new Date(nowMs + leaseMs),
      shares.reduce((sum, { count }) => sum + count, 0),
      leadMs,
    ],
    { name: "claim-deliveries" },
  );
  return rows.map((row) => toClaimed(row, claimId));
}

function toClaimed(row: ClaimedRow, claimId: string): ClaimedDelivery {
  return {
    id: row.id,
    claimId,
    accountId: row.account_id,
    environment: row.environment,
    endpointId: row.endpoint_id,
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretEndsAtMs: row.previous_secret_ends_at?.getTime() ?? null,
    sealedOptions: row.sealed_options,
    event: {
      id: row.event_id,
      type: row.event_type,
      subject: row.subject,
      data: row.data,
      createdAtMs: row.event_created_at.getTime(),
    },
    isOrdered: row.is_ordered,
    attempts: row.attempts,
    scheduleAttempts: row.schedule_attempts,
    clockOffsetMs: row.clock_offset_ms,
    sendSlot: paceOf(row),
  };
}

/** Counts back from the slot after the last one, which the endpoint's row stores, so that concurrent claims never share a slot. */
function paceOf(row: ClaimedRow): ClaimedDelivery["sendSlot"] {
  const { next_slot_ms: nextSlotMs, slot_gap_ms: gapMs, slots_left: left } = row;
  if (nextSlotMs === null || gapMs === null) return null;
  return { startMs: nextSlotMs - left * gapMs, intervalMs: gapMs, nextSlotMs };
}
