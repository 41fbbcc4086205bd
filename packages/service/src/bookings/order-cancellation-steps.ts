import type { SupplierRefund } from "@wayfare/suppliers";
import { makeConfirmedRefund } from "./confirmed-refund.ts";
import { isRefused, nextPollAt, retryAt, type Step, type StepDeps, stepOf, warn } from "./order-step.ts";
import type { LeasedOrder } from "./order-store.ts";
import type { AccountOrders } from "./supplier-orders.ts";

/**
 * Confirms the quoted cancellation. Confirming again is safe: the supplier refuses it, and the order shows its cancellation. The refund is
 * the confirmed one, never that of the quote.
 */
export async function confirmCancellation(deps: StepDeps, leased: LeasedOrder): Promise<Step> {
  const { orders } = deps;
  const later = stepOf({ state: "cancelling", dueAtMs: retryAt(deps, leased) });
  const { orderId, quoteId } = leased;
  if (orders === null || orderId === null || quoteId === null) return later;
  try {
    const confirmed = await orders.confirmCancellation(quoteId);
    return confirmed.isConfirmed ? cancelled(leased, confirmed) : later;
  } catch (error) {
    warn(deps, leased, error, "order cancellation failed");
    if (!isRefused(error)) return later;
  }
  try {
    const { isCancelled, cancellation } = await orders.get(orderId);
    if (!isCancelled) return stepOf({ state: "ordered", dueAtMs: nextPollAt(deps, leased.arrivesAtMs) });
    return cancelled(leased, cancellation ?? (await readCancellation(orders, quoteId)));
  } catch (error) {
    warn(deps, leased, error, "order lookup failed");
    return later;
  }
}

/** Reads the cancellation of a quote; null if it was not confirmed, so that the order was cancelled by another one. */
async function readCancellation(orders: AccountOrders, quoteId: string): Promise<SupplierRefund | null> {
  try {
    const cancellation = await orders.getCancellation(quoteId);
    return cancellation.isConfirmed ? cancellation : null;
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** The customer cancelled if the cancellation is that of the quote. */
function cancelled({ supplier, quoteId, quotedMinor }: LeasedOrder, stated: SupplierRefund | null): Step {
  const isOurs = stated?.id === quoteId;
  const refund = makeConfirmedRefund(supplier, stated, isOurs ? quotedMinor : null);
  return stepOf({ state: "cancelled", dueAtMs: null }, { cancellation: { by: isOurs ? "customer" : null, refund } });
}
