import type { BookingFailure } from "@wayfare/contract";
import { toApiSlices } from "@wayfare/search";
import type { CreatedOrder, NewOrder, SupplierOrder } from "@wayfare/suppliers";
import { toNewOrder } from "./new-order.ts";
import { arrivalOf, isMissing, nextPollAt, retryAt, type Step, type StepDeps, stepOf, warn } from "./order-step.ts";
import type { LeasedOrder, OrderUpdate } from "./order-store.ts";
import { type BookingResult, findBooking, type StoredBooking } from "./store.ts";

/** An order that was not requested for this time fails: the offer has usually expired. */
const unreachableAfterMs = 60_000;
/** Bookings without a result are reported to operators after this time. They stay pending. */
const unsettledAfterMs = 15 * 60_000;
/** Time for which a step that follows at once is left to this process. */
const againMs = 10_000;
/** Requests that a supplier may refuse because the price has changed. */
const maxPriceChanges = 3;

/** Prices the offer again and sends the request for the order. */
export async function requestOrder(deps: StepDeps, leased: LeasedOrder): Promise<Step> {
  const found = await findBooking(deps.database, leased.owner, leased.bookingId, { box: deps.box });
  if (found === undefined) throw new Error("an order has no booking");
  const order = toNewOrder(found, leased.offerReference);
  const created = await create(deps, leased, order);
  switch (created.status) {
    case "created":
      return confirmed(deps, leased, created.order);
    case "accepted":
      return stepOf({ state: "requested", dueAtMs: retryAt(deps, leased), isAccepted: true });
    case "changed":
      return priceAgain(deps, leased, { found, order, current: created.current });
    case "unavailable":
      return failed("offer_unavailable");
    case "expired":
      return failed("offer_expired");
    case "insufficient_balance":
      return failed("insufficient_balance", created.status);
    case "not_created":
      return failed("not_created", created.code);
    case "refused":
      return failed("refused", created.code);
    case "not_sent": {
      if (deps.clock.nowMs() - leased.acceptedAtMs >= unreachableAfterMs) return failed("supplier_unavailable");
      return stepOf({ state: "accepted", dueAtMs: retryAt(deps, leased) });
    }
    default:
      return stepOf({ state: "requested", dueAtMs: retryAt(deps, leased) });
  }
}

async function create(deps: StepDeps, leased: LeasedOrder, order: NewOrder): Promise<CreatedOrder> {
  if (deps.orders === null) return { status: "not_sent" };
  try {
    return await deps.orders.create(order);
  } catch (error) {
    warn(deps, leased, error, "order request failed");
    return { status: "unknown" };
  }
}

/** Requests the order again at the new price if the customer accepts it. The supplier has refused the one before, so there is no order. */
function priceAgain(
  deps: StepDeps,
  leased: LeasedOrder,
  {
    found,
    order,
    current,
  }: { found: StoredBooking; order: NewOrder; current: { minor: number; currency: string } | null },
): Step {
  const { maxTotalMinor, priceChanges } = leased;
  if (maxTotalMinor === null || priceChanges >= maxPriceChanges) return failed("price_changed");
  const dueAtMs = deps.clock.nowMs() + againMs;
  const update: OrderUpdate = { state: "accepted", dueAtMs, isPriceChanged: true };
  // The next step reads the price.
  if (current === null) return stepOf(update, { isAgain: true });
  const marginMinor = found.totalMinor - order.total;
  const isAccepted = current.currency === order.currency && current.minor + marginMinor <= maxTotalMinor;
  return isAccepted ? stepOf(update, { priceMinor: current.minor, isAgain: true }) : failed("price_changed");
}

/** Looks for the order of a request without a result: by its id if an event or a list has named it, else in the supplier's list. */
export async function lookUpOrder(deps: StepDeps, leased: LeasedOrder): Promise<Step> {
  const { orders } = deps;
  const { bookingId, orderId, requestedAtMs } = leased;
  const isOverdue = deps.clock.nowMs() - requestedAtMs >= unsettledAfterMs;
  const report = isOverdue && ({ report: { type: "unsettled", isOpen: true, orderId } } as const);
  const later = (update: Partial<OrderUpdate> = {}) =>
    stepOf({ state: "requested", dueAtMs: retryAt(deps, leased), ...update }, { ...report });
  if (orders === null) return later();
  try {
    if (orderId !== null) {
      const named = await orders.get(orderId);
      // Bookings can share an offer, by which an event may have named the order of another one.
      return named.bookingId === bookingId ? confirmed(deps, leased, named) : later({ orderId: null });
    }
    const { order, next } = await orders.find({ bookingId, after: leased.lookupAfter });
    return order === null ? later({ lookupAfter: next }) : confirmed(deps, leased, order);
  } catch (error) {
    warn(deps, leased, error, "order lookup failed");
    // A cursor may have expired, and an order that is not there may be one that the event announced too early.
    return later(orderId === null ? { lookupAfter: leased.attempts % 2 === 0 ? null : leased.lookupAfter } : {});
  }
}

/** Reads a confirmed order, because the supplier has reported a change or a day has passed. */
export async function readOrder(deps: StepDeps, leased: LeasedOrder): Promise<Step> {
  const { orders } = deps;
  const { orderId } = leased;
  const later = stepOf({ state: "ordered", dueAtMs: retryAt(deps, leased) });
  if (orderId === null) return stepOf({ state: "ordered", dueAtMs: null });
  // Without a credential now, the order is read the next day.
  if (orders === null) return stepOf({ state: "ordered", dueAtMs: nextPollAt(deps, leased.arrivesAtMs) });
  try {
    const current = await orders.get(orderId);
    const { isCancelled } = current;
    const dueAtMs = isCancelled ? null : nextPollAt(deps, arrivalOf(current, leased));
    return stepOf({ state: isCancelled ? "cancelled" : "ordered", dueAtMs }, { current });
  } catch (error) {
    warn(deps, leased, error, "order lookup failed");
    if (!isMissing(error)) return later;
    const report = { type: "order_missing", isOpen: true, orderId } as const;
    return stepOf({ state: "ordered", dueAtMs: nextPollAt(deps, leased.arrivesAtMs) }, { report });
  }
}

/** Confirms the booking, which takes the flights of the order. An order that is cancelled already is cancelled in the same transaction. */
export function confirmed(deps: StepDeps, leased: LeasedOrder, order: SupplierOrder): Step {
  const { id: orderId, reference, charged, slices, isCancelled } = order;
  const dueAtMs = isCancelled ? null : nextPollAt(deps, arrivalOf(order, leased));
  const result: BookingResult = {
    status: "confirmed",
    supplierReference: reference,
    charge: charged,
    slices: slices === null ? null : toApiSlices(slices),
  };
  return stepOf({ state: isCancelled ? "cancelled" : "ordered", dueAtMs, orderId }, { result, current: order });
}

function failed(code: BookingFailure["code"], supplierCode: string | null = null): Step {
  return stepOf({ state: "failed", dueAtMs: null }, { result: { status: "failed", failure: { code, supplierCode } } });
}
