import { formatMoney } from "@wayfare/contract";
import { detachedCall } from "../client/call-context.ts";
import type { SupplierClient, SupplierRequest } from "../client/supplier-client.ts";
import { SupplierFailure } from "../port/failures.ts";
import type {
  CancellationQuote,
  CreatedOrder,
  NewOrder,
  OrderContext,
  OrderTraveler,
  SupplierAmount,
  SupplierOrder,
  SupplierOrders,
} from "../port/orders.ts";
import type { SupplierAccess, SupplierPlaces } from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import { toSlices } from "./offers.ts";
import {
  type DuffelOfferPassenger,
  type DuffelOrder,
  isCancellation,
  isOfferToOrder,
  isOrder,
  isOrderList,
} from "./order-schema.ts";
import { assignPassengers } from "./passengers.ts";
import { isSlices } from "./schema.ts";

/** Member of an order's metadata with the id of our booking. */
const bookingKey = "wayfare_booking_id";
/** Orders per page, and maximum number of pages that are searched for the order of a booking. */
const pageSize = 200;
const maxPages = 20;
/** Errors of an order request whose offer was ordered already, by an earlier request. */
const alreadyOrdered: ReadonlySet<string | null> = new Set(["offer_request_already_booked", "order_already_created"]);
const gone: ReadonlySet<string | null> = new Set(["offer_no_longer_available", "offer_expired", "not_found"]);
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
    const request = { method: "POST", path: "/air/orders", body: { data: toOrderRequest(order, ids) } } as const;
    try {
      return { status: "created", order: await this.#readOrder(request, context) };
    } catch (error) {
      return toCreated(error);
    }
  }

  async find(
    { bookingId, createdAfterMs }: { bookingId: string; createdAfterMs: number },
    context: OrderContext,
  ): Promise<SupplierOrder | null> {
    let after = "";
    for (let page = 0; page < maxPages; page++) {
      const path = `/air/orders?limit=${pageSize}${after}`;
      const response = await this.#call({ method: "GET", path, ...(page > 0 && { isFollowUp: true }) }, context);
      if (!isOrderList(response)) throw new SupplierFailure("format", "duffel did not send a list of orders");
      const found = response.data.find(({ metadata }) => metadata?.[bookingKey] === bookingId);
      if (found !== undefined) return this.#toOrder(found);
      const oldest = response.data.at(-1);
      const next = response.meta?.after ?? null;
      if (oldest === undefined || next === null || Date.parse(oldest.created_at) < createdAfterMs) return null;
      after = `&after=${encodeURIComponent(next)}`;
    }
    throw new SupplierFailure("format", "duffel lists too many orders to find one");
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
      const isGone = error instanceof SupplierFailure && (gone.has(error.code) || error.status === 404);
      return { status: isGone ? "unavailable" : "not_sent" };
    }
  }

  async #readOrder(request: SupplierRequest, context: OrderContext): Promise<SupplierOrder> {
    const response = await this.#call(request, context);
    if (!isOrder(response)) throw new SupplierFailure("format", "duffel did not send an order");
    return this.#toOrder(response.data);
  }

  #toOrder({ id, booking_reference, total_amount, total_currency, cancelled_at, slices }: DuffelOrder): SupplierOrder {
    return {
      id,
      reference: booking_reference ?? null,
      charged: toAmount(total_amount, total_currency),
      isCancelled: Boolean(cancelled_at),
      slices: isSlices(slices) ? toSlices(slices, this.#deps.places) : null,
    };
  }

  async #readCancellation(request: SupplierRequest, context: OrderContext): Promise<CancellationQuote> {
    const response = await this.#call(request, context);
    if (!isCancellation(response)) throw new SupplierFailure("format", "duffel did not send a cancellation");
    const { id, refund_amount, refund_currency, expires_at, confirmed_at } = response.data;
    return {
      id,
      refund: toAmount(refund_amount, refund_currency),
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
  if (kind === "rate_limited" || kind === "credential") return { status: "not_sent" };
  const isRefused = kind === "status" && status !== null && status >= 400 && status < 500 && status !== 408;
  if (!isRefused || alreadyOrdered.has(code)) return { status: "unknown" };
  if (gone.has(code) || priceChanged.has(code)) return { status: "unavailable" };
  return { status: "refused", code };
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
