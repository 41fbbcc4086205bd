import type { Clock } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import type { SupplierOrder } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import { noteOrder } from "./found-order.ts";
import { findKnownOrders, type KnownOrder } from "./found-order-store.ts";
import { logReport, type ReportLog } from "./log-report.ts";
import { reportOrder } from "./order-report-store.ts";
import { deleteScan, type LeasedScan, leaseDueScan, releaseScan } from "./order-scan-store.ts";
import type { FindOrders } from "./supplier-orders.ts";

const dayMs = 86_400_000;
/** Orders of this time are compared. Older ones have been, every day. */
const comparedMs = 35 * dayMs;
const leaseMs = 300_000;
/** Pages of one step. A step that ends sooner than its lease lets other processes share the work. */
const pagesPerStep = 5;
const retryMs = 10 * 60_000;

interface ScannerDeps {
  database: Database;
  /** Real time. */
  clock: Clock;
  box: SecretBox;
  findOrders: FindOrders;
  log: ReportLog;
}

/**
 * Compares the orders of the last 35 days at suppliers with the bookings, once a day and for each credential: an order of a pending or failed
 * booking, a second order and one without a booking are noted. The other direction, a booking without an order, is found when the order of
 * each booking is read, once a day too. A step reads some pages; the next one continues, in any process.
 */
export class OrderScanner {
  readonly #deps: ScannerDeps;

  constructor(deps: ScannerDeps) {
    this.#deps = deps;
  }

  /** Takes the steps of all due scans, one after another. Returns the number of steps. */
  async scanDue(): Promise<number> {
    let steps = 0;
    while (await this.#scanNext()) steps++;
    return steps;
  }

  async #scanNext(): Promise<boolean> {
    const { database, clock, log } = this.#deps;
    const scan = await runUnitOfWork(database, clock.nowMs(), ({ tx, nowMs }) => leaseDueScan(tx, { nowMs, leaseMs }));
    if (scan === undefined) return false;
    try {
      const after = await this.#readPages(scan);
      await this.#release(scan, after);
    } catch (error) {
      const { supplier, accountId, attempts } = scan;
      log.warn({ err: error, supplier, accountId }, "orders of a supplier could not be listed");
      const dueAtMs = clock.nowMs() + retryMs * Math.min(attempts, 12);
      // The cursor may have expired, so every second attempt starts at the first page.
      const after = attempts % 2 === 0 ? null : scan.after;
      await releaseScan(database, scan, { after, dueAtMs, completedAtMs: null, isFailed: true });
    }
    return true;
  }

  /** Reads the next pages. @returns the cursor of the next page; null at the end of the list */
  async #readPages(scan: LeasedScan): Promise<string | null> {
    const { supplier, environment, credentialOwner, callerId: accountId } = scan;
    const orders = await this.#deps.findOrders({ supplier, environment, accountId, credentialOwner });
    if (orders === null) return null;
    let { after } = scan;
    for (let page = 0; page < pagesPerStep; page++) {
      const { orders: listed, next } = await orders.list(after);
      await this.#compare(scan, listed);
      if (next === null) return null;
      after = next;
    }
    return after;
  }

  async #release(scan: LeasedScan, after: string | null): Promise<void> {
    const { database, clock } = this.#deps;
    const nowMs = clock.nowMs();
    if (after !== null) return releaseScan(database, scan, { after, dueAtMs: nowMs, completedAtMs: null });
    if (nowMs - scan.lastOrderedAtMs > comparedMs) return deleteScan(database, scan);
    return releaseScan(database, scan, { after, dueAtMs: nowMs + dayMs, completedAtMs: nowMs });
  }

  async #compare(scan: LeasedScan, listed: readonly SupplierOrder[]): Promise<void> {
    const { database, clock } = this.#deps;
    const since = clock.nowMs() - comparedMs;
    const recent = listed.filter(({ bookingId, createdAtMs }) => bookingId !== null && (createdAtMs ?? since) >= since);
    const ids = recent.flatMap(({ bookingId }) => bookingId ?? []);
    if (ids.length === 0) return;
    const known = await findKnownOrders(database, scan, ids);
    for (const order of recent) {
      const { bookingId } = order;
      if (bookingId === null) continue;
      const kept = known.get(bookingId);
      if (kept === undefined) await this.#reportUnknown(scan, { ...order, bookingId });
      else if (isNews(order, kept)) await this.#note(scan, order);
    }
  }

  async #note(scan: LeasedScan, { id: orderId, bookingId }: SupplierOrder): Promise<void> {
    const { database, clock, box, log } = this.#deps;
    const event = { kind: "created", orderId, bookingId, offerReference: null } as const;
    const { reports } = await runUnitOfWork(database, clock.nowMs(), (unit) => noteOrder(unit, scan, event, box));
    for (const report of reports) logReport(log, report);
    log.warn({ bookingId, orderId, supplier: scan.supplier }, "order found in the list of its supplier");
  }

  /** An order of another deployment that shares the credential, or of a booking that was lost: it is never cancelled. */
  async #reportUnknown(scan: LeasedScan, order: SupplierOrder & { bookingId: string }): Promise<void> {
    const { database, clock, log } = this.#deps;
    if (order.isCancelled) return;
    const { supplier, environment, callerId: accountId } = scan;
    const { bookingId, id: orderId } = order;
    const report = {
      accountId,
      environment,
      bookingId,
      supplier,
      orderId,
      type: "unknown_booking",
      isOpen: true,
    } as const;
    const isNew = await runUnitOfWork(database, clock.nowMs(), ({ tx, nowMs }) =>
      reportOrder(tx, { ...report, nowMs }),
    );
    if (isNew) logReport(log, report);
  }
}

/** Returns true if an order differs from the state of its booking. */
function isNews(order: SupplierOrder, { state, orderId }: Pick<KnownOrder, "state" | "orderId">): boolean {
  if (state === "accepted" || state === "requested") return true;
  if (state === "failed") return !order.isCancelled;
  if (order.isCancelled) return state === "ordered" && orderId === order.id;
  return orderId !== order.id;
}
