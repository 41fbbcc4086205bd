import { type AccountScope, type CredentialOwner, newId, type RowScope } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

/** State of an order. See migrations 0042 and 0080. */
export type OrderState = "accepted" | "requested" | "ordered" | "failed" | "cancelling" | "cancelled" | "late";

/** An order whose next step this process alone may take until the lease ends. Times are real times. */
export interface LeasedOrder {
  leaseId: string;
  bookingId: string;
  owner: RowScope;
  supplier: string;
  offerReference: string;
  /** State before the lease. A leased order in the state `accepted` is stored as `requested`. */
  state: OrderState;
  orderId: string | null;
  acceptedAtMs: number;
  requestedAtMs: number;
  quoteId: string | null;
  /** Refund of the quote; null without one. */
  quotedMinor: number | null;
  attempts: number;
  /** Owner of the credential with which the order was requested; null before that. */
  credentialOwner: CredentialOwner | null;
  maxTotalMinor: number | null;
  priceChanges: number;
  lookupAfter: string | null;
  /** Arrival of the last flight. */
  arrivesAtMs: number;
  /** Offset of the account's test clock; 0 for live data. */
  offsetMs: number;
}

interface OrderRow {
  booking_id: string;
  account_id: string;
  environment: "test" | "live";
  application_id: string | null;
  supplier: string;
  offer_reference: string;
  previous_state: OrderState;
  order_id: string | null;
  accepted_at: Date;
  requested_at: Date;
  quote_id: string | null;
  quote_refund_minor: number | null;
  attempts: number;
  credential_owner: CredentialOwner | null;
  max_total_minor: number | null;
  price_changes: number;
  lookup_after: string | null;
  departs_at: Date;
  arrives_at: string | null;
  offset_ms: number;
}

/** Time for which the step of an order is left to the request that caused it. */
const requestMs = 10_000;

/** Inserts the order of a new booking. The request takes its first step; it is due for others a while later. */
export async function insertOrder(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  order: { bookingId: string; supplier: string; offerReference: string; maxTotalMinor?: number | null; nowMs: number },
): Promise<void> {
  await db.execute(
    `INSERT INTO booking_orders (booking_id, account_id, environment, application_id, supplier, offer_reference, state, accepted_at, due_at,
       max_total_minor)
     VALUES ($1, $2, $3, $4, $5, $6, 'accepted', $7, $8, $9)`,
    [
      order.bookingId,
      accountId,
      environment,
      applicationId,
      order.supplier,
      order.offerReference,
      new Date(order.nowMs),
      new Date(order.nowMs + requestMs),
      order.maxTotalMinor ?? null,
    ],
  );
}

/** True unless the result of the order of a booking, or of its cancellation, is not known yet. */
export async function isOrderSettled(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT booking_id FROM booking_orders
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}
       AND state IN ('accepted', 'requested', 'cancelling')`,
    [bookingId, accountId, environment, applicationId],
  );
  return rows.length === 0;
}

/** True if the result of an order or of a cancellation of an account is not known yet. */
export async function hasUnsettledOrders(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT booking_id FROM booking_orders
     WHERE account_id = $1 AND environment = ANY ($2::text[]) AND state IN ('accepted', 'requested', 'cancelling') LIMIT 1`,
    [accountId, ["test", "live"]],
  );
  return rows.length > 0;
}

