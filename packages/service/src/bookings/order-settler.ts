import type { Booking, BookingFailure, Clock, RowScope } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { toApiSlices } from "@wayfare/search";
import { type CreatedOrder, type NewOrder, SupplierFailure, type SupplierOrder } from "@wayfare/suppliers";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { cancel } from "./cancel.ts";
import { compareSlices } from "./compare-slices.ts";
import { changedData, confirmedData, failedData } from "./event-data.ts";
import { chargeMargin } from "./margin.ts";
import { toNewOrder } from "./new-order.ts";
import { findOrder, type LeasedOrder, leaseDueOrder, type OrderUpdate, releaseOrder } from "./order-store.ts";
import { type BookingResult, changeBooking, findBooking, setQuotedRefund, settleBooking } from "./store.ts";
import type { AccountOrders, FindOrders } from "./supplier-orders.ts";

/** Time in which one process alone may take a step. Longer than the deadline of all calls of a step. */
const leaseMs = 120_000;
/** An order that was not requested for this time fails: the offer has usually expired. */
const unreachableAfterMs = 60_000;
/** An order whose request had an unknown outcome fails if the supplier still has none after this time. */
const notCreatedAfterMs = 15 * 60_000;
/** Orders are looked up from this time before the request, for clocks that differ. */
const clockMarginMs = 10 * 60_000;
const firstRetryMs = 2_000;
const maxRetryMs = 60_000;

export interface OrderSettlerDeps {
  database: Database;
  /** Real time. */
  clock: Clock;
  box: SecretBox;
  findOrders: FindOrders;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Result of one step. */
interface Step {
  update: OrderUpdate;
  /** Result of the booking, if it is known now. */
  result?: BookingResult;
  /** True if the cancellation is confirmed. */
  isCancelled?: boolean;
  /** The order as it is at the supplier now. */
  current?: SupplierOrder;
}

/**
 * Takes the steps of orders at suppliers: requests each order at most once, looks it up after an unknown outcome, and confirms
 * cancellations. Each step runs under a lease, so that processes share the work and a dead one is replaced.
 */
export class OrderSettler {
  readonly #deps: OrderSettlerDeps;

  constructor(deps: OrderSettlerDeps) {
    this.#deps = deps;
  }

  /** Takes the next step of one order, if it is due and no other process takes it. Returns false if there was none. */
  async settle(bookingId: string): Promise<boolean> {
    return this.#settleNext(bookingId);
  }

  /** Takes the next step of every due order, one after another. Returns the number of steps. */
  async settleDue(): Promise<number> {
    let steps = 0;
    while (await this.#settleNext(null)) steps++;
    return steps;
  }

  async #settleNext(bookingId: string | null): Promise<boolean> {
    const { database, clock, log } = this.#deps;
    const leased = await runUnitOfWork(database, clock.nowMs(), ({ tx, nowMs }) =>
      leaseDueOrder(tx, { nowMs, leaseMs, bookingId }),
    );
    if (leased === undefined) return false;
    try {
      await this.#store(leased, await this.#step(leased));
    } catch (error) {
      // The lease ends by itself, and another step follows.
      log.error({ err: error, bookingId: leased.bookingId }, "order step failed");
    }
    return true;
  }

  async #step(leased: LeasedOrder): Promise<Step> {
    const { supplier, owner } = leased;
    const orders = await this.#deps.findOrders({ supplier, ...owner });
    switch (leased.state) {
      case "accepted":
        return this.#request(leased, orders);
      case "requested":
        return this.#lookUp(leased, orders);
      case "cancelling":
        return this.#confirmCancellation(leased, orders);
      case "ordered":
        return this.#readChange(leased, orders);
      default:
        return { update: { state: leased.state, dueAtMs: null } };
    }
  }

