import type { AccountScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { notifyDispatchers } from "../events/events.ts";

type Endpoint = AccountScope & { id: string };

const isOpen = "endpoint_id = $1 AND account_id = $2 AND environment = $3 AND finished_at IS NULL";

/** Holds the pending deliveries of a paused endpoint. Deliveries in flight are finished first. */
export async function holdDeliveries(db: Queryable, endpoint: Endpoint): Promise<number> {
  return db.execute(
    `UPDATE deliveries SET held_due_at = due_at, due_at = NULL
     WHERE ${isOpen} AND due_at IS NOT NULL AND claim_id IS NULL`,
    [endpoint.id, endpoint.accountId, endpoint.environment],
  );
}

/** Makes held deliveries due again. Dispatchers are notified when the transaction commits. */
export async function releaseDeliveries(db: Queryable, endpoint: Endpoint): Promise<number> {
  const released = await db.execute(
    `UPDATE deliveries SET due_at = held_due_at, held_due_at = NULL
     WHERE ${isOpen} AND held_due_at IS NOT NULL`,
    [endpoint.id, endpoint.accountId, endpoint.environment],
  );
  await notifyDispatchers(db, endpoint.id);
  return released;
}

/**
 * Cancels the open deliveries of an endpoint and returns their number. A delivery in flight keeps its claim, so that its attempt is
 * recorded, but loses its lease.
 */
export async function cancelDeliveries(db: Queryable, endpoint: Endpoint, nowMs: number): Promise<number> {
  return db.execute(
    `UPDATE deliveries SET status = 'cancelled', due_at = NULL, held_due_at = NULL, finished_at = $4
     WHERE ${isOpen}`,
    [endpoint.id, endpoint.accountId, endpoint.environment, new Date(nowMs)],
  );
}

/** Ends the order of the open deliveries of an endpoint: each is sent when it is due. Dispatchers are notified when the transaction commits. */
export async function endDeliveryOrder(db: Queryable, endpoint: Endpoint): Promise<void> {
  await db.execute(
    `UPDATE deliveries SET ordering_key = NULL, ordering_position = NULL
     WHERE ${isOpen} AND ordering_key IS NOT NULL`,
    [endpoint.id, endpoint.accountId, endpoint.environment],
  );
  await notifyDispatchers(db, endpoint.id);
}