/** Returns true if an account has orders at a supplier that have no result yet or whose trip has not ended. */
export async function hasOpenOrders(
  db: Queryable,
  { accountId, environment }: AccountScope,
  supplier: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT booking_id FROM booking_orders
     WHERE account_id = $1 AND environment = $2 AND supplier = $3 AND due_at IS NOT NULL LIMIT 1`,
    [accountId, environment, supplier],
  );
  return rows.length > 0;
}

/**
 * Leases the next due order, or a given one if it is due or waits for its first step. The state `accepted` becomes `requested` in the same statement, so an order that
 * a dead process leased is never requested again.
 */
export async function leaseDueOrder(
  db: Queryable,
  { nowMs, leaseMs, bookingId = null }: { nowMs: number; leaseMs: number; bookingId?: string | null },
): Promise<LeasedOrder | undefined> {
  const leaseId = newId("req", nowMs);
  const [row] = await db.query<OrderRow>(
    `WITH due AS (
       SELECT booking_id, state FROM booking_orders
       WHERE due_at IS NOT NULL AND (lease_ends_at IS NULL OR lease_ends_at <= $1)
         AND (due_at <= $1 OR ($2::text IS NOT NULL AND attempts = 0)) AND ($2::text IS NULL OR booking_id = $2)
       ORDER BY due_at, booking_id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE booking_orders leased
     SET lease_id = $3, lease_ends_at = $4, attempts = leased.attempts + 1,
         state = CASE WHEN leased.state = 'accepted' THEN 'requested' ELSE leased.state END,
         requested_at = COALESCE(leased.requested_at, $1)
     FROM due JOIN bookings booking ON booking.id = due.booking_id JOIN accounts account ON account.id = booking.account_id
     WHERE leased.booking_id = due.booking_id
     RETURNING leased.booking_id, leased.account_id, leased.environment, leased.application_id, leased.supplier, leased.offer_reference,
       due.state AS previous_state, leased.order_id, leased.accepted_at, leased.requested_at, leased.quote_id, leased.quote_refund_minor, leased.attempts,
       leased.credential_owner, leased.max_total_minor, leased.price_changes, leased.lookup_after, booking.departs_at,
       booking.flight -> 'slices' -> -1 ->> 'arrivalAt' AS arrives_at,
       CASE leased.environment WHEN 'test' THEN account.test_clock_offset_ms ELSE 0 END AS offset_ms`,
    [new Date(nowMs), bookingId, leaseId, new Date(nowMs + leaseMs)],
  );
  return row && toLeased(row, leaseId);
}

function toLeased(row: OrderRow, leaseId: string): LeasedOrder {
  return {
    leaseId,
    bookingId: row.booking_id,
    owner: { accountId: row.account_id, environment: row.environment, applicationId: row.application_id },
    supplier: row.supplier,
    offerReference: row.offer_reference,
    state: row.previous_state,
    orderId: row.order_id,
    acceptedAtMs: row.accepted_at.getTime(),
    requestedAtMs: row.requested_at.getTime(),
    quoteId: row.quote_id,
    quotedMinor: row.quote_refund_minor,
    attempts: row.attempts,
    credentialOwner: row.credential_owner,
    maxTotalMinor: row.max_total_minor,
    priceChanges: row.price_changes,
    lookupAfter: row.lookup_after,
    arrivesAtMs: row.arrives_at === null ? row.departs_at.getTime() : Date.parse(row.arrives_at),
    offsetMs: row.offset_ms,
  };
}

/** Next state of a leased order. */
export interface OrderUpdate {
  state: OrderState;
  /** Time of the next step; null if there is none. */
  dueAtMs: number | null;
  /** The supplier's id of the order, if it has just become known; null if the known one is that of another booking. */
  orderId?: string | null;
  /** The supplier has accepted the request without a result. */
  isAccepted?: boolean;
  /** The supplier refused the request because the price had changed. */
  isPriceChanged?: boolean;
  /** Cursor of the next page of a look-up; null if it read the whole list. */
  lookupAfter?: string | null;
}

/** Stores the next state and ends the lease. Returns false if another process has taken over since the lease ended. */
export async function releaseOrder(
  db: Queryable,
  { leaseId, bookingId, owner, lookupAfter: before }: LeasedOrder,
  { state, dueAtMs, orderId, isAccepted = false, isPriceChanged = false, lookupAfter }: OrderUpdate,
  nowMs: number,
): Promise<boolean> {
  const rows = await db.execute(
    `UPDATE booking_orders
     SET state = $5, due_at = $6, order_id = CASE WHEN $9 THEN $7 ELSE order_id END, lease_id = NULL, lease_ends_at = NULL,
         requested_at = CASE WHEN $5 = 'accepted' THEN NULL ELSE requested_at END,
         pending_since = CASE WHEN $10 THEN $11 ELSE pending_since END,
         price_changes = price_changes + CASE WHEN $12 THEN 1 ELSE 0 END,
         lookup_after = $13, looked_up_at = CASE WHEN $14 THEN $11 ELSE looked_up_at END,
         attempts = CASE WHEN $5 = state THEN attempts ELSE 0 END
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $8::text AND lease_id = $4`,
    [
      bookingId,
      owner.accountId,
      owner.environment,
      leaseId,
      state,
      dueAtMs === null ? null : new Date(dueAtMs),
      orderId ?? null,
      owner.applicationId,
      orderId !== undefined,
      isAccepted,
      new Date(nowMs),
      isPriceChanged,
      lookupAfter === undefined ? before : lookupAfter,
      lookupAfter === null,
    ],
  );
  return rows > 0;
}

/** Stores whose credential requests a leased order, before the request. */
export async function storeCredentialOwner(
  db: Queryable,
  { leaseId, bookingId, owner }: LeasedOrder,
  credentialOwner: CredentialOwner,
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders SET credential_owner = $5
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $6::text AND lease_id = $4`,
    [bookingId, owner.accountId, owner.environment, leaseId, credentialOwner, owner.applicationId],
  );
}

