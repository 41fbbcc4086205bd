import type { Canceller, Clock, OrderReportType } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { SupplierFailure, type SupplierOrder } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import type { ConfirmedRefund } from "./confirmed-refund.ts";
import type { ReportLog } from "./log-report.ts";
import type { LeasedOrder, OrderUpdate } from "./order-store.ts";
import type { BookingResult } from "./store.ts";
import type { AccountOrders } from "./supplier-orders.ts";

const firstRetryMs = 2_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Confirmed orders are read again after this time, until the trip has ended. */
const pollMs = 24 * hourMs;

export interface StepDeps {
  database: Database;
  /** Real time. */
  clock: Clock;
  box: SecretBox;
  /** Null if the account has no access to the orders now. */
  orders: AccountOrders | null;
  log: ReportLog;
}

/** Result of one step of an order. */
export interface Step {
  update: OrderUpdate;
  /** Result of the booking, if it is known now. */
  result?: BookingResult;
  /** State of the booking before its result; `failed` for an order that appeared late. */
  from?: "pending" | "failed";
  /** Set if the cancellation is confirmed. */
  cancellation?: { by: Canceller | null; refund: ConfirmedRefund };
  /** The order as it is at the supplier now. */
  current?: SupplierOrder;
  /** New price of the supplier, in minor units of the currency of the booking. */
  priceMinor?: number;
  /** Report for operators. */
  report?: { type: OrderReportType; isOpen: boolean; orderId: string | null };
  /** True if the next step should follow at once. */
  isAgain?: boolean;
}

export function stepOf(update: OrderUpdate, rest: Omit<Step, "update"> = {}): Step {
  return { update, ...rest };
}

/** Time of the next attempt of a step that had no result: soon at first, and rarely for an order that stays without a result for hours. */
export function retryAt({ clock }: Pick<StepDeps, "clock">, { attempts, acceptedAtMs }: LeasedOrder): number {
  const nowMs = clock.nowMs();
  const ageMs = nowMs - acceptedAtMs;
  const longestMs = ageMs < hourMs || attempts < 10 ? minuteMs : ageMs < 24 * hourMs ? 10 * minuteMs : 6 * hourMs;
  return nowMs + Math.min(longestMs, firstRetryMs * 2 ** Math.min(attempts - 1, 20));
}

/** Time at which a confirmed order is read again; null once the trip has ended. */
export function nextPollAt({ clock }: Pick<StepDeps, "clock">, arrivesAtMs: number): number | null {
  const nowMs = clock.nowMs();
  return arrivesAtMs <= nowMs ? null : nowMs + pollMs;
}

/** Arrival of the last flight as the order states it; else as the booking does. */
export function arrivalOf({ slices }: Pick<SupplierOrder, "slices">, { arrivesAtMs }: LeasedOrder): number {
  const arrival = slices?.at(-1)?.segments.at(-1)?.arrival;
  return arrival === null || arrival === undefined ? arrivesAtMs : arrival.epochMinutes * minuteMs;
}

/** Returns true if the supplier refused a call: it has answered, and the answer will not change by trying again. */
export function isRefused(error: unknown): boolean {
  return error instanceof SupplierFailure && error.kind === "status" && (error.status ?? 500) < 500;
}

/** Returns true if the supplier says that there is no such order. */
export function isMissing(error: unknown): boolean {
  return error instanceof SupplierFailure && error.kind === "status" && error.status === 404;
}

export function warn({ log }: Pick<StepDeps, "log">, leased: LeasedOrder, error: unknown, message: string): void {
  log.warn({ err: error, bookingId: leased.bookingId, supplier: leased.supplier }, message);
}
