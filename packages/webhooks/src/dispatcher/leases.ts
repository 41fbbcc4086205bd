import type { Database } from "@wayfare/database";
import type { Claimed } from "./claimed.ts";

/** What nobody holds: it was not claimed, or by a process that let its lease run out by an instant, which is the placeholder `now`. */
export const isFree = (now: string) => `(lease_ends_at IS NULL OR lease_ends_at <= ${now})`;

/**
 * Holds deliveries longer that are still ours, and answers which those are. It waits for nobody: what is locked is just being written down or
 * cancelled, and waiting for it would be a circle where the other one waits for a row that is held longer already.
 */
export async function renewLeases(
  database: Database,
  claimed: readonly Claimed[],
  leaseEndsAtMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `UPDATE deliveries SET lease_ends_at = $3
     WHERE id = ANY (ARRAY(
       SELECT delivery.id FROM unnest($1::text[], $2::text[]) AS held (id, claim_id) CROSS JOIN LATERAL (
         SELECT id FROM deliveries WHERE id = held.id AND claim_id = held.claim_id AND finished_at IS NULL FOR UPDATE SKIP LOCKED
       ) delivery
     ))
     RETURNING id`,
    [claimed.map(({ id }) => id), claimed.map(({ claimId }) => claimId), new Date(leaseEndsAtMs)],
    { name: "renew-leases" },
  );
  return new Set(rows.map(({ id }) => id));
}
