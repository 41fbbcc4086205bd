import { type DoubleAnswer, findUnknown, membersOf, type ReceivedRequest } from "../server/supplier-double.ts";
import { DuffelAirlineChanges } from "./airline-changes.ts";
import { type DuffelError, fail, succeed } from "./answers.ts";
import { DuffelCancellations, type OrderBook, type OrderFault, type RefundTerms } from "./cancellations.ts";
import { DuffelEvents, type SignedEvent, signDuffelEvent } from "./events.ts";
import { type Cancellation, formatOrder, type Order } from "./order-format.ts";
import { answerOrderList } from "./order-list.ts";
import { type OrderRequest, readOfferId, readOrderRequest } from "./order-requests.ts";

/** Offers that can be ordered. */
export interface OfferSource {
  /** Returns an offer; `gone` if it is no longer available, undefined if it never was. */
  find(id: string): Record<string, unknown> | "gone" | undefined;
}

/** An order request that is answered 202: "accepted but not yet confirmed". */
export interface Acceptance {
  /** Time from the request to its outcome, in milliseconds. */
  delayMs: number;
  outcome: "created" | "failed";
}

/** A refusal with another status than the documented one of its code. */
interface Refusal {
  code: string;
  status?: number;
}

/** Outcome of an order request that is not known yet. */
interface PendingOrder {
  dueMs: number;
  request: OrderRequest;
  offer: Record<string, unknown>;
  isLive: boolean;
  outcome: "created" | "failed";
}

/**
 * Orders of a double of Duffel: order requests with every documented outcome, lists, cancellations, changes by airlines and events. Time
 * passes only on the given clock.
 */
export class DuffelOrdersDouble implements OrderBook {
  readonly orders: Order[] = [];
  readonly events = new DuffelEvents();
  readonly changes: DuffelAirlineChanges;
  /** Order cancellations, with the terms and faults of the next ones. */
  readonly quotes: DuffelCancellations;
  /** Number of order requests that created an order or will create one. */
  requested = 0;
  /** Faults of the next order requests, in order. */
  readonly faults: OrderFault[] = [];
  /** Order requests that are answered 202, in order. */
  readonly acceptances: Acceptance[] = [];
  /** Prices of the next order requests, which are refused with `price_changed`; null if the offer keeps showing the old price. */
  readonly priceChanges: (string | null)[] = [];
  /** Error with which order requests are refused; null to accept them. */
  refusal: string | Refusal | null = null;
  /** Balance of the account, in the currency of its orders; null without a limit, as in Duffel's test mode. */
  balance: string | null = null;
  /** Time from the creation of an order until it is listed. Duffel documents up to a couple of hours. */
  visibleAfterMs = 0;
  nowMs: () => number = () => Date.now();
  /** True for recorded offers whose expiry is in the past. */
  ignoresExpiry = false;
  /** Maximum number of orders per page. */
  pageSize = 200;
  /** Seed of the order of lists without `sort`. */
  seed = 1;
  readonly #offers: OfferSource;
  readonly #pending: PendingOrder[] = [];

  constructor(offers: OfferSource) {
    this.#offers = offers;
    this.changes = new DuffelAirlineChanges(this);
    this.quotes = new DuffelCancellations(this);
  }

  get cancellations(): readonly Cancellation[] {
    return this.quotes.all;
  }

  get confirmFaults(): OrderFault[] {
    return this.quotes.faults;
  }

  /** Share of the total that a cancellation refunds. */
  get refundShare(): number | null {
    return this.quotes.terms.share;
  }

  set refundShare(share: number | null) {
    this.refundTerms = { share };
  }

  /** Terms of the next quotes; the others stay. */
  set refundTerms(terms: Partial<RefundTerms>) {
    this.quotes.terms = { ...this.quotes.terms, ...terms };
  }

  /** Answers requests for orders, their cancellations and changes; undefined for all others. */
  respond(request: ReceivedRequest): DoubleAnswer | string | undefined {
    this.settle();
    const { method, path } = request;
    if (path === "/air/orders") return method === "POST" ? this.#create(request) : this.#list(request);
    const [, orderId] = /^\/air\/orders\/(\w+)$/.exec(path) ?? [];
    if (orderId !== undefined) return this.#answerOrder(orderId, request);
    return this.quotes.respond(request) ?? this.changes.respond(request);
  }

