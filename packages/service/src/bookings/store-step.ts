import { type Booking, formatMoney, readCurrency } from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { applyOrder } from "./apply-order.ts";
import { cancel } from "./cancel.ts";
import { confirmedData, failedData } from "./event-data.ts";
import { logReport } from "./log-report.ts";
import { chargeMargin, marginMinorOf } from "./margin.ts";
import { reportOrder, resolveReport } from "./order-report-store.ts";
import type { Step, StepDeps } from "./order-step.ts";
import { type LeasedOrder, releaseOrder } from "./order-store.ts";
import { changePrice, findBooking, markAccepted, settleBooking } from "./store.ts";

/**
 * Stores a step, the result of the booking and its events in one transaction. Returns false if another process has taken over since the
 * lease ended; then nothing is stored.
 */
export async function storeStep(
  { database, clock, box, log }: Omit<StepDeps, "orders">,
  leased: LeasedOrder,
  step: Step,
): Promise<boolean> {
  const { owner, bookingId: id, offsetMs, supplier } = leased;
  const { update, result, from = "pending", current, cancellation, priceMinor, report } = step;
  const stored = await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
    if (!(await releaseOrder(tx, leased, update, nowMs))) return null;
    const unit = { tx, nowMs: nowMs + offsetMs };
    if (update.isAccepted === true) await markAccepted(tx, owner, id);
    if (priceMinor !== undefined) await setPrice(unit, leased, { priceMinor, box });
    if (result !== undefined) {
      const booking = await settleBooking(tx, owner, { id, result, box, from });
      if (booking?.status === "confirmed") await chargeMargin(unit, owner, booking);
      if (booking !== undefined) await recordEvent(tx, { ...owner, ...toEvent(booking), nowMs: unit.nowMs });
      await resolveReport(tx, { bookingId: id, nowMs });
    }
    if (current !== undefined) await applyOrder(unit, { owner, id, supplier, current, box });
    if (cancellation !== undefined) {
      const found = await findBooking(tx, owner, id, { box, lock: "update" });
      if (found?.booking.status === "confirmed") await cancel(unit, found, { ...cancellation, box });
    }
    if (report === undefined) return {};
    const made = { ...owner, bookingId: id, supplier, nowMs, ...report };
    return (await reportOrder(tx, made)) ? { reported: made } : {};
  });
  if (stored?.reported !== undefined) logReport(log, stored.reported);
  return stored !== null;
}

/** Sets the new price of the supplier, with the margin as it was. The parts of the new price are not known. */
async function setPrice(
  { tx }: Pick<UnitOfWork, "tx">,
  { owner, bookingId: id }: LeasedOrder,
  { priceMinor, box }: { priceMinor: number; box: StepDeps["box"] },
): Promise<void> {
  const found = await findBooking(tx, owner, id, { box, lock: "update" });
  if (found === undefined) return;
  const { flight, offerId, total } = found.booking;
  const totalMinor = priceMinor + marginMinorOf(found.booking);
  const newTotal = formatMoney(totalMinor, readCurrency(total.currency));
  const cash = flight.cash.map((offer) =>
    offer.id === offerId
      ? {
          ...offer,
          total: newTotal,
          base: null,
          taxes: null,
          surcharges: null,
          perTraveler: offer.perTraveler.map((each) => ({ ...each, total: null })),
        }
      : offer,
  );
  await changePrice(tx, owner, { id, flight: { ...flight, cash }, totalMinor });
}

function toEvent(booking: Booking) {
  return booking.status === "confirmed"
    ? { type: "booking.confirmed" as const, data: confirmedData(booking) }
    : { type: "booking.failed" as const, data: failedData(booking) };
}
