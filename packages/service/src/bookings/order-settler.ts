import type { Clock } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import type { ReportLog } from "./log-report.ts";
import { confirmCancellation } from "./order-cancellation-steps.ts";
import { type LateOrders, settleLateOrder } from "./order-late-steps.ts";
import { lookUpOrder, readOrder, requestOrder } from "./order-request-steps.ts";
import { scheduleScan } from "./order-scan-store.ts";
import { type Step, type StepDeps, stepOf } from "./order-step.ts";
import { type LeasedOrder, leaseDueOrder, storeCredentialOwner } from "./order-store.ts";
import { storeStep } from "./store-step.ts";
import type { AccountOrders, FindOrders } from "./supplier-orders.ts";

/** Time in which one process alone may take a step. Longer than the deadline of all calls of a step. */
const leaseMs = 300_000;

export interface OrderSettlerDeps {
  database: Database;
  /** Real time. */
  clock: Clock;
  box: SecretBox;
  findOrders: FindOrders;
  /** Treatment of an order that appears after its booking has failed. */
  lateOrders?: LateOrders;
  log: ReportLog;
}

/**
 * Takes the steps of orders at suppliers: sends the request for each order, looks it up after an unknown outcome, reads it every day until
 * the trip has ended, and confirms cancellations. Each step runs under a lease, so that processes share the work and a dead one is replaced.
 */
export class OrderSettler {
  readonly #deps: OrderSettlerDeps;

  constructor(deps: OrderSettlerDeps) {
    this.#deps = deps;
  }

  /**
   * Takes the next step of one order, if it is due and no other process takes it, and the steps that follow at once. Returns false if there
   * was none.
   */
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
      const step = await this.#step(leased);
      const isStored = await storeStep(this.#deps, leased, step);
      // An event can name the order before the answer to its request is read: the step is then dropped, and the order due.
      if (!isStored || step.isAgain === true) await this.#settleNext(leased.bookingId);
    } catch (error) {
      // The lease ends by itself, and another step follows.
      log.error({ err: error, bookingId: leased.bookingId }, "order step failed");
    }
    return true;
  }

  async #step(leased: LeasedOrder): Promise<Step> {
    const { supplier, owner, credentialOwner, state } = leased;
    // A request uses the credential that searches use now; all that follows uses the one that placed the order.
    const known = state === "accepted" ? null : credentialOwner;
    const orders = await this.#deps.findOrders({ supplier, ...owner, credentialOwner: known });
    const deps: StepDeps = { ...this.#deps, orders };
    switch (state) {
      case "accepted":
        if (orders !== null) await this.#storeCredential(leased, orders);
        return requestOrder(deps, leased);
      case "requested":
        return lookUpOrder(deps, leased);
      case "cancelling":
        return confirmCancellation(deps, leased);
      case "ordered":
        return readOrder(deps, leased);
      case "late":
        return settleLateOrder(deps, leased, this.#deps.lateOrders ?? "cancel");
      default:
        return stepOf({ state, dueAtMs: null });
    }
  }

  /** The credential is known before the request, so that the order is found with it. */
  async #storeCredential(leased: LeasedOrder, { credentialOwner }: AccountOrders): Promise<void> {
    const { database, clock } = this.#deps;
    await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      await storeCredentialOwner(tx, leased, credentialOwner);
      await scheduleScan(tx, { ...leased.owner, supplier: leased.supplier, credentialOwner, nowMs });
    });
  }
}
