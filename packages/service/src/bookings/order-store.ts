import { type AccountScope, newId, type RowScope } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

/** State of an order. See migration 0042. */
type OrderState = "accepted" | "requested" | "ordered" | "failed" | "cancelling" | "cancelled";

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
  attempts: number;
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
  attempts: number;
  offset_ms: number;
}

/** Time for which the step of an order is left to the request that caused it. */
const requestMs = 10_000;

/** Inserts the order of a new booking. The request takes its first step; it is due for others a while later. */
export async function insertOrder(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  order: { bookingId: string; supplier: string; offerReference: string; nowMs: number },
): Promise<void> {
  await db.execute(
    `INSERT INTO booking_orders (booking_id, account_id, environment, application_id, supplier, offer_reference, state, accepted_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'accepted', $7, $8)`,
    [
      order.bookingId,
      accountId,
      environment,
      applicationId,
      order.supplier,
      order.offerReference,
      new Date(order.nowMs),
      new Date(order.nowMs + requestMs),
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
     FROM due JOIN accounts account ON true
     WHERE leased.booking_id = due.booking_id AND account.id = leased.account_id
     RETURNING leased.booking_id, leased.account_id, leased.environment, leased.application_id, leased.supplier, leased.offer_reference,
       due.state AS previous_state, leased.order_id, leased.accepted_at, leased.requested_at, leased.quote_id, leased.attempts,
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
    attempts: row.attempts,
    offsetMs: row.offset_ms,
  };
}

/** Next state of a leased order. */
export interface OrderUpdate {
  state: OrderState;
  /** Time of the next step; null if there is none. */
  dueAtMs: number | null;
  /** The supplier's id of the order, if it has just become known. */
  orderId?: string;
}

/** Stores the next state and ends the lease. Returns false if another process has taken over since the lease ended. */
export async function releaseOrder(
  db: Queryable,
  { leaseId, bookingId, owner }: LeasedOrder,
  { state, dueAtMs, orderId }: OrderUpdate,
): Promise<boolean> {
  const rows = await db.execute(
    `UPDATE booking_orders
     SET state = $5, due_at = $6, order_id = COALESCE($7, order_id), lease_id = NULL, lease_ends_at = NULL,
         requested_at = CASE WHEN $5 = 'accepted' THEN NULL ELSE requested_at END,
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
    ],
  );
  return rows > 0;
}

/** The order of a booking, with the last quote of its cancellation. */
export interface StoredOrder {
  supplier: string;
  state: OrderState;
  orderId: string | null;
  quote: { id: string; refundMinor: number; expiresAtMs: number | null } | null;
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
  }>(
    `SELECT supplier, state, order_id, quote_id, quote_refund_minor, quote_expires_at FROM booking_orders
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND application_id IS NOT DISTINCT FROM $4::text${lock ? " FOR UPDATE" : ""}`,
    [bookingId, accountId, environment, applicationId],
  );
  if (row === undefined) return undefined;
  const { supplier, state, order_id: orderId, quote_id: id, quote_refund_minor: refundMinor } = row;
  const expiresAtMs = row.quote_expires_at?.getTime() ?? null;
  const quote = id === null || refundMinor === null ? null : { id, refundMinor, expiresAtMs };
  return { supplier, state, orderId, quote };
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

/**
 * Makes an order due, because the supplier has reported a change. A step that runs is dropped: it may have read the order before the change.
 * Does nothing for an order that is not known yet, whose result is still to be read, and for one that is being cancelled.
 */
export async function makeOrderDue(
  db: Queryable,
  order: AccountScope & { supplier: string; orderId: string; nowMs: number },
): Promise<void> {
  await db.execute(
    `UPDATE booking_orders SET due_at = $5, attempts = 0, lease_id = NULL, lease_ends_at = NULL
     WHERE account_id = $1 AND environment = $2 AND supplier = $3 AND order_id = $4 AND state = 'ordered'`,
    [order.accountId, order.environment, order.supplier, order.orderId, new Date(order.nowMs)],
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