  async #request(leased: LeasedOrder, orders: AccountOrders | null): Promise<Step> {
    const created = await this.#create(leased, orders);
    switch (created.status) {
      case "created":
        return confirmed(created.order);
      case "unavailable":
        return failed("offer_unavailable");
      case "changed":
        return failed("price_changed");
      case "refused":
        return failed("refused", created.code);
      case "not_sent": {
        if (this.#deps.clock.nowMs() - leased.acceptedAtMs >= unreachableAfterMs) return failed("supplier_unavailable");
        return { update: { state: "accepted", dueAtMs: this.#retryAt(leased) } };
      }
      default:
        return { update: { state: "requested", dueAtMs: this.#retryAt(leased) } };
    }
  }

  async #create(leased: LeasedOrder, orders: AccountOrders | null): Promise<CreatedOrder> {
    const order = await this.#readNewOrder(leased);
    if (orders === null) return { status: "not_sent" };
    try {
      return await orders.create(order);
    } catch (error) {
      this.#warn(leased, error, "order request failed");
      return { status: "unknown" };
    }
  }

  async #readNewOrder({ owner, bookingId, offerReference }: LeasedOrder): Promise<NewOrder> {
    const { database, box } = this.#deps;
    const found = await findBooking(database, owner, bookingId, { box });
    if (found === undefined) throw new Error("an order has no booking");
    return toNewOrder(found, offerReference);
  }

  async #lookUp(leased: LeasedOrder, orders: AccountOrders | null): Promise<Step> {
    const later: Step = { update: { state: "requested", dueAtMs: this.#retryAt(leased) } };
    if (orders === null) return later;
    const { bookingId, requestedAtMs } = leased;
    let found: SupplierOrder | null;
    try {
      found = await orders.find({ bookingId, createdAfterMs: requestedAtMs - clockMarginMs });
    } catch (error) {
      this.#warn(leased, error, "order lookup failed");
      return later;
    }
    if (found !== null) return found.isCancelled ? failed("refused") : confirmed(found);
    return this.#deps.clock.nowMs() - requestedAtMs >= notCreatedAfterMs ? failed("not_created") : later;
  }

  /** Reads an order of which the supplier has reported a change. */
  async #readChange(leased: LeasedOrder, orders: AccountOrders | null): Promise<Step> {
    const later: Step = { update: { state: "ordered", dueAtMs: this.#retryAt(leased) } };
    const { orderId } = leased;
    if (orders === null || orderId === null) return later;
    try {
      const current = await orders.get(orderId);
      return { update: { state: current.isCancelled ? "cancelled" : "ordered", dueAtMs: null }, current };
    } catch (error) {
      this.#warn(leased, error, "order lookup failed");
      return later;
    }
  }

  /** Confirms the quoted cancellation. Confirming again is safe: a cancelled order is recognized. */
  async #confirmCancellation(leased: LeasedOrder, orders: AccountOrders | null): Promise<Step> {
    const later: Step = { update: { state: "cancelling", dueAtMs: this.#retryAt(leased) } };
    const cancelled: Step = { update: { state: "cancelled", dueAtMs: null }, isCancelled: true };
    const { orderId, quoteId } = leased;
    if (orders === null || orderId === null || quoteId === null) return later;
    try {
      const { isConfirmed } = await orders.confirmCancellation(quoteId);
      return isConfirmed ? cancelled : later;
    } catch (error) {
      this.#warn(leased, error, "order cancellation failed");
      const isRefused = error instanceof SupplierFailure && error.kind === "status" && (error.status ?? 500) < 500;
      if (!isRefused) return later;
    }
    try {
      const { isCancelled } = await orders.get(orderId);
      return isCancelled ? cancelled : { update: { state: "ordered", dueAtMs: null } };
    } catch (error) {
      this.#warn(leased, error, "order lookup failed");
      return later;
    }
  }

  /** Stores a step, the result of the booking and its event in one transaction. */
  async #store(leased: LeasedOrder, { update, result, isCancelled = false, current }: Step): Promise<void> {
    const { database, clock, box } = this.#deps;
    const { owner, bookingId: id, offsetMs } = leased;
    await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      if (!(await releaseOrder(tx, leased, update))) return;
      const dataNowMs = nowMs + offsetMs;
      if (result !== undefined) {
        const booking = await settleBooking(tx, owner, { id, result, box });
        if (booking?.status === "confirmed") await chargeMargin({ tx, nowMs: dataNowMs }, owner, booking);
        if (booking !== undefined) await recordEvent(tx, { ...owner, ...toEvent(booking), nowMs: dataNowMs });
      }
      if (current !== undefined) await applyChange({ tx, nowMs: dataNowMs }, { owner, id, current, box });
      if (!isCancelled) return;
      const found = await findBooking(tx, owner, id, { box, lock: "update" });
      if (found === undefined || found.booking.status !== "confirmed") return;
      const order = await findOrder(tx, owner, id);
      const minor = order?.quote?.refundMinor ?? 0;
      await setQuotedRefund(tx, owner, id, { minor, rule: quotedRule(leased.supplier) });
      await cancel({ tx, nowMs: dataNowMs }, found, { by: "customer", box });
    });
  }

  #retryAt({ attempts }: LeasedOrder): number {
    return this.#deps.clock.nowMs() + Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 10));
  }

  #warn({ bookingId, supplier }: LeasedOrder, error: unknown, message: string): void {
    this.#deps.log.warn({ err: error, bookingId, supplier }, message);
  }
}

/** Applies what the airline has changed of a confirmed booking, and records the event if anything has. */
async function applyChange(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { owner, id, current, box }: { owner: RowScope; id: string; current: SupplierOrder; box: SecretBox },
): Promise<void> {
  const found = await findBooking(tx, owner, id, { box, lock: "update" });
  if (found === undefined || found.booking.status !== "confirmed") return;
  if (current.isCancelled) return void (await cancel({ tx, nowMs }, found, { by: "airline", box }));
  const { flight, supplierReference } = found.booking;
  const slices = current.slices === null ? flight.slices : toApiSlices(current.slices);
  const changes = compareSlices(flight.slices, slices);
  const reference = current.reference ?? supplierReference;
  if (changes.length === 0 && reference === supplierReference) return;
  const changed = { flight: { ...flight, slices: changes.length === 0 ? flight.slices : slices }, reference };
  const booking = await changeBooking(tx, owner, { id, ...changed, box });
  await recordEvent(tx, { ...owner, type: "booking.changed", data: changedData(booking, changes), nowMs });
}

/** Rule of a refund that a supplier quoted. */
export const quotedRule = (supplier: string): string => `Quoted by ${supplier}.`;

function toEvent(booking: Booking) {
  return booking.status === "confirmed"
    ? { type: "booking.confirmed" as const, data: confirmedData(booking) }
    : { type: "booking.failed" as const, data: failedData(booking) };
}

function confirmed({ id, reference, charged }: SupplierOrder): Step {
  return {
    update: { state: "ordered", dueAtMs: null, orderId: id },
    result: { status: "confirmed", supplierReference: reference, charge: charged },
  };
}

function failed(code: BookingFailure["code"], supplierCode: string | null = null): Step {
  return { update: { state: "failed", dueAtMs: null }, result: { status: "failed", failure: { code, supplierCode } } };
}
