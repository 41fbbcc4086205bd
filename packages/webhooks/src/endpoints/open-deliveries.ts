import type { Owner } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { announceDeliveries } from "../events/events.ts";

/** Whose deliveries. */
type Endpoint = Owner & { id: string };

const isOpen = "endpoint_id = $1 AND account_id = $2 AND environment = $3 AND finished_at IS NULL";

/** Keeps what an endpoint is due until it goes on. What is being sent at this moment is finished first. */
export async function holdDeliveries(session: Session, endpoint: Endpoint): Promise<number> {
  return session.execute(
    `UPDATE deliveries SET held_due_at = due_at, due_at = NULL
     WHERE ${isOpen} AND due_at IS NOT NULL AND claim_id IS NULL`,
    [endpoint.id, endpoint.accountId, endpoint.environment],
  );
}

/** Makes due again what was held, and wakes the dispatchers when the transaction commits. */
export async function releaseDeliveries(session: Session, endpoint: Endpoint): Promise<number> {
  const released = await session.execute(
    `UPDATE deliveries SET due_at = held_due_at, held_due_at = NULL
     WHERE ${isOpen} AND held_due_at IS NOT NULL`,
    [endpoint.id, endpoint.accountId, endpoint.environment],
  );
  await announceDeliveries(session, endpoint.id);
  return released;
}

/**
 * Cancels every delivery of an endpoint that is still open; answers how many there were. Whoever is sending one keeps the claim, so that its
 * attempt is written down, but not the lease.
 */
export async function cancelDeliveries(session: Session, endpoint: Endpoint, nowMs: number): Promise<number> {
  return session.execute(
    `UPDATE deliveries SET status = 'cancelled', due_at = NULL, held_due_at = NULL, finished_at = $4
     WHERE ${isOpen}`,
    [endpoint.id, endpoint.accountId, endpoint.environment, new Date(nowMs)],
  );
}
