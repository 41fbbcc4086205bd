import {
  type DoubleAnswer,
  findUnknown,
  type Misbehavior,
  membersOf,
  type ReceivedRequest,
} from "../server/supplier-double.ts";
import { fail, succeed } from "./answers.ts";
import type { DuffelEvents } from "./events.ts";
import { type Cancellation, formatCancellation, type Order, type RefundTo } from "./order-format.ts";
import { answerPage } from "./pages.ts";

/** What orders, their cancellations and their changes have in common. */
export interface OrderBook {
  readonly orders: Order[];
  readonly events: DuffelEvents;
  /** Seed of the order of lists without `sort`. */
  readonly seed: number;
  /** Orders that are listed and can be read. */
  visible(): Order[];
  nowMs(): number;
  /** Adds a refund to the balance of the account. */
  refund(amount: string): void;
}

/** A lost or wrong answer of a request that has an effect or none. */
export interface OrderFault {
  /** True if the request has its effect although the response is lost. */
  isCreated: boolean;
  /** The response. */
  misbehavior: Misbehavior;
  /** Time from the request to its effect, in milliseconds; 0 by default. Orders only. */
  delayMs?: number;
  /** Runs when the request was handled. */
  onHandled?: () => void;
}

/** Terms of the next quotes. */
export interface RefundTerms {
  /** Share of the total that is refunded; null if the airline states no amount. */
  share: number | null;
  to: RefundTo;
  /** Lifetime of an airline's credit, in days; null for credits without an expiry. */
  creditDays: number | null;
}

const dayMs = 86_400_000;

/**
 * Order cancellations: a quote that expires, and its confirmation (https://duffel.com/docs/guides/cancelling-an-order,
 * https://duffel.com/docs/api/v2/order-cancellations, read in November 2026).
 */
export class DuffelCancellations {
  readonly all: Cancellation[] = [];
  /** Faults of the next confirmations, in order. */
  readonly faults: OrderFault[] = [];
  terms: RefundTerms = { share: 0.5, to: "balance", creditDays: 365 };
  /** Amount that the next confirmation states instead of that of its quote; null for that of the quote. */
  confirmedAmount: string | null = null;
  quoteTtlMs = 600_000;
  readonly #book: OrderBook;

  constructor(book: OrderBook) {
    this.#book = book;
  }

  /** Answers requests for order cancellations; undefined for all others. */
  respond(request: ReceivedRequest): DoubleAnswer | string | undefined {
    const { method, path } = request;
    const [, id, action] = /^\/air\/order_cancellations(?:\/(\w+))?(\/actions\/confirm)?$/.exec(path) ?? [];
    if (!path.startsWith("/air/order_cancellations")) return undefined;
    if (method === "POST" && id === undefined) return this.#quote(request);
    if (method === "POST" && id !== undefined && action !== undefined) return this.#confirm(id);
    if (method === "GET" && id !== undefined && action === undefined) return this.#get(id);
    return method === "GET" && id === undefined ? this.#list(request) : undefined;
  }

  /**
   * Cancels an order outside of the API, as the dashboard or Duffel's support does: the order gets a confirmed cancellation, with its own
   * refund.
   */
  cancelInDashboard(orderId: string, refund: { amount: string | null; to?: RefundTo; creditDays?: number | null }) {
    const order = this.#book.orders.find(({ id }) => id === orderId);
    if (order === undefined) throw new RangeError(`no order ${orderId}`);
    const { creditDays = null, to = "balance", amount } = refund;
    const quote = this.#add(order, { refundAmount: amount, refundTo: to, creditDays });
    this.#apply(quote, order, amount);
    return quote;
  }

