import { formatMoney } from "@wayfare/contract";
import { detachedCall } from "../client/call-context.ts";
import type { SupplierClient, SupplierRequest } from "../client/supplier-client.ts";
import { SupplierFailure } from "../port/failures.ts";
import type {
  CancellationQuote,
  CreatedOrder,
  NewOrder,
  OrderContext,
  OrderLookup,
  OrderPage,
  OrderTraveler,
  RefundTarget,
  SupplierAmount,
  SupplierOrder,
  SupplierOrders,
  SupplierRefund,
} from "../port/orders.ts";
import type { Slice, SupplierAccess, SupplierPlaces } from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import { toSlices } from "./offers.ts";
import {
  bookingKey,
  type DuffelChange,
  type DuffelOfferPassenger,
  type DuffelOrder,
  type DuffelRefund,
  isCancellation,
  isOfferToOrder,
  isOrder,
  isOrderList,
  isOwnOrder,
} from "./order-schema.ts";
import { assignPassengers } from "./passengers.ts";
import { isSlices } from "./schema.ts";

/** Orders per page: the maximum. */
const pageSize = 200;
/** A look-up reads no further page if less time than this is left. */
const pageMs = 5_000;
/** Errors of an order request whose offer was ordered already, by an earlier request. */
const alreadyOrdered: ReadonlySet<string | null> = new Set([
  "offer_request_already_booked",
  "order_already_created",
  "order_creation_already_attempted",
]);
const gone: ReadonlySet<string | null> = new Set(["offer_no_longer_available", "not_found"]);
/** The price changed between the two requests of `create`. */
const priceChanged: ReadonlySet<string | null> = new Set([
  "price_changed",
  "payment_amount_does_not_match_order_amount",
]);

interface DuffelOrdersDeps {
  client: SupplierClient;
  places: SupplierPlaces;
  /** Refuses a token of the other mode. @throws SupplierFailure */
  checkToken: (access: SupplierAccess | undefined) => SupplierAccess;
}

/**
 * Orders at Duffel (docs/suppliers/duffel.md): instant orders, paid from the balance. An order carries the id of our booking in its
 * metadata, by which it is found again after a request with an unknown outcome.
 */
export class DuffelOrders implements SupplierOrders {
  readonly #deps: DuffelOrdersDeps;

  constructor(deps: DuffelOrdersDeps) {
    this.#deps = deps;
  }

  async create(order: NewOrder, context: OrderContext): Promise<CreatedOrder> {
    const started = await this.#priceAgain(order, context);
    if ("status" in started) return started;
    const ids = assignPassengers(order.travelers, started.passengers);
    if (ids === null) return { status: "refused", code: "passengers_mismatch" };
    const sent = { status: 0 };
    const onStatus = (status: number) => void (sent.status = status);
    const body = { data: toOrderRequest(order, ids) };
    try {
      const created = await this.#readOrder({ method: "POST", path: "/air/orders", body, onStatus }, context);
      return sent.status === 202 ? { status: "accepted" } : { status: "created", order: created };
    } catch (error) {
      // The body of this status is not documented, and need not be JSON.
      return sent.status === 202 ? { status: "accepted" } : toCreated(error);
    }
  }

  async find(
    { bookingId, after }: { bookingId: string; after: string | null },
    context: OrderContext,
  ): Promise<OrderLookup> {
    const endsAt = performance.now() + context.deadlineMs;
    let next = after;
    do {
      const deadlineMs = endsAt - performance.now();
      const page = await this.#readPage(next, { ...context, deadlineMs }, next !== after);
      const order = page.orders.find((each) => each.bookingId === bookingId);
      if (order !== undefined) return { order, next: null };
      next = page.next;
    } while (next !== null && endsAt - performance.now() > pageMs);
    return { order: null, next };
  }

  list(after: string | null, context: OrderContext): Promise<OrderPage> {
    return this.#readPage(after, context, after !== null);
  }

