import { createHmac } from "node:crypto";
import { readRecorded } from "../recorded.ts";
import {
  type DoubleAnswer,
  findUnknown,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
} from "./supplier-double.ts";

/** Behavior of the next order requests. */
export interface OrderFault {
  /** True if the order is created although the response is lost. */
  isCreated: boolean;
  /** The response. */
  misbehavior: Misbehavior;
  /** Runs when the request has had its effect. */
  onHandled?: () => void;
}

interface Order {
  id: string;
  offerId: string;
  metadata: Record<string, unknown>;
  amount: string;
  currency: string;
  createdAt: string;
  cancelledAt: string | null;
  slices: unknown;
}

interface Cancellation {
  id: string;
  orderId: string;
  expiresAt: string;
  confirmedAt: string | null;
}

/** Orders and cancellations of a double of Duffel, in the format of the recorded ones. */
export class DuffelOrdersDouble {
  readonly orders: Order[] = [];
  readonly cancellations: Cancellation[] = [];
  /** Number of order requests that would have created an order. */
  requested = 0;
  /** Faults of the next order requests, in order. */
  readonly faults: OrderFault[] = [];
  /** Faults of the next confirmations of a cancellation, in order. `isCreated`: it is confirmed although the response is lost. */
  readonly confirmFaults: OrderFault[] = [];
  /** Error code with which order requests are refused; null to accept them. */
  refusal: string | null = null;
  /** Share of the total that a cancellation refunds. */
  refundShare = 0.5;
  nowMs: () => number = () => Date.now();
  /** Maximum number of orders per page. */
  pageSize = 50;
  readonly #findOffer: (id: string) => Record<string, unknown> | undefined;

  constructor(findOffer: (id: string) => Record<string, unknown> | undefined) {
    this.#findOffer = findOffer;
  }

  /** Answers requests for orders and cancellations; undefined for all others. */
  respond(request: ReceivedRequest): DoubleAnswer | string | undefined {
    const { method, path } = request;
    if (method === "POST" && path === "/air/orders") return this.#create(request);
    if (method === "GET" && path === "/air/orders") return this.#list(request);
    const [, orderId] = /^\/air\/orders\/(\w+)$/.exec(path) ?? [];
    if (method === "GET" && orderId !== undefined) return this.#get(orderId);
    if (method === "POST" && path === "/air/order_cancellations") return this.#quote(request);
    const [, quoteId] = /^\/air\/order_cancellations\/(\w+)\/actions\/confirm$/.exec(path) ?? [];
    return method === "POST" && quoteId !== undefined ? this.#confirm(quoteId) : undefined;
  }

  /** Cancels an order as an airline does. */
  cancelByAirline(orderId: string): void {
    for (const order of this.orders) if (order.id === orderId) order.cancelledAt = this.#now();
  }

  /** Changes the times of the flights as an airline does: `18:30:00` to `19:05:00`, for example. */
  changeTimes(orderId: string, from: string, to: string): void {
    for (const order of this.orders) {
      if (order.id === orderId) order.slices = JSON.parse(JSON.stringify(order.slices).replaceAll(from, to));
    }
  }

  /** Body and signature header of an event about an order. */
  signEvent(orderId: string, { secret, nowMs = this.nowMs() }: { secret: string; nowMs?: number }) {
    const event = {
      id: `wev_${orderId}`,
      live_mode: true,
      type: "order.airline_initiated_change_detected",
      data: { object: { id: "aic_1", order_id: orderId, added: [], removed: [] } },
      created_at: new Date(nowMs).toISOString(),
      idempotency_key: orderId,
    };
    const body = JSON.stringify(event);
    const seconds = Math.floor(nowMs / 1000);
    const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    return { body, signature: `t=${seconds},v1=${signature}` };
  }