  /** Creates the orders, and records the failures, whose time has come. */
  settle(): void {
    for (const pending of this.#pending.splice(0)) {
      if (pending.dueMs > this.nowMs()) this.#pending.push(pending);
      else if (pending.outcome === "created") this.#add(pending, pending.dueMs);
      else this.#recordFailure(pending);
    }
  }

  /** True from the time at which an offer expires. */
  isExpired(offer: Record<string, unknown>): boolean {
    return !this.ignoresExpiry && Date.parse(String(offer.expires_at)) <= this.nowMs();
  }

  visible(): Order[] {
    return this.orders.filter(({ visibleFromMs }) => visibleFromMs <= this.nowMs());
  }

  refund(amount: string): void {
    if (this.balance !== null) this.balance = (Number(this.balance) + Number(amount)).toFixed(2);
  }

  /** Adds an order that another client made. */
  addForeignOrder({
    createdAtMs,
    offerId,
    metadata = {},
  }: {
    createdAtMs: number;
    offerId: string;
    metadata?: Record<string, string>;
  }): Order {
    const offer = this.#offers.find(offerId);
    if (typeof offer !== "object") throw new RangeError(`no offer ${offerId}`);
    const payment = { amount: String(offer.total_amount), currency: String(offer.total_currency), type: "balance" };
    const request = { offerId: `${offerId}_${this.orders.length + 1}`, passengers: [], payment, metadata };
    return this.#add({ request, offer, isLive: offer.live_mode === true }, createdAtMs);
  }

  /** Cancels an order as an airline does: `cancelled_at` is set, without a cancellation. */
  cancelByAirline(orderId: string): void {
    for (const order of this.orders) if (order.id === orderId) order.cancelledAt = new Date(this.nowMs()).toISOString();
  }

  /** Changes the slices of an order at once: `18:30:00` to `19:05:00`, for example. */
  changeTimes(orderId: string, from: string, to: string): void {
    for (const order of this.orders) {
      if (order.id === orderId) order.slices = JSON.parse(JSON.stringify(order.slices).replaceAll(from, to));
    }
  }

  /** Signs an event of a change of an order. */
  signEvent(orderId: string, { secret, nowMs = this.nowMs() }: { secret: string; nowMs?: number }): SignedEvent {
    const event = {
      id: `wev_${orderId}`,
      api_version: "v2",
      type: "order.airline_initiated_change_detected",
      data: { object: { id: orderId, aic_id: "aic_1" } },
      live_mode: true,
      idempotency_key: "aic_1",
      created_at: new Date(nowMs).toISOString(),
      identity_organisation_id: "org_1",
    } as const;
    return signDuffelEvent(event, { secret, nowMs });
  }

