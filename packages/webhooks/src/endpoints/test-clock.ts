import type { Queryable } from "@wayfare/database";

/**
 * Moves the pending work of an account's test endpoints and deliveries back by a duration: retries, challenges, the window of a rotated
 * secret, and the time since which an endpoint fails. Call it when the account's test clock is set back, so that what is left of each wait
 * stays the same. Locks the endpoints' rows.
 */
export async function moveTestWebhooks(db: Queryable, accountId: string, backMs: number): Promise<void> {
  await db.execute(
    `UPDATE webhook_endpoints SET
       previous_secret_ends_at = previous_secret_ends_at - $2 * interval '1 millisecond',
       challenge_due_at = challenge_due_at - $2 * interval '1 millisecond',
       challenge_ends_at = challenge_ends_at - $2 * interval '1 millisecond',
       failing_since = failing_since - $2 * interval '1 millisecond',
       warned_at = warned_at - $2 * interval '1 millisecond'
     WHERE account_id = $1 AND environment = 'test' AND deleted_at IS NULL`,
    [accountId, backMs],
  );
  await db.execute(
    `UPDATE deliveries SET
       due_at = due_at - $2 * interval '1 millisecond',
       held_due_at = held_due_at - $2 * interval '1 millisecond'
     WHERE account_id = $1 AND environment = 'test' AND finished_at IS NULL`,
    [accountId, backMs],
  );
}
