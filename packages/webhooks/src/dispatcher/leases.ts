import type { Database } from "@wayfare/database";
import type { Claimed } from "./claimed.ts";

/** What is left behind at once, at most; the next look around finds the rest. */
const reclaimAtOnce = 500;

/**
 * Makes due at once what was claimed by a process that let the lease run out; held where the endpoint is paused, cancelled where it is no
 * longer served.
 */
export async function reclaimDeliveries(database: Database, nowMs: number): Promise<void> {
  await database.execute(
    `UPDATE deliveries SET
       status = CASE WHEN endpoint.status = 'disabled' THEN 'cancelled' WHEN deliveries.attempts = 0 THEN 'pending' ELSE 'awaiting_retry' END,
       due_at = CASE WHEN endpoint.status NOT IN ('paused', 'disabled') THEN deliveries.lease_ends_at END,
       held_due_at = CASE WHEN endpoint.status = 'paused' THEN deliveries.lease_ends_at END,
       finished_at = CASE WHEN endpoint.status = 'disabled' THEN deliveries.lease_ends_at END,
       claim_id = NULL, lease_ends_at = NULL
     FROM webhook_endpoints endpoint
     WHERE endpoint.id = deliveries.endpoint_id AND deliveries.id = ANY (ARRAY(
       SELECT id FROM deliveries WHERE lease_ends_at <= $1 ORDER BY lease_ends_at, id LIMIT ${reclaimAtOnce} FOR UPDATE SKIP LOCKED
     ))`,
    [new Date(nowMs)],
    { name: "reclaim-deliveries" },
  );
}

/** Holds deliveries longer that are still ours, and answers which those are. */
export async function renewLeases(
  database: Database,
  claimed: readonly Claimed[],
  leaseEndsAtMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `UPDATE deliveries SET lease_ends_at = $3
     FROM unnest($1::text[], $2::text[]) AS held (id, claim_id)
     WHERE deliveries.id = ANY ($1) AND deliveries.id = held.id AND deliveries.claim_id = held.claim_id
     RETURNING deliveries.id`,
    [claimed.map(({ id }) => id), claimed.map(({ claimId }) => claimId), new Date(leaseEndsAtMs)],
    { name: "renew-leases" },
  );
  return new Set(rows.map(({ id }) => id));
}