  #quote({ body }: ReceivedRequest): DoubleAnswer | string {
    const { data } = membersOf(body);
    const unknown = findUnknown(data, ["order_id"]);
    if (unknown !== undefined) return unknown;
    const order = this.#book.visible().find(({ id }) => id === membersOf(data).order_id);
    if (order === undefined) return fail("not_found");
    if (order.cancelledAt !== null) return fail("already_cancelled");
    const { share, to, creditDays } = this.terms;
    const refundAmount = share === null ? null : (Number(order.amount) * share).toFixed(2);
    const quote = this.#add(order, { refundAmount, refundTo: to, creditDays });
    return succeed({ data: formatCancellation(quote, order) }, 201);
  }

  #add(
    order: Order,
    {
      refundAmount,
      refundTo,
      creditDays,
    }: Pick<Cancellation, "refundAmount" | "refundTo"> & { creditDays: number | null },
  ): Cancellation {
    const nowMs = this.#book.nowMs();
    const isCredit = refundTo === "airline_credits" && creditDays !== null;
    const quote: Cancellation = {
      id: `ore_${this.all.length + 1}`,
      orderId: order.id,
      createdAt: toText(nowMs),
      expiresAt: toText(nowMs + this.quoteTtlMs),
      confirmedAt: null,
      refundAmount,
      refundTo,
      creditExpiresAt: isCredit ? toText(nowMs + creditDays * dayMs) : null,
    };
    this.all.push(quote);
    this.#record("order_cancellation.created", quote, order);
    return quote;
  }

  #confirm(quoteId: string): DoubleAnswer {
    const quote = this.all.find(({ id }) => id === quoteId);
    const order = this.#book.visible().find(({ id }) => id === quote?.orderId);
    if (quote === undefined || order === undefined) return fail("not_found");
    if (order.cancelledAt !== null) return fail("already_cancelled");
    const latest = this.all.findLast(({ orderId }) => orderId === order.id);
    if (quote !== latest || this.#book.nowMs() >= Date.parse(quote.expiresAt)) return fail("order_cancellation_stale");
    const fault = this.faults.shift();
    if (fault === undefined || fault.isCreated) this.#apply(quote, order, this.confirmedAmount ?? quote.refundAmount);
    fault?.onHandled?.();
    const answer = succeed({ data: formatCancellation(quote, order) });
    return fault === undefined ? answer : { ...answer, misbehavior: fault.misbehavior };
  }

  #apply(quote: Cancellation, order: Order, amount: string | null): void {
    this.confirmedAmount = null;
    quote.refundAmount = amount;
    quote.confirmedAt = toText(this.#book.nowMs());
    order.cancelledAt = quote.confirmedAt;
    order.cancellation = quote;
    for (const change of order.changes) {
      if (change.actionTaken !== null) continue;
      change.actionTaken = "cancelled";
      change.actionTakenAt = quote.confirmedAt;
    }
    const isToBalance = quote.refundTo === "balance" || quote.refundTo === "original_form_of_payment";
    if (isToBalance && amount !== null) this.#book.refund(amount);
    this.#record("order_cancellation.confirmed", quote, order);
  }

  #record(
    type: "order_cancellation.created" | "order_cancellation.confirmed",
    quote: Cancellation,
    order: Order,
  ): void {
    const atMs = this.#book.nowMs();
    this.#book.events.record(type, formatCancellation(quote, order), { key: quote.id, atMs, isLive: order.isLive });
  }

  #get(id: string): DoubleAnswer {
    const quote = this.all.find((each) => each.id === id);
    return quote === undefined ? fail("not_found") : succeed({ data: this.#format(quote) });
  }

  #list({ query }: ReceivedRequest): DoubleAnswer | string {
    const unknown = findUnknown(Object.fromEntries(query), ["after", "before", "limit", "order_id"]);
    if (unknown !== undefined) return unknown;
    const orderId = query.get("order_id");
    return answerPage(query, {
      items: this.all.filter((each) => orderId === null || each.orderId === orderId),
      idOf: ({ id }) => id,
      format: (each) => this.#format(each),
      sorts: {},
      seed: this.#book.seed,
    });
  }

  #format(quote: Cancellation) {
    const order = this.#book.orders.find(({ id }) => id === quote.orderId);
    if (order === undefined) throw new RangeError(`no order ${quote.orderId}`);
    return formatCancellation(quote, order);
  }
}

function toText(ms: number): string {
  return new Date(ms).toISOString();
}