  #create(received: ReceivedRequest): DoubleAnswer | string {
    const selected = readOfferId(received.body);
    if (typeof selected === "string") return selected;
    if (!("offerId" in selected)) return fail(selected);
    const offer = this.#offers.find(selected.offerId);
    if (offer === undefined || offer === "gone") return fail("offer_no_longer_available");
    const request = readOrderRequest(received.body, offer);
    if (typeof request === "string") return request;
    if (Array.isArray(request)) return fail(request);
    const refused = this.#refuse(request, offer);
    if (refused !== undefined) return refused;
    const isLive = /^Bearer duffel_live_/.test(received.headers.authorization ?? "");
    return this.#accept({ request, offer, isLive });
  }

  /** Refuses for the state of the offer, the price, the balance and the airline, in this order. */
  #refuse(request: OrderRequest, offer: Record<string, unknown>): DoubleAnswer | undefined {
    const { payment, offerId } = request;
    if (this.isExpired(offer)) return fail("offer_expired");
    if (offer.partial === true) return fail("validation_inclusion");
    if (this.orders.some((order) => order.offerId === offerId)) return fail("offer_request_already_booked");
    if (this.#pending.some((pending) => pending.request.offerId === offerId))
      return fail("order_creation_already_attempted");
    if (payment.currency !== offer.total_currency) return fail([mismatch("currency")]);
    if (Number(payment.amount) !== Number(offer.total_amount)) return fail([mismatch("amount")]);
    const price = this.priceChanges.shift();
    if (price !== undefined) {
      if (price !== null) offer.total_amount = price;
      return fail("price_changed");
    }
    if (this.balance !== null && Number(payment.amount) > Number(this.balance)) return fail("insufficient_balance");
    if (this.refusal === null) return undefined;
    const { code, status } = typeof this.refusal === "string" ? { code: this.refusal } : this.refusal;
    return fail(code, status);
  }

  #accept(given: { request: OrderRequest; offer: Record<string, unknown>; isLive: boolean }): DoubleAnswer {
    const fault = this.faults.shift();
    const misbehavior = fault && { misbehavior: fault.misbehavior };
    if (fault?.isCreated === false) {
      fault.onHandled?.();
      return { body: "", ...misbehavior };
    }
    const acceptance = this.acceptances.shift();
    const { delayMs, outcome } = acceptance ?? { delayMs: fault?.delayMs ?? 0, outcome: "created" };
    if (outcome === "created") this.#pay(given.request);
    if (acceptance === undefined && delayMs === 0) {
      const order = this.#add(given, this.nowMs());
      fault?.onHandled?.();
      return { ...succeed({ data: formatOrder(order) }, 201), ...misbehavior };
    }
    this.#pending.push({ ...given, outcome, dueMs: this.nowMs() + delayMs });
    fault?.onHandled?.();
    // Duffel does not publish the body of a 202.
    return { ...succeed({ data: null }, 202), ...misbehavior };
  }

  #pay({ payment }: OrderRequest): void {
    this.requested++;
    if (this.balance !== null) this.balance = (Number(this.balance) - Number(payment.amount)).toFixed(2);
  }

  #add({ request, offer, isLive }: Pick<PendingOrder, "request" | "offer" | "isLive">, atMs: number): Order {
    const { offerId, metadata, passengers, payment } = request;
    const order: Order = {
      id: `ord_${this.orders.length + 1}`,
      offerId,
      offer,
      metadata,
      passengers,
      amount: payment.amount,
      currency: payment.currency,
      createdAt: new Date(atMs).toISOString(),
      visibleFromMs: atMs + this.visibleAfterMs,
      cancelledAt: null,
      slices: structuredClone(offer.slices),
      cancellation: null,
      changes: [],
      isLive,
    };
    this.orders.push(order);
    const object = { id: order.id, order_id: order.id, offer_id: offerId };
    this.events.record("order.created", object, { key: order.id, atMs, isLive });
    return order;
  }

  #recordFailure({ request: { offerId }, dueMs, isLive }: PendingOrder): void {
    const key = Buffer.from(`failed-por_${offerId}`).toString("base64");
    this.events.record("order.creation_failed", { offer_id: offerId, order_id: null }, { key, atMs: dueMs, isLive });
  }

  #list({ method, query }: ReceivedRequest): DoubleAnswer | string | undefined {
    if (method !== "GET") return undefined;
    return answerOrderList(query, this.visible(), { seed: this.seed, maxPage: this.pageSize });
  }

  #answerOrder(orderId: string, { method, body }: ReceivedRequest): DoubleAnswer | string | undefined {
    const order = this.visible().find(({ id }) => id === orderId);
    if (order === undefined) return fail("not_found");
    if (method === "GET") return succeed({ data: formatOrder(order) });
    if (method !== "PATCH") return undefined;
    const { data } = membersOf(body);
    const unknown = findUnknown(data, ["metadata"]);
    if (unknown !== undefined) return unknown;
    order.metadata = membersOf(membersOf(data).metadata);
    return succeed({ data: formatOrder(order) });
  }
}

function mismatch(member: "amount" | "currency"): DuffelError {
  return {
    code: `payment_${member}_does_not_match_order_${member}`,
    message: `the ${member} of the payment is not that of the offer`,
    pointer: `/data/payments/0/${member}`,
  };
}