  #create({ body }: ReceivedRequest): DoubleAnswer | string {
    const { data } = membersOf(body);
    const { selected_offers: selected, payments, passengers, metadata, type } = membersOf(data);
    const unknown = findUnknown(data, ["type", "selected_offers", "payments", "passengers", "metadata", "services"]);
    if (unknown !== undefined) return unknown;
    if (type !== "instant" || !Array.isArray(selected) || !Array.isArray(payments) || !Array.isArray(passengers))
      return "no instant order";
    const fault = passengers.map(findPassengerFault).find((each) => each !== undefined);
    if (fault !== undefined) return fault;
    const offer = this.#findOffer(String(selected[0]));
    if (offer === undefined) return failure(422, "offer_no_longer_available");
    const { amount, currency } = membersOf(payments[0]);
    if (amount !== offer.total_amount || currency !== offer.total_currency) return failure(422, "price_changed");
    if (this.refusal !== null) return failure(422, this.refusal);
    const next = this.faults.shift();
    if (next !== undefined && !next.isCreated) {
      next.onHandled?.();
      return { body: "", misbehavior: next.misbehavior };
    }
    this.requested++;
    const order = {
      id: `ord_${this.orders.length + 1}`,
      offerId: String(selected[0]),
      metadata: membersOf(metadata),
      amount: String(amount),
      currency: String(currency),
      createdAt: this.#now(),
      cancelledAt: null,
      slices: structuredClone(offer.slices),
    };
    this.orders.push(order);
    next?.onHandled?.();
    return { ...json({ data: toRecorded(order) }, 201), ...(next && { misbehavior: next.misbehavior }) };
  }

  #list({ query }: ReceivedRequest): DoubleAnswer {
    const newest = this.orders.toReversed();
    const from = Number(query.get("after") ?? 0);
    const page = newest.slice(from, from + this.pageSize);
    const next = from + this.pageSize;
    const after = next < newest.length ? String(next) : null;
    return json({ meta: { limit: this.pageSize, after }, data: page.map(toRecorded) });
  }

  #get(orderId: string): DoubleAnswer {
    const order = this.orders.find(({ id }) => id === orderId);
    return order === undefined ? failure(404, "not_found") : json({ data: toRecorded(order) });
  }

  #quote({ body }: ReceivedRequest): DoubleAnswer {
    const orderId = String(membersOf(membersOf(body).data).order_id);
    const order = this.orders.find(({ id }) => id === orderId);
    if (order === undefined) return failure(404, "not_found");
    if (order.cancelledAt !== null) return failure(422, "order_already_cancelled");
    const expiresAt = new Date(this.nowMs() + 600_000).toISOString();
    const quote = { id: `ore_${this.cancellations.length + 1}`, orderId, expiresAt, confirmedAt: null };
    this.cancellations.push(quote);
    return json({ data: this.#toCancellation(quote) }, 201);
  }

  #confirm(quoteId: string): DoubleAnswer {
    const quote = this.cancellations.find(({ id }) => id === quoteId);
    if (quote === undefined) return failure(404, "not_found");
    if (this.nowMs() >= Date.parse(quote.expiresAt)) return failure(422, "order_cancellation_expired");
    const order = this.orders.find(({ id }) => id === quote.orderId);
    if (order?.cancelledAt !== null) return failure(422, "order_already_cancelled");
    const next = this.confirmFaults.shift();
    if (next === undefined || next.isCreated) {
      quote.confirmedAt = this.#now();
      order.cancelledAt = quote.confirmedAt;
    }
    next?.onHandled?.();
    const answer = json({ data: this.#toCancellation(quote) });
    return next === undefined ? answer : { ...answer, misbehavior: next.misbehavior };
  }

  #toCancellation(quote: Cancellation) {
    const { orderId, id, expiresAt, confirmedAt } = quote;
    const order = this.orders.find((each) => each.id === orderId);
    const refund = (Number(order?.amount) * this.refundShare).toFixed(2);
    const recorded = membersOf(membersOf(JSON.parse(readRecorded("duffel/create-order-cancellation.json"))).data);
    const own = { id, order_id: orderId, expires_at: expiresAt, confirmed_at: confirmedAt };
    return { ...recorded, ...own, refund_amount: refund, refund_currency: order?.currency };
  }

  #now(): string {
    return new Date(this.nowMs()).toISOString();
  }
}

/** The recorded order with the members of another one. */
function toRecorded({ id, metadata, amount, currency, createdAt, cancelledAt, slices }: Order) {
  const recorded = membersOf(membersOf(JSON.parse(readRecorded("duffel/create-order.json"))).data);
  return {
    ...recorded,
    id,
    metadata,
    total_amount: amount,
    total_currency: currency,
    created_at: createdAt,
    cancelled_at: cancelledAt,
    slices,
    booking_reference: `RZ${id.slice(4).padStart(4, "0")}`,
  };
}

const required = ["id", "title", "gender", "given_name", "family_name", "born_on", "email", "phone_number"];

function findPassengerFault(passenger: unknown): string | undefined {
  const members = membersOf(passenger);
  const missing = required.find((name) => typeof members[name] !== "string");
  return missing === undefined
    ? findUnknown(passenger, [...required, "infant_passenger_id", "identity_documents"])
    : `passenger without ${missing}`;
}

function failure(status: number, code: string): DoubleAnswer {
  const error = { type: "invalid_request_error", code, title: "refused", message: "refused", documentation_url: "" };
  return json({ errors: [error], meta: { request_id: "req_1", status } }, status);
}

function json(value: unknown, status = 200): DoubleAnswer {
  return { status, body: JSON.stringify(value) };
}