  /** The sort only makes new orders come soon: every page is read, because Duffel's client says that results may be in any order. */
  async #readPage(after: string | null, context: OrderContext, isFollowUp: boolean): Promise<OrderPage> {
    const path = `/air/orders?limit=${pageSize}&sort=-created_at${after === null ? "" : `&after=${encodeURIComponent(after)}`}`;
    const response = await this.#call({ method: "GET", path, ...(isFollowUp && { isFollowUp }) }, context);
    if (!isOrderList(response)) throw new SupplierFailure("format", "duffel did not send a list of orders");
    const orders = response.data.filter(isOwnOrder).map((data) => {
      const answer = { data };
      if (!isOrder(answer)) throw new SupplierFailure("format", "duffel listed an order in an unknown format");
      return this.#toOrder(answer.data);
    });
    return { orders, next: response.meta?.after ?? null };
  }

  get(orderId: string, context: OrderContext): Promise<SupplierOrder> {
    return this.#readOrder({ method: "GET", path: `/air/orders/${encodeURIComponent(orderId)}` }, context);
  }

  quoteCancellation(orderId: string, context: OrderContext): Promise<CancellationQuote> {
    const body = { data: { order_id: orderId } };
    return this.#readCancellation({ method: "POST", path: "/air/order_cancellations", body }, context);
  }

  confirmCancellation(quoteId: string, context: OrderContext): Promise<CancellationQuote> {
    const path = `/air/order_cancellations/${encodeURIComponent(quoteId)}/actions/confirm`;
    return this.#readCancellation({ method: "POST", path }, context);
  }

  getCancellation(quoteId: string, context: OrderContext): Promise<CancellationQuote> {
    const path = `/air/order_cancellations/${encodeURIComponent(quoteId)}`;
    return this.#readCancellation({ method: "GET", path }, context);
  }

  async acceptChange(changeId: string, context: OrderContext): Promise<void> {
    const path = `/air/airline_initiated_changes/${encodeURIComponent(changeId)}/actions/accept`;
    await this.#call({ method: "POST", path }, context);
  }

  /** Returns the passengers of an offer whose price is still the accepted one. */
  async #priceAgain(
    { offerReference, total, currency }: NewOrder,
    context: OrderContext,
  ): Promise<CreatedOrder | { passengers: readonly DuffelOfferPassenger[] }> {
    try {
      const path = `/air/offers/${encodeURIComponent(offerReference)}`;
      const response = await this.#call({ method: "GET", path }, context);
      if (!isOfferToOrder(response)) return { status: "not_sent" };
      const { total_amount, total_currency, passengers } = response.data;
      const current = toAmount(total_amount, total_currency);
      const isSame = current.currency === currency && current.minor === total;
      return isSame ? { passengers } : { status: "changed", current };
    } catch (error) {
      if (!(error instanceof SupplierFailure)) return { status: "not_sent" };
      if (error.code === "offer_expired") return { status: "expired" };
      return { status: gone.has(error.code) || error.status === 404 ? "unavailable" : "not_sent" };
    }
  }

  async #readOrder(request: SupplierRequest, context: OrderContext): Promise<SupplierOrder> {
    const response = await this.#call(request, context);
    if (!isOrder(response)) throw new SupplierFailure("format", "duffel did not send an order");
    return this.#toOrder(response.data);
  }

  #toOrder(order: DuffelOrder): SupplierOrder {
    const { id, booking_reference, total_amount, total_currency, cancelled_at, slices, metadata, created_at } = order;
    const { cancellation, airline_initiated_changes: changes } = order;
    const bookingId = metadata?.[bookingKey];
    const createdAtMs = Date.parse(created_at ?? "");
    return {
      id,
      reference: booking_reference ?? null,
      charged: toAmount(total_amount, total_currency),
      isCancelled: Boolean(cancelled_at),
      cancellation: cancelled_at && cancellation ? toRefund(cancellation) : null,
      changes: (changes ?? []).map((change) => this.#toChange(change)),
      bookingId: typeof bookingId === "string" ? bookingId : null,
      createdAtMs: Number.isNaN(createdAtMs) ? null : createdAtMs,
      slices: this.#toSlices(slices),
    };
  }

  #toChange({ id, action_taken: taken, available_actions: available, added, removed }: DuffelChange) {
    const actions = taken ? [] : (["accept", "cancel"] as const).filter((action) => available?.includes(action));
    const status = taken ? (taken === "accepted" || taken === "cancelled" ? taken : "applied") : "pending";
    return { id, status, actions, removed: this.#toSlices(removed), added: this.#toSlices(added) } as const;
  }

  #toSlices(given: unknown): Slice[] | null {
    return isSlices(given) ? toSlices(given, this.#deps.places) : null;
  }

  async #readCancellation(request: SupplierRequest, context: OrderContext): Promise<CancellationQuote> {
    const response = await this.#call(request, context);
    if (!isCancellation(response)) throw new SupplierFailure("format", "duffel did not send a cancellation");
    const { expires_at, confirmed_at } = response.data;
    return {
      ...toRefund(response.data),
      expiresAtMs: expires_at ? Date.parse(expires_at) : null,
      isConfirmed: Boolean(confirmed_at),
    };
  }

  #call(request: SupplierRequest, context: OrderContext): Promise<unknown> {
    return this.#deps.client.call(request, detachedCall({ ...context, access: this.#deps.checkToken(context.access) }));
  }
}

