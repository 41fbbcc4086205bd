import type { Session } from "@wayfare/database";
import { announceDeliveries } from "../events.ts";

/** Keeps what an endpoint is due until it goes on. What is being sent at this moment is finished first. */
export async function holdDeliveries(session: Session, endpointId: string): Promise<number> {
  return session.execute(
    `UPDATE deliveries SET held_due_at = due_at, due_at = NULL
     WHERE endpoint_id = $1 AND finished_at IS NULL AND due_at IS NOT NULL AND claim_id IS NULL`,
    [endpointId],
  );
}

/** Makes due again what was held, and wakes the dispatchers when the transaction commits. */
export async function releaseDeliveries(session: Session, endpointId: string): Promise<number> {
  const released = await session.execute(
    `UPDATE deliveries SET due_at = held_due_at, held_due_at = NULL
     WHERE endpoint_id = $1 AND finished_at IS NULL AND held_due_at IS NOT NULL`,
    [endpointId],
  );
  await announceDeliveries(session, endpointId);
  return released;
}

/**
 * Cancels every delivery of an endpoint that is still open; answers how many there were. Whoever is sending one keeps the claim, so that its
 * attempt is written down, but not the lease.
 */
export async function cancelDeliveries(session: Session, endpointId: string, nowMs: number): Promise<number> {
  return session.execute(
    `UPDATE deliveries SET status = 'cancelled', due_at = NULL, held_due_at = NULL, finished_at = $2
     WHERE endpoint_id = $1 AND finished_at IS NULL`,
    [endpointId, new Date(nowMs)],
  );
}
