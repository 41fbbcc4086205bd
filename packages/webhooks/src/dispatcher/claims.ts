import type { EventType } from "@wayfare/contract";
import type { Database } from "@wayfare/database";

/** A delivery that this process has taken, with all that sending it takes. */
export interface Claimed {
  id: string;
  claimId: string;
  accountId: string;
  environment: "test" | "live";
  endpointId: string;
  url: string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretEndsAtMs: number | null;
  event: { id: string; type: EventType; data: Record<string, unknown>; createdAtMs: number };
  /** Attempts before this one: in all, and of the present schedule. */
  attempts: number;
  scheduleAttempts: number;
  /** How far the clock of the data is ahead of the wall's. */
  clockOffsetMs: number;
}

export interface ClaimOrder {
  nowMs: number;
  leaseMs: number;
  /** Names this claim and no other. */
  claimId: string;
  limit: number;
  /** The most deliveries of one endpoint under way in this process. */
  perEndpoint: number;
  /** How many of each endpoint are. */
  underWay: ReadonlyMap<string, number>;
}

/**
 * What can be claimed: `due` on the wall's clock, `ahead` in an account's own, and `left` behind by a process that died. Every claim
 * looks at so many rows at most before it takes turns among their endpoints.
 */
const candidates = {
  due: `SELECT id, endpoint_id, due_at FROM deliveries
        WHERE due_at <= $1 AND NOT endpoint_id = ANY($2) ORDER BY due_at, id LIMIT 500 FOR UPDATE SKIP LOCKED`,
  ahead: `SELECT delivery.id, delivery.endpoint_id, delivery.due_at
          FROM accounts account JOIN deliveries delivery ON delivery.account_id = account.id AND delivery.environment = 'test'
          WHERE account.test_clock_offset_ms > 0 AND delivery.due_at > $1
            AND delivery.due_at <= $1 + account.test_clock_offset_ms * interval '1 millisecond'
            AND NOT delivery.endpoint_id = ANY($2)
          ORDER BY delivery.due_at, delivery.id LIMIT 500 FOR UPDATE OF delivery SKIP LOCKED`,
  left: `SELECT id, endpoint_id, lease_ends_at AS due_at FROM deliveries
         WHERE lease_ends_at <= $1 AND NOT endpoint_id = ANY($2) ORDER BY lease_ends_at, id LIMIT 500 FOR UPDATE SKIP LOCKED`,
};

export type ClaimKind = keyof typeof candidates;

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
  test_clock_offset_ms: number;
}

/** Takes deliveries, fairly among endpoints, and holds them until the lease ends. Processes never take the same one. */
export async function claimDeliveries(database: Database, kind: ClaimKind, order: ClaimOrder): Promise<Claimed[]> {
  const full = [...order.underWay].filter(([, count]) => count >= order.perEndpoint).map(([id]) => id);
  const rows = await database.query<ClaimedRow>(
    `WITH candidates AS (${candidates[kind]}),
     turns AS (
       SELECT candidates.id, due_at, row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, candidates.id) + coalesce(under_way.count, 0) AS turn
       FROM candidates JOIN webhook_endpoints served ON served.id = endpoint_id AND served.status = 'active' LEFT JOIN unnest($7::text[], $8::integer[]) AS under_way (endpoint, count) ON endpoint = endpoint_id
     ),
     taken AS (
       UPDATE deliveries SET status = 'delivering', claim_id = $3, lease_ends_at = $4, due_at = NULL
       WHERE id IN (SELECT id FROM turns WHERE turn <= $5 ORDER BY turn, due_at, id LIMIT $6)
       RETURNING *
     )
     SELECT taken.id, taken.account_id, taken.environment, taken.endpoint_id, endpoint.url, endpoint.secret, endpoint.previous_secret,
            endpoint.previous_secret_ends_at, taken.event_id, taken.event_type, event.data, event.created_at AS event_created_at,
            taken.attempts, taken.schedule_attempts, account.test_clock_offset_ms
     FROM taken
     JOIN webhook_endpoints endpoint ON endpoint.id = taken.endpoint_id
     JOIN events event ON event.id = taken.event_id
     JOIN accounts account ON account.id = taken.account_id
     ORDER BY taken.id LIMIT $6`,
    [
      new Date(order.nowMs),
      full,
      order.claimId,
      new Date(order.nowMs + order.leaseMs),
      order.perEndpoint,
      order.limit,
      [...order.underWay.keys()],
      [...order.underWay.values()],
    ],
    { name: `claim-${kind}` },
  );
  return rows.map((row) => toClaimed(row, order.claimId));
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
    clockOffsetMs: row.environment === "test" ? row.test_clock_offset_ms : 0,
  };
}

/** Holds deliveries longer. One whose lease was lost meanwhile is somebody else's, and stays so. */
export async function renewLeases(
  database: Database,
  claimed: readonly Claimed[],
  leaseEndsAtMs: number,
): Promise<void> {
  await database.execute(
    `UPDATE deliveries SET lease_ends_at = $3
     FROM unnest($1::text[], $2::text[]) AS held (id, claim_id)
     WHERE deliveries.id = held.id AND deliveries.claim_id = held.claim_id`,
    [claimed.map(({ id }) => id), claimed.map(({ claimId }) => claimId), new Date(leaseEndsAtMs)],
    { name: "renew-leases" },
  );
}

/** When the next delivery falls due on the wall's clock, or null. */
export async function findNextDueMs(database: Database): Promise<number | null> {
  const [row] = await database.query<{ due_at: Date }>(
    "SELECT due_at FROM deliveries WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT 1",
    [],
    { name: "next-due" },
  );
  return row?.due_at.getTime() ?? null;
}
