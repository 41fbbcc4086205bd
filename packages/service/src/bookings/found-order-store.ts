import type { CredentialOwner, Partition, RowScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { OrderState } from "./order-store.ts";

/** A credential whose orders are found: that of an account, or that of the deployment, which has orders of many accounts. */
export interface OrderSource {
  supplier: string;
  environment: Partition;
  credentialOwner: CredentialOwner;
  /** Account of the credential; null for the deployment. */
  accountId: string | null;
}

/** The order of a booking, as far as it decides what an order that was found means. */
export interface KnownOrder {
  bookingId: string;
  owner: RowScope;
  state: OrderState;
  orderId: string | null;
}

/** Names of an order at its supplier: its own id, and the booking or the offer. */
export interface FoundOrder {
  orderId: string | null;
  bookingId: string | null;
  offerReference: string | null;
}

/**
 * Locks the orders that a supplier may mean: by the booking if it names one, else by the order, else by the offer, which several bookings
 * can share. A row without a credential was made by an older version; it belongs to both sources. An account's source has all of its orders:
 * an operator can have registered the address of an account for the deployment's credential.
 */
export async function lockFoundOrders(
  db: Queryable,
  { supplier, environment, credentialOwner, accountId }: OrderSource,
  { orderId, bookingId, offerReference }: FoundOrder,
): Promise<KnownOrder[]> {
  const rows = await db.query<{
    booking_id: string;
    account_id: string;
    environment: Partition;
    application_id: string | null;
    state: OrderState;
    order_id: string | null;
  }>(
    `SELECT booking_id, account_id, environment, application_id, state, order_id FROM booking_orders
     WHERE supplier = $1 AND environment = $2 AND ($3::text IS NULL OR account_id = $3)
       AND ($3::text IS NOT NULL OR credential_owner IS NULL OR credential_owner = $4)
       AND (booking_id = $5 OR order_id = $6 OR ($5::text IS NULL AND offer_reference = $7))
     ORDER BY booking_id LIMIT 20 FOR UPDATE`,
    [supplier, environment, accountId, credentialOwner, bookingId, orderId, offerReference],
  );
  return rows.map((row) => ({
    bookingId: row.booking_id,
    owner: { accountId: row.account_id, environment: row.environment, applicationId: row.application_id },
    state: row.state,
    orderId: row.order_id,
  }));
}

/** Finds the orders of bookings by their ids. */
export async function findKnownOrders(
  db: Queryable,
  { supplier, environment, credentialOwner, accountId }: OrderSource,
  bookingIds: readonly string[],
): Promise<Map<string, Pick<KnownOrder, "state" | "orderId">>> {
  const rows = await db.query<{ booking_id: string; state: OrderState; order_id: string | null }>(
    `SELECT booking_id, state, order_id FROM booking_orders
     WHERE booking_id = ANY ($5::text[]) AND supplier = $1 AND environment = $2 AND ($3::text IS NULL OR account_id = $3)
       AND ($3::text IS NOT NULL OR credential_owner IS NULL OR credential_owner = $4)
     ORDER BY booking_id LIMIT 1000`,
    [supplier, environment, accountId, credentialOwner, bookingIds],
  );
  return new Map(rows.map(({ booking_id: id, state, order_id: orderId }) => [id, { state, orderId }]));
}

/** Sets the state of a locked order, makes it due now, and drops a step that runs. */
export async function setFoundOrder(
  db: Queryable,
  { bookingId, owner: { accountId, environment, applicationId } }: Pick<KnownOrder, "bookingId" | "owner">,
  { state, orderId, dueAtMs }: { state: OrderState; orderId: string | null; dueAtMs: number | null },
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders
     SET state = $5, order_id = $6, due_at = $7, attempts = 0, lease_id = NULL, lease_ends_at = NULL,
         requested_at = COALESCE(requested_at, accepted_at)
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [bookingId, accountId, environment, applicationId, state, orderId, dueAtMs === null ? null : new Date(dueAtMs)],
  );
}
