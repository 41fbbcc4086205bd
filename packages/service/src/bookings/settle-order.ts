import { DomainError, notFound, type OperatorBooking, type SettleBooking } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { toApiSlices } from "@wayfare/search";
import { SupplierFailure, type SupplierOrder, SupplierSkipped } from "@wayfare/suppliers";
import { recordEvent } from "@wayfare/webhooks";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { applyOrder } from "./apply-order.ts";
import { confirmedData, failedData } from "./event-data.ts";
import { setFoundOrder } from "./found-order-store.ts";
import { chargeMargin } from "./margin.ts";
import { findReport, findReportedOrder, type ReportedOrder, reportOrder, resolveReport } from "./order-report-store.ts";
import type { StepDeps } from "./order-step.ts";
import { isMissing } from "./order-step.ts";
import { type BookingResult, settleBooking } from "./store.ts";
import type { FindOrders } from "./supplier-orders.ts";

export interface SettleDeps extends Omit<StepDeps, "orders" | "log"> {
  findOrders: FindOrders;
}

/** Caller that settles: a user or key of the operators' account. */
interface Settler {
  accountId: string;
  actor: Actor;
}

/**
 * Settles a booking as an operator found it. `confirmed` reads the order first, and takes its price, flights and state. `failed` ends a
 * pending booking; for any other one it only closes the report.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, or SUPPLY_UNAVAILABLE if the order cannot be read
 */
export async function settleOrder(
  deps: SettleDeps,
  id: string,
  { outcome, orderReference }: SettleBooking,
  by: Settler,
): Promise<OperatorBooking> {
  const { database, clock } = deps;
  if (outcome === "confirmed") {
    if (orderReference === undefined) throw missingReference();
    const known = await findReportedOrder(database, id);
    if (known === undefined) throw notFound("booking", id);
    const order = await readOrder(deps, known, orderReference);
    await runUnitOfWork(database, clock.nowMs(), (unit) => confirm(deps, unit, { id, order, by }));
  } else {
    await runUnitOfWork(database, clock.nowMs(), (unit) => fail(deps, unit, { id, by }));
  }
  const report = await findReport(database, id);
  if (report === undefined) throw notFound("booking", id);
  return report;
}

async function readOrder(
  { findOrders }: SettleDeps,
  { bookingId, owner, supplier, credentialOwner }: ReportedOrder,
  orderId: string,
): Promise<SupplierOrder> {
  const orders = await findOrders({ supplier, ...owner, credentialOwner });
  if (orders === null) {
    throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `The account has no access to ${supplier}.` });
  }
  try {
    const order = await orders.get(orderId);
    if (order.bookingId === null || order.bookingId === bookingId) return order;
    throw new DomainError("STATE_INVALID", { detail: `The order ${orderId} is that of booking ${order.bookingId}.` });
  } catch (error) {
    if (isMissing(error)) throw new DomainError("STATE_INVALID", { detail: `${supplier} has no order ${orderId}.` });
    if (!(error instanceof SupplierFailure || error instanceof SupplierSkipped)) throw error;
    throw new DomainError("SUPPLY_UNAVAILABLE", {
      detail: `${supplier} did not answer. Nothing was settled; try again.`,
    });
  }
}

