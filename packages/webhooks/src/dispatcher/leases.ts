import type { Database } from "@wayfare/database";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/** SQL condition: no lease, or an expired one. `now` is the placeholder of the time. */
export const isUnleased = (now: string) => `(lease_ends_at IS NULL OR lease_ends_at <= ${now})`;

/**
 * Extends the leases that these claims still hold and returns the ids of their deliveries. Skips locked rows: they are being completed or
 * cancelled, and waiting for them could deadlock with a transaction that waits for a row updated here.
 */
export async function renewLeases(
  database: Database,
  claimed: readonly ClaimedDelivery[],
  leaseEndsAtMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `UPDATE deliveries SET lease_ends_at = $3
     WHERE id = ANY (ARRAY(
       SELECT delivery.id FROM unnest($1::text[], $2::text[]) AS claims (id, claim_id) CROSS JOIN LATERAL (
         SELECT id FROM deliveries WHERE id = claims.id AND claim_id = claims.claim_id AND finished_at IS NULL FOR UPDATE SKIP LOCKED
       ) delivery
     ))
     RETURNING id`,
    [claimed.map(({ id }) => id), claimed.map(({ claimId }) => claimId), new Date(leaseEndsAtMs)],
    { name: "renew-leases" },
  );
  return new Set(rows.map(({ id }) => id));
}
