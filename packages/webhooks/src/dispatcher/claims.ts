import type { EventType } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { Claimed } from "./claimed.ts";
import type { ClaimOrder } from "./delivery-store.ts";
import { isFree } from "./leases.ts";

interface ClaimedRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  endpoint_id: string;
  url: string;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_secret_ends_at: Date | null;
  event_id: string;
  event_type: EventType;
  data: Record<string, unknown>;
  event_created_at: Date;
  attempts: number;
  schedule_attempts: number;
  clock_offset_ms: number;
  /** To the microsecond, as a rate need not divide a second. */
  next_slot_ms: number | null;
  slot_gap_ms: number | null;
  /** How many slots of this claim are left from this delivery on. */
  slots_left: number;
}

/** For so long places in time are taken at once, which are lost where the process dies. */
const placesForMs = 250;
const firstPlaceAt = "$3::timestamptz + $7 * interval '1 millisecond'";
const endOfPlacesAt = `$3::timestamptz + ($7 + ${placesForMs}) * interval '1 millisecond'`;

/**
 * The endpoints that are asked and served. One with a rate is held meanwhile, and left out where another process holds it: nothing here
 * waits for anybody. It gives as many places as it has in a quarter of a second.
 */
const served = `
  asked AS (
    SELECT asked.quota, endpoint.id, endpoint.max_per_second, clock.offset_ms
    FROM unnest($1::text[], $2::integer[]) AS asked (endpoint_id, quota)
    JOIN webhook_endpoints endpoint ON endpoint.id = asked.endpoint_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN endpoint.environment = 'test' THEN test_clock_offset_ms ELSE 0 END AS offset_ms FROM accounts
      WHERE id = endpoint.account_id LIMIT 1
    ) clock
    WHERE endpoint.status = 'active'
  ),
  paced AS MATERIALIZED (
    SELECT endpoint.id, asked.quota, asked.offset_ms, endpoint.max_per_second, greatest(endpoint.send_slot_at, ${firstPlaceAt}) AS first_slot_at
    FROM asked JOIN webhook_endpoints endpoint ON endpoint.id = asked.id
    WHERE asked.max_per_second IS NOT NULL AND endpoint.max_per_second IS NOT NULL AND endpoint.status = 'active'
    ORDER BY endpoint.id FOR NO KEY UPDATE OF endpoint SKIP LOCKED
  ),
  served AS (
    SELECT id, quota, offset_ms FROM asked WHERE max_per_second IS NULL
    UNION ALL
    SELECT id, least(quota, ceil(extract(epoch FROM ${endOfPlacesAt} - first_slot_at) * max_per_second)), offset_ms
    FROM paced WHERE first_slot_at < ${endOfPlacesAt}
  )`;

/**
 * Arrays and lateral look-ups where a join would do: the planner knows nothing of tables that change by the thousand a second, and must not
 * think of reading them whole. Nothing that is indexed changes: what is taken stays where it is until it has ended or is due at another time.
 */
const claimSql = `WITH ${served},
  picked AS MATERIALIZED (
    SELECT due.id, due.endpoint_id
    FROM served CROSS JOIN LATERAL (
      SELECT id, endpoint_id FROM deliveries
      WHERE endpoint_id = served.id AND finished_at IS NULL AND due_at <= $3::timestamptz + served.offset_ms * interval '1 millisecond'
        AND ${isFree("$3")}
      ORDER BY due_at, id LIMIT served.quota FOR UPDATE SKIP LOCKED
    ) due
  ),
  taken AS (
    UPDATE deliveries SET status = 'delivering', claim_id = $4, lease_ends_at = $5
    WHERE id = ANY (ARRAY(SELECT id FROM picked))
    RETURNING *
  ),
  slots AS (
    UPDATE webhook_endpoints endpoint
    SET send_slot_at = greatest(endpoint.send_slot_at, ${firstPlaceAt}) + used.count * (interval '1 second' / endpoint.max_per_second)
    FROM (SELECT endpoint_id, count(*) AS count FROM picked WHERE endpoint_id IN (SELECT id FROM paced) GROUP BY endpoint_id) used
    WHERE endpoint.id = used.endpoint_id AND endpoint.id = ANY ($1)
    RETURNING endpoint.id, (extract(epoch FROM endpoint.send_slot_at) * 1000)::float8 AS next_slot_ms, 1000.0 / endpoint.max_per_second AS gap_ms
  )
  SELECT taken.id, taken.account_id, taken.environment, taken.endpoint_id, endpoint.url, endpoint.secret, endpoint.previous_secret,
         endpoint.previous_secret_ends_at, taken.event_id, taken.event_type, event.data, event.created_at AS event_created_at,
         taken.attempts, taken.schedule_attempts, clock.offset_ms AS clock_offset_ms, slots.next_slot_ms, slots.gap_ms::float8 AS slot_gap_ms,
         row_number() OVER (PARTITION BY taken.endpoint_id ORDER BY taken.id DESC)::integer AS slots_left
  FROM taken LEFT JOIN slots ON slots.id = taken.endpoint_id
  CROSS JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = taken.endpoint_id LIMIT 1) endpoint
  CROSS JOIN LATERAL (SELECT data, created_at FROM events WHERE id = taken.event_id LIMIT 1) event
  CROSS JOIN LATERAL (
    SELECT CASE WHEN taken.environment = 'test' THEN test_clock_offset_ms ELSE 0 END AS offset_ms FROM accounts WHERE id = taken.account_id LIMIT 1
  ) clock
  ORDER BY taken.id LIMIT $6`;

/** Takes what is due of some endpoints in one statement, which waits for no lock. */
export async function claimDeliveries(database: Database, order: ClaimOrder): Promise<Claimed[]> {
  const { nowMs, leaseMs, leadMs, claimId, shares } = order;
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

function toClaimed(row: ClaimedRow, claimId: string): Claimed {
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
    event: {
      id: row.event_id,
      type: row.event_type,
      data: row.data,
      createdAtMs: row.event_created_at.getTime(),
    },
    attempts: row.attempts,
    scheduleAttempts: row.schedule_attempts,
    clockOffsetMs: row.clock_offset_ms,
    pace: paceOf(row),
  };
}

/** Counted back from the slot behind the last one, which is what the row holds: two claims at once then never share a slot. */
function paceOf(row: ClaimedRow): Claimed["pace"] {
  const { next_slot_ms: nextSlotMs, slot_gap_ms: gapMs, slots_left: left } = row;
  if (nextSlotMs === null || gapMs === null) return null;
  return { startMs: nextSlotMs - left * gapMs, gapMs, nextSlotMs };
}