async function confirm(
  { box }: SettleDeps,
  { tx, nowMs }: UnitOfWork,
  { id, order, by }: { id: string; order: SupplierOrder; by: Settler },
): Promise<void> {
  const known = await lock(tx, id);
  const { owner, supplier, status, orderId, offsetMs } = known;
  const isSame = orderId === null || orderId === order.id;
  if (status === "cancelled" || (status === "confirmed" && !isSame)) {
    throw new DomainError("STATE_INVALID", { detail: `The booking is ${status} by the order ${orderId}.` });
  }
  const unit = { tx, nowMs: nowMs + offsetMs };
  // The next step reads the order again.
  const state = order.isCancelled ? "cancelled" : "ordered";
  await setFoundOrder(
    tx,
    { bookingId: id, owner },
    { state, orderId: order.id, dueAtMs: order.isCancelled ? null : nowMs },
  );
  if (status !== "confirmed") {
    const { reference, charged, slices } = order;
    const result: BookingResult = {
      status: "confirmed",
      supplierReference: reference,
      charge: charged,
      slices: slices === null ? null : toApiSlices(slices),
    };
    const booking = await settleBooking(tx, owner, { id, result, box, from: status });
    if (booking === undefined) throw new Error("a locked booking was not settled");
    await chargeMargin(unit, owner, booking);
    await recordEvent(tx, { ...owner, type: "booking.confirmed", data: confirmedData(booking), nowMs: unit.nowMs });
  }
  await applyOrder(unit, { owner, id, supplier, current: order, box });
  await close(tx, { id, nowMs, known, by, details: { outcome: "confirmed", orderReference: order.id } });
}

async function fail(
  { box }: SettleDeps,
  { tx, nowMs }: UnitOfWork,
  { id, by }: { id: string; by: Settler },
): Promise<void> {
  const known = await findReportedOrder(tx, id, { lock: true });
  if (known?.status === "pending") {
    const { owner, offsetMs } = known;
    await setFoundOrder(tx, known, { state: "failed", orderId: null, dueAtMs: null });
    const result = { status: "failed", failure: { code: "not_created", supplierCode: null } } as const;
    const booking = await settleBooking(tx, owner, { id, result, box });
    if (booking === undefined) throw new Error("a locked booking was not settled");
    const data = failedData(booking);
    await recordEvent(tx, { ...owner, type: "booking.failed", data, nowMs: nowMs + offsetMs });
  } else if ((await findReport(tx, id)) === undefined) {
    throw known === undefined
      ? notFound("booking", id)
      : new DomainError("STATE_INVALID", { detail: `The booking is ${known.status}.` });
  }
  await close(tx, { id, nowMs, known: known ?? null, by, details: { outcome: "failed" } });
}

async function lock(tx: UnitOfWork["tx"], id: string): Promise<ReportedOrder> {
  const known = await findReportedOrder(tx, id, { lock: true });
  if (known === undefined) throw notFound("booking", id);
  return known;
}

/** Closes the report, and writes the audit logs of the customer and of the operators. */
async function close(
  tx: UnitOfWork["tx"],
  {
    id,
    nowMs,
    known,
    by: { accountId, actor },
    details,
  }: { id: string; nowMs: number; known: ReportedOrder | null; by: Settler; details: Record<string, unknown> },
): Promise<void> {
  // A booking can be settled before it is reported.
  if (known !== null && (await findReport(tx, id)) === undefined) {
    const { supplier, orderId, owner: booked } = known;
    await reportOrder(tx, { ...booked, bookingId: id, supplier, orderId, type: "unsettled", isOpen: false, nowMs });
  }
  await resolveReport(tx, { bookingId: id, nowMs });
  const owner = known?.owner ?? null;
  const subject = { kind: "booking", id, applicationId: owner?.applicationId ?? null } as const;
  const event = { action: "booking.settled", subject, details, nowMs } as const;
  if (owner !== null && owner.accountId !== accountId) {
    // Address and request belong to the operators' account.
    const customer = { kind: "operator", id: actor.id, address: null, requestId: null } as const;
    await writeAuditEvent(tx, {
      ...event,
      accountId: owner.accountId,
      environment: owner.environment,
      actor: customer,
    });
  }
  await writeAuditEvent(tx, { ...event, accountId, environment: null, actor });
}

function missingReference(): DomainError {
  const detail = "`orderReference` is required with `confirmed`.";
  const errors = [{ pointer: "/orderReference", code: "REQUIRED" as const, detail }];
  return new DomainError("REQUEST_INVALID", { detail, errors });
}