/** The order of a booking, with the last quote of its cancellation. */
export interface StoredOrder {
  credentialOwner: CredentialOwner | null;
  requestedAtMs: number | null;
  supplier: string;
  state: OrderState;
  orderId: string | null;
  quote: { id: string; refundMinor: number | null; expiresAtMs: number | null } | null;
}

/** Finds the order of a booking; undefined for a booking in the sandbox. With `lock`, locks it until the transaction ends. */
export async function findOrder(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
  { lock = false } = {},
): Promise<StoredOrder | undefined> {
  const [row] = await db.query<{
    supplier: string;
    state: OrderState;
    order_id: string | null;
    quote_id: string | null;
    quote_refund_minor: number | null;
    quote_expires_at: Date | null;
    credential_owner: CredentialOwner | null;
    requested_at: Date | null;
  }>(
    `SELECT credential_owner, requested_at, supplier, state, order_id, quote_id, quote_refund_minor, quote_expires_at FROM booking_orders
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text${lock ? " FOR UPDATE" : ""}`,
    [bookingId, accountId, environment, applicationId],
  );
  if (row === undefined) return undefined;
  const { supplier, state, order_id: orderId, quote_id: id, quote_refund_minor: refundMinor } = row;
  const expiresAtMs = row.quote_expires_at?.getTime() ?? null;
  const quote = id === null ? null : { id, refundMinor, expiresAtMs };
  const { credential_owner: credentialOwner, requested_at: requestedAt } = row;
  return { supplier, state, orderId, quote, credentialOwner, requestedAtMs: requestedAt?.getTime() ?? null };
}

/** Stores a quote of a cancellation. */
export async function storeQuote(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
  quote: NonNullable<StoredOrder["quote"]>,
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders SET quote_id = $5, quote_refund_minor = $6, quote_expires_at = $7
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [
      bookingId,
      accountId,
      environment,
      applicationId,
      quote.id,
      quote.refundMinor,
      quote.expiresAtMs === null ? null : new Date(quote.expiresAtMs),
    ],
  );
}

/** Makes the order of a booking due now, and drops a step that runs: it may have read the order before a change. */
export async function makeOrderDue(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { bookingId, nowMs }: { bookingId: string; nowMs: number },
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders SET due_at = $5, attempts = 0, lease_id = NULL, lease_ends_at = NULL
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text AND state = 'ordered'`,
    [bookingId, accountId, environment, applicationId, new Date(nowMs)],
  );
}

/** Requests the cancellation of an order by its stored quote, and drops a step that runs. The request takes the first step; it is due for others a while later. */
export async function requestCancellation(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  bookingId: string,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders SET state = 'cancelling', due_at = $5, attempts = 0, lease_id = NULL, lease_ends_at = NULL
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text`,
    [bookingId, accountId, environment, applicationId, new Date(nowMs + requestMs)],
  );
}

/** Orders at suppliers whose result, or that of their cancellation, is not known yet. */
interface OrderQueue {
  due: number;
  later: number;
  /** Orders whose last step had no result. */
  retrying: number;
  isMinimum: boolean;
  /** Due time of the oldest due order; null if there is none. */
  oldestDueMs: number | null;
}

/** Counts the unsettled orders of all accounts among those that are due first, up to a limit. */
export async function readOrderQueue(
  db: Queryable,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<OrderQueue> {
  const [row] = await db.query<
    Omit<OrderQueue, "isMinimum" | "oldestDueMs"> & { counted: number; oldest: Date | null }
  >(
    `SELECT count(*)::int AS counted,
            (count(*) FILTER (WHERE is_unsettled AND due_at <= $1))::int AS due,
            (count(*) FILTER (WHERE is_unsettled AND due_at > $1))::int AS later,
            (count(*) FILTER (WHERE is_unsettled AND attempts > 1))::int AS retrying,
            min(due_at) FILTER (WHERE is_unsettled AND due_at <= $1) AS oldest
     FROM (
       SELECT due_at, attempts, state IN ('accepted', 'requested', 'cancelling') AS is_unsettled FROM booking_orders
       WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $2
     ) waiting`,
    [new Date(nowMs), limit + 1],
  );
  const { counted = 0, due = 0, later = 0, retrying = 0, oldest = null } = row ?? {};
  return { due, later, retrying, isMinimum: counted > limit, oldestDueMs: oldest?.getTime() ?? null };
}
