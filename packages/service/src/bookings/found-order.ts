import type { UnitOfWork } from "@wayfare/database";
import type { SupplierOrderEvent } from "@wayfare/suppliers";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { failedData } from "./event-data.ts";
import { type KnownOrder, lockFoundOrders, type OrderSource, setFoundOrder } from "./found-order-store.ts";
import { type OrderReport, reportOrder, resolveReport } from "./order-report-store.ts";
import { settleBooking } from "./store.ts";

/** Result of a noted order. */
export interface NotedOrder {
  /** Number of orders that the supplier may mean. */
  known: number;
  /** New reports, which the caller logs after the transaction. */
  reports: OrderReport[];
}

/**
 * Applies what a supplier says about an order, in its list or in a signed event. An order is only noted and made due: the next step reads
 * it and compares its metadata with the booking. A failed creation ends a pending booking, unless its order was found before.
 */
export async function noteOrder(
  unit: Pick<UnitOfWork, "tx" | "nowMs" | "wallMs">,
  source: OrderSource,
  event: SupplierOrderEvent,
  box: SecretBox,
): Promise<NotedOrder> {
  const known = await lockFoundOrders(unit.tx, source, event);
  const reports: OrderReport[] = [];
  if (event.kind === "creation_failed") await failCreation(unit, known, event, box);
  else for (const order of known) reports.push(...(await noteOne(unit, source, { order, event })));
  return { known: known.length, reports };
}

async function noteOne(
  { tx, wallMs }: Pick<UnitOfWork, "tx" | "wallMs">,
  { supplier }: OrderSource,
  { order, event: { orderId, bookingId } }: { order: KnownOrder; event: SupplierOrderEvent },
): Promise<OrderReport[]> {
  const isSame = orderId === null || order.orderId === null || order.orderId === orderId;
  if (!isSame && bookingId === null) return [];
  switch (order.state) {
    case "accepted":
    case "requested":
      // Never requested again: an order of this booking may exist.
      if (orderId !== null) await setFoundOrder(tx, order, { state: "requested", orderId, dueAtMs: wallMs });
      return [];
    case "failed":
      if (orderId !== null) await setFoundOrder(tx, order, { state: "late", orderId, dueAtMs: wallMs });
      return [];
    case "ordered":
      if (isSame) await setFoundOrder(tx, order, { state: "ordered", orderId: order.orderId, dueAtMs: wallMs });
      break;
    default:
      // The result of the step that runs, or that an operator has to take, is not known yet.
      break;
  }
  if (isSame) return [];
  const { owner, bookingId: id } = order;
  const report = {
    ...owner,
    bookingId: id,
    supplier,
    orderId,
    type: "second_order",
    isOpen: true,
    nowMs: wallMs,
  } as const;
  return (await reportOrder(tx, report)) ? [report] : [];
}

async function failCreation(
  { tx, nowMs, wallMs }: Pick<UnitOfWork, "tx" | "nowMs" | "wallMs">,
  known: readonly KnownOrder[],
  { bookingId, offerReference }: SupplierOrderEvent,
  box: SecretBox,
): Promise<void> {
  const pending = known.filter(({ state, orderId }) => state === "requested" && orderId === null);
  const [order] = pending;
  // Bookings that share an offer cannot be distinguished; their look-ups continue.
  if (order === undefined || (bookingId === null && (offerReference === null || pending.length > 1))) return;
  await setFoundOrder(tx, order, { state: "failed", orderId: null, dueAtMs: null });
  const failure = { code: "not_created", supplierCode: "creation_failed" } as const;
  const result = { status: "failed", failure } as const;
  const booking = await settleBooking(tx, order.owner, { id: order.bookingId, result, box });
  await resolveReport(tx, { bookingId: order.bookingId, nowMs: wallMs });
  if (booking !== undefined)
    await recordEvent(tx, { ...order.owner, type: "booking.failed", data: failedData(booking), nowMs });
}
