import type { CancellationQuote, SupplierOrder } from "@wayfare/suppliers";
import { confirmed } from "./order-request-steps.ts";
import { isRefused, retryAt, type Step, type StepDeps, stepOf, warn } from "./order-step.ts";
import type { LeasedOrder } from "./order-store.ts";

/** Refused attempts to cancel a late order. */
const maxRefusals = 5;

/** Treatment of an order that appears after its booking has failed (`BOOKINGS_LATE_ORDERS`). */
export type LateOrders = "cancel" | "adopt";

/**
 * Settles an order that appeared after its booking had failed: adopts it, or cancels it while its refund is full. Another one is left to an
 * operator. Each one is reported.
 */
export async function settleLateOrder(deps: StepDeps, leased: LeasedOrder, policy: LateOrders): Promise<Step> {
  const { orders } = deps;
  const { orderId, bookingId } = leased;
  const later = stepOf({ state: "late", dueAtMs: retryAt(deps, leased) });
  if (orderId === null) return stepOf({ state: "failed", dueAtMs: null });
  const report = (type: "late_order" | "late_order_cancelled" | "late_order_adopted", isOpen: boolean) => ({
    report: { type, isOpen, orderId },
  });
  const ended = stepOf({ state: "cancelled", dueAtMs: null }, report("late_order_cancelled", false));
  if (orders === null) return stepOf(later.update, report("late_order", true));
  try {
    const order = await orders.get(orderId);
    // An event names the offer, which several bookings can share.
    if (order.bookingId !== bookingId) return stepOf({ state: "failed", dueAtMs: null, orderId: null });
    if (order.isCancelled) return ended;
    if (policy === "adopt") return adopt(deps, leased, order);
    const quote = await orders.quoteCancellation(orderId);
    if (!isFull(quote, order)) return stepOf({ state: "late", dueAtMs: null }, report("late_order", true));
    const { isConfirmed } = await orders.confirmCancellation(quote.id);
    return isConfirmed ? ended : later;
  } catch (error) {
    warn(deps, leased, error, "late order could not be settled");
    // An order that the supplier does not cancel is left to an operator, unless the quote was only too old.
    const isFinal = isRefused(error) && leased.attempts >= maxRefusals;
    return stepOf({ state: "late", dueAtMs: isFinal ? null : later.update.dueAtMs }, report("late_order", true));
  }
}

/** Confirms the failed booking with its order. */
function adopt(deps: StepDeps, leased: LeasedOrder, order: SupplierOrder): Step {
  const report = { type: "late_order_adopted", isOpen: false, orderId: order.id } as const;
  return { ...confirmed(deps, leased, order), from: "failed", report };
}

/** Returns true if everything is paid back in money. */
function isFull({ refund, refundTo }: CancellationQuote, { charged }: SupplierOrder): boolean {
  if (refund === null || refundTo === "airline_credit") return false;
  return refund.currency === charged.currency && refund.minor >= charged.minor;
}