/** The result of an order request that failed. */
function toCreated(error: unknown): CreatedOrder {
  // Anything but a failure of the call, such as a used up budget, comes before the request.
  if (!(error instanceof SupplierFailure)) return { status: "not_sent" };
  const { kind, status, code } = error;
  // 401, 403 and 429 refuse the request before an order is attempted.
  if (kind === "rate_limited" || kind === "credential") return { status: "not_sent" };
  // Sent with status 502, with the guarantee that no order was created and no payment taken.
  if (code === "order_not_created") return { status: "not_created", code };
  const isRefused = kind === "status" && status !== null && status >= 400 && status < 500 && status !== 408;
  if (!isRefused || alreadyOrdered.has(code)) return { status: "unknown" };
  if (code === "offer_expired") return { status: "expired" };
  if (code === "insufficient_balance") return { status: "insufficient_balance" };
  if (gone.has(code)) return { status: "unavailable" };
  if (priceChanged.has(code)) return { status: "changed", current: null };
  return { status: "refused", code };
}

/** Destinations of refunds (`refund_to`). Orders that were not paid, and values that are not documented, have no target. */
const refundTargets: Readonly<Record<string, RefundTarget>> = {
  balance: "balance",
  arc_bsp_cash: "original_payment",
  card: "original_payment",
  original_form_of_payment: "original_payment",
  voucher: "airline_credit",
  airline_credits: "airline_credit",
};

function toRefund({ id, refund_amount, refund_currency, refund_to, airline_credits }: DuffelRefund): SupplierRefund {
  return {
    id,
    refund: refund_amount && refund_currency ? toAmount(refund_amount, refund_currency) : null,
    refundTo: refundTargets[refund_to ?? ""] ?? null,
    credits: (airline_credits ?? []).map(({ credit_code, credit_amount, credit_currency, expires_at }) => {
      const expiresAtMs = Date.parse(expires_at ?? "");
      return {
        code: credit_code ?? null,
        amount: toAmount(credit_amount, credit_currency),
        expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
      };
    }),
  };
}

/** @param ids of the passengers of the offer, for each traveler */
function toOrderRequest(order: NewOrder, ids: readonly string[]) {
  const { bookingId, offerReference, total, currency, travelers, contact } = order;
  const infantOf = (adult: number) => travelers.findIndex((each) => each.type === "infant" && each.withAdult === adult);
  return {
    type: "instant",
    selected_offers: [offerReference],
    payments: [{ type: "balance", currency, amount: formatMoney(total, currency).amount }],
    metadata: { [bookingKey]: bookingId },
    passengers: travelers.map((traveler, at) => ({
      id: ids[at],
      given_name: traveler.givenName,
      family_name: traveler.familyName,
      born_on: traveler.bornOn,
      title: traveler.title,
      gender: traveler.gender === "female" ? "f" : "m",
      email: contact.email,
      phone_number: contact.phone,
      ...(infantOf(at) >= 0 && { infant_passenger_id: ids[infantOf(at)] }),
      ...(traveler.document && { identity_documents: [toDocument(traveler.document)] }),
    })),
  };
}

function toDocument({ type, number, issuingCountry, expiresOn }: NonNullable<OrderTraveler["document"]>) {
  return { type, unique_identifier: number, issuing_country_code: issuingCountry, expires_on: expiresOn };
}

function toAmount(amount: string, code: string): SupplierAmount {
  const currency = toCurrency(code);
  const minor = currency && toMinor(amount, currency);
  if (currency === null || minor === null) throw new SupplierFailure("format", "duffel sent an unknown amount");
  return { minor, currency };
}
