import type { Order } from "../duffel/order-format.ts";
import type { DuffelOrdersDouble } from "../duffel/orders-double.ts";

/** Time until an order that was accepted with 202 has its outcome. */
const outcomeAfterMs = 20_000;
/** Time from an order to its change or cancellation. */
const afterOrderMs = 15_000;
const creditDays = 365;

/** Outcomes of orders, by the local part of the contact's email address. */
export const demoTriggers = {
  "accepted-later": "the order is accepted with 202 and created after 20 seconds",
  "creation-failed": "the order is accepted with 202 and fails after 20 seconds",
  "answer-lost": "the order is created, but its answer is lost",
  "price-changed": "the order is refused because the price rose by 5 %",
  "no-balance": "the order is refused because the balance is too low",
  "not-created": "the order is refused by the airline, and nothing was ordered",
  "airline-changes": "the airline moves the first departure after 15 seconds",
  "dashboard-cancels": "the order is cancelled in the dashboard after 15 seconds, with half of the price as refund",
  "credit-refund": "a cancellation refunds to a credit of the airline",
} as const;

type Trigger = keyof typeof demoTriggers;

/** Selects the outcome of each order of a double of Duffel by the email address of its contact. */
export function installTriggers(
  orders: DuffelOrdersDouble,
  schedule: (run: () => void, afterMs: number) => void,
): void {
  const raised = new WeakSet<object>();
  orders.onRequest = ({ passengers }, offer) => {
    orders.refusal = null;
    for (const queue of [orders.acceptances, orders.faults, orders.priceChanges]) queue.length = 0;
    const trigger = triggerOf(passengers);
    if (trigger === "accepted-later") orders.acceptances.push({ delayMs: outcomeAfterMs, outcome: "created" });
    if (trigger === "creation-failed") orders.acceptances.push({ delayMs: outcomeAfterMs, outcome: "failed" });
    if (trigger === "answer-lost") orders.faults.push({ isCreated: true, misbehavior: { kind: "reset" } });
    if (trigger === "no-balance") orders.refusal = "insufficient_balance";
    if (trigger === "not-created") orders.refusal = "order_not_created";
    // The price rises once: the request with the new price is accepted.
    if (trigger === "price-changed" && !raised.has(offer)) {
      raised.add(offer);
      orders.priceChanges.push((Number(offer.total_amount) * 1.05).toFixed(2));
    }
  };
  orders.quotes.termsOf = (order) => ({
    share: shareOf(order),
    ...(triggerOf(order.passengers) === "credit-refund" && { to: "airline_credits", creditDays }),
  });
  const { onEvent } = orders.events;
  orders.events.onEvent = (event) => {
    onEvent(event);
    const order = event.type === "order.created" ? orders.orders.at(-1) : undefined;
    const trigger = order && triggerOf(order.passengers);
    if (order === undefined || trigger === undefined) return;
    if (trigger === "airline-changes") schedule(() => moveDeparture(orders, order), afterOrderMs);
    if (trigger === "dashboard-cancels") schedule(() => cancelInDashboard(orders, order), afterOrderMs);
  };
}

function triggerOf(passengers: readonly Record<string, unknown>[]): Trigger | undefined {
  const local = String(passengers[0]?.email).split("@")[0]?.toLowerCase() ?? "";
  return isTrigger(local) ? local : undefined;
}

function isTrigger(text: string): text is Trigger {
  return Object.hasOwn(demoTriggers, text);
}

/** Share of the price that the conditions of the offer refund. */
function shareOf({ offer, amount }: Order): number {
  const conditions = Object(offer.conditions);
  const { allowed = false, penalty_amount: penalty = "0" } = Object(conditions.refund_before_departure);
  return allowed === true ? Math.max(0, 1 - Number(penalty) / Number(amount)) : 0;
}

/** Moves the first departure by 45 minutes. */
function moveDeparture(orders: DuffelOrdersDouble, order: Order): void {
  const [, from] = /"departing_at":"([^"]+)"/.exec(JSON.stringify(order.slices)) ?? [];
  if (from === undefined || order.cancelledAt !== null) return;
  const to = new Date(Date.parse(`${from}Z`) + 45 * 60_000).toISOString().slice(0, from.length);
  orders.changes.add(order.id, { from: `"departing_at":"${from}"`, to: `"departing_at":"${to}"` });
}

function cancelInDashboard(orders: DuffelOrdersDouble, { id, amount, cancelledAt }: Order): void {
  if (cancelledAt === null) orders.quotes.cancelInDashboard(id, { amount: (Number(amount) / 2).toFixed(2) });
}
