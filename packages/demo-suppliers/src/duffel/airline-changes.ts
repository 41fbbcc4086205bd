import { type DoubleAnswer, findUnknown, membersOf, type ReceivedRequest } from "../server/supplier-double.ts";
import { fail, succeed } from "./answers.ts";
import type { OrderBook } from "./cancellations.ts";
import { type AirlineChange, formatChange, type Order } from "./order-format.ts";

/** A change that the airline makes to an order. */
export interface NewAirlineChange {
  /** Text of the slices that changes, such as `T18:30:00`, and its new value. */
  from: string;
  to: string;
  /** Actions that the client can take. Without `accept`, the client reports the action that it took (`update`). */
  availableActions?: AirlineChange["availableActions"];
  /** True if the order shows the new slices before the change is accepted. */
  isApplied?: boolean;
}

const actions: ReadonlySet<unknown> = new Set(["accepted", "cancelled", "changed"]);

/**
 * Airline-initiated changes. The order keeps its slices until the change is accepted. A change is not cancelled itself: the order
 * is cancelled (https://duffel.com/docs/api/airline-initiated-changes; `AirlineInitiatedChanges.ts` of duffelhq/duffel-api-javascript, read in
 * November 2026).
 */
export class DuffelAirlineChanges {
  readonly #book: OrderBook;
  #count = 0;

  constructor(book: OrderBook) {
    this.#book = book;
  }

  /** Changes an order as its airline does, and records the event. */
  add(orderId: string, { from, to, isApplied = false, availableActions }: NewAirlineChange): AirlineChange {
    const order = this.#book.orders.find(({ id }) => id === orderId);
    if (order === undefined) throw new RangeError(`no order ${orderId}`);
    const before = latestSlices(order);
    const change: AirlineChange = {
      id: `aic_${++this.#count}`,
      orderId,
      createdAt: new Date(this.#book.nowMs()).toISOString(),
      removed: before,
      added: JSON.parse(JSON.stringify(before).replaceAll(from, to)),
      actionTaken: null,
      actionTakenAt: null,
      availableActions: availableActions ?? ["accept", "cancel", "change"],
    };
    order.changes.push(change);
    if (isApplied) order.slices = change.added;
    this.#book.events.record(
      "order.airline_initiated_change_detected",
      { id: orderId, aic_id: change.id },
      { key: change.id, atMs: this.#book.nowMs(), isLive: order.isLive },
    );
    return change;
  }

  /** Answers requests for airline-initiated changes; undefined for all others. */
  respond({ method, path, query, body }: ReceivedRequest): DoubleAnswer | string | undefined {
    if (!path.startsWith("/air/airline_initiated_changes")) return undefined;
    const [, id, action] = /^\/air\/airline_initiated_changes(?:\/(\w+))?(\/actions\/accept)?$/.exec(path) ?? [];
    if (method === "GET" && id === undefined) return this.#list(query);
    if (method === "POST" && id !== undefined && action !== undefined) return this.#take(id, "accept", "accepted");
    if (method !== "PATCH" || id === undefined || action !== undefined) return undefined;
    const { data } = membersOf(body);
    const unknown = findUnknown(data, ["action_taken"]);
    if (unknown !== undefined) return unknown;
    const taken = membersOf(data).action_taken;
    if (!isAction(taken)) return fail("validation_inclusion");
    return this.#take(id, "update", taken);
  }

  #list(query: URLSearchParams): DoubleAnswer | string {
    const unknown = findUnknown(Object.fromEntries(query), ["order_id"]);
    if (unknown !== undefined) return unknown;
    const orderId = query.get("order_id");
    const orders = this.#book.visible().filter(({ id }) => orderId === null || id === orderId);
    return succeed({ data: orders.flatMap(({ changes }) => changes.map(formatChange)) });
  }

  /** Only the latest change of an order can be accepted or updated. */
  #take(id: string, action: "accept" | "update", taken: "accepted" | "cancelled" | "changed"): DoubleAnswer {
    const order = this.#book.visible().find(({ changes }) => changes.some((each) => each.id === id));
    const change = order?.changes.find((each) => each.id === id);
    if (order === undefined || change === undefined) return fail("not_found");
    if (change !== order.changes.at(-1)) return fail(`stale_airline_initiated_change_${action}`);
    if (change.actionTaken !== null || !change.availableActions.includes(action)) return fail("unsupported_action");
    const at = new Date(this.#book.nowMs()).toISOString();
    for (const each of order.changes) {
      if (each.actionTaken !== null) continue;
      each.actionTaken = taken;
      each.actionTakenAt = at;
    }
    if (taken !== "cancelled") order.slices = change.added;
    return succeed({ data: formatChange(change) });
  }
}

/** Slices of the last change that is open, or those of the order. */
function latestSlices({ changes, slices }: Order): unknown {
  return changes.findLast(({ actionTaken }) => actionTaken === null)?.added ?? slices;
}

function isAction(value: unknown): value is "accepted" | "cancelled" | "changed" {
  return actions.has(value);
}
