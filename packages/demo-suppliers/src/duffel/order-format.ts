import { membersOf } from "../server/supplier-double.ts";
import { listOf } from "./passengers.ts";

/*
 * Format of Duffel's orders, order cancellations and airline-initiated changes. Sources, read in November 2026:
 * https://duffel.com/docs/api/v2/orders, /order-cancellations, /airline-initiated-changes, and `OrdersTypes.ts`,
 * `OrderCancellationsTypes.ts`, `AirlineInitiatedChangesTypes.ts` of duffelhq/duffel-api-javascript. test/duffel/order-format.test.ts
 * compares it with recorded orders.
 */

/** Destinations of a refund. */
export type RefundTo =
  | "balance"
  | "original_form_of_payment"
  | "arc_bsp_cash"
  | "card"
  | "voucher"
  | "awaiting_payment"
  | "airline_credits";

/** An order of the double. */
export interface Order {
  id: string;
  offerId: string;
  /** The offer that was ordered. */
  offer: Record<string, unknown>;
  metadata: Record<string, unknown>;
  amount: string;
  currency: string;
  createdAt: string;
  /** Instant from which the order is listed and can be read. */
  visibleFromMs: number;
  cancelledAt: string | null;
  slices: unknown;
  passengers: readonly Record<string, unknown>[];
  /** Confirmed cancellation; null if there is none, or the airline cancelled without one. */
  cancellation: Cancellation | null;
  changes: AirlineChange[];
  isLive: boolean;
}

/** A quote for the cancellation of an order, or a confirmed cancellation. */
export interface Cancellation {
  id: string;
  orderId: string;
  createdAt: string;
  expiresAt: string;
  confirmedAt: string | null;
  /** Null if the airline states no amount. */
  refundAmount: string | null;
  refundTo: RefundTo;
  /** Expiry of the airline's credit; null if it has none or the refund is not a credit. */
  creditExpiresAt: string | null;
}

/** A change that the airline made to an order. */
export interface AirlineChange {
  id: string;
  orderId: string;
  createdAt: string;
  added: unknown;
  removed: unknown;
  actionTaken: "accepted" | "cancelled" | "changed" | null;
  actionTakenAt: string | null;
  availableActions: readonly ("accept" | "cancel" | "change" | "update")[];
}

/** Returns an order as Duffel sends it. */
export function formatOrder(order: Order) {
  const { id, offer, amount, currency, createdAt, cancelledAt } = order;
  return {
    id,
    type: "instant",
    live_mode: order.isLive,
    created_at: createdAt,
    synced_at: createdAt,
    cancelled_at: cancelledAt,
    void_window_ends_at: null,
    booking_reference: `RZ${id.slice("ord_".length).padStart(4, "0")}`,
    owner: offer.owner ?? null,
    total_amount: amount,
    total_currency: currency,
    base_amount: offer.base_amount ?? null,
    base_currency: offer.base_currency ?? null,
    tax_amount: offer.tax_amount ?? null,
    tax_currency: offer.tax_currency ?? null,
    conditions: offer.conditions ?? { change_before_departure: null, refund_before_departure: null },
    metadata: order.metadata,
    payment_status: {
      awaiting_payment: false,
      paid_at: createdAt,
      payment_required_by: null,
      price_guarantee_expires_at: null,
    },
    documents: order.passengers.map(({ id: passengerId }, at) => ({
      type: "electronic_ticket",
      unique_identifier: `1${id.slice("ord_".length).padStart(11, "0")}${at}`,
      passenger_ids: [passengerId],
    })),
    services: [],
    passengers: order.passengers.map((passenger) => formatPassenger(passenger, offer)),
    slices: listOf(order.slices).map((slice) => ({ changeable: false, ...slice })),
    available_actions: cancelledAt === null ? ["cancel", "change", "update"] : ["update"],
    airline_initiated_changes: order.changes.map(formatChange),
    cancellation: order.cancellation && formatCancellation(order.cancellation, order),
  };
}

/** An order shows neither contact nor documents of its passengers. */
function formatPassenger(passenger: Record<string, unknown>, offer: Record<string, unknown>) {
  const searched = listOf(offer.passengers).find(({ id }) => id === passenger.id);
  return {
    id: passenger.id,
    type: searched?.type ?? null,
    title: passenger.title,
    gender: passenger.gender,
    given_name: passenger.given_name,
    family_name: passenger.family_name,
    born_on: passenger.born_on,
    infant_passenger_id: passenger.infant_passenger_id ?? null,
    loyalty_programme_accounts: passenger.loyalty_programme_accounts ?? [],
    user_id: passenger.user_id ?? null,
  };
}

/** Returns a cancellation as Duffel sends it: amount and currency are null if the airline states no amount. */
export function formatCancellation(cancellation: Cancellation, { currency, passengers, offer, isLive }: Order) {
  const { id, orderId, createdAt, expiresAt, confirmedAt, refundAmount, refundTo, creditExpiresAt } = cancellation;
  const credit = {
    airline_iata_code: membersOf(offer.owner).iata_code ?? null,
    credit_amount: refundAmount,
    credit_currency: refundAmount === null ? null : currency,
    // The code is stated once the cancellation is confirmed (https://duffel.com/docs/guides/cancelling-an-order).
    credit_code: confirmedAt === null ? null : `1${id.slice("ore_".length).padStart(12, "0")}`,
    credit_name: "Future Flight Credit",
    issued_on: confirmedAt?.slice(0, "2027-01-01".length) ?? null,
    expires_at: creditExpiresAt,
    passenger_id: passengers[0]?.id ?? null,
  };
  return {
    id,
    order_id: orderId,
    live_mode: isLive,
    created_at: createdAt,
    expires_at: expiresAt,
    confirmed_at: confirmedAt,
    refund_amount: refundAmount,
    refund_currency: refundAmount === null ? null : currency,
    refund_to: refundTo,
    airline_credits: refundTo === "airline_credits" && refundAmount !== null ? [credit] : [],
  };
}

/** Returns a change by the airline as Duffel sends it. */
export function formatChange(change: AirlineChange) {
  const { id, orderId, createdAt, added, removed, actionTaken, actionTakenAt, availableActions } = change;
  return {
    id,
    order_id: orderId,
    created_at: createdAt,
    updated_at: actionTakenAt ?? createdAt,
    added,
    removed,
    action_taken: actionTaken,
    action_taken_at: actionTakenAt,
    available_actions: actionTaken === null ? availableActions : [],
    travel_agent_ticket: null,
  };
}
