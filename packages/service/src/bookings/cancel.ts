import { type Booking, type Canceller, DomainError, notFound, type RowScope } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { recordEvent, type SecretBox } from "@wayfare/webhooks";
import { incrementSalesVersion, releaseSeats } from "../search/sales-store.ts";
import { cancelChanges } from "./change-store.ts";
import type { ConfirmedRefund } from "./confirmed-refund.ts";
import { cancelledData } from "./event-data.ts";
import { returnMargin } from "./margin.ts";
import { findBooking, markCancelled, type StoredBooking } from "./store.ts";

/**
 * Cancels a booking on behalf of the customer.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID if it is already cancelled or its first flight has departed.
 */
export async function cancelBooking(unit: UnitOfWork, owner: RowScope, id: string, box: SecretBox): Promise<Booking> {
  return cancel(unit, await findCancellable(unit, owner, id, box), { by: "customer", box });
}

/**
 * Returns a booking with the refund that a cancellation by the customer would give now. Changes nothing.
 *
 * @throws the errors of `cancelBooking`
 */
export async function quoteCancellation(
  unit: UnitOfWork,
  owner: RowScope,
  id: string,
  box: SecretBox,
): Promise<Booking> {
  const { booking, customerRefund } = await findCancellable(unit, owner, id, box);
  return { ...booking, refund: customerRefund };
}

/**
 * Finds a booking that the customer can cancel now and locks it.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID unless it is confirmed and its first flight has not departed
 */
export async function findCancellable(
  unit: UnitOfWork,
  owner: RowScope,
  id: string,
  box: SecretBox,
): Promise<StoredBooking> {
  const kept = await findBooking(unit.tx, owner, id, { lock: "update", box });
  if (kept === undefined) throw notFound("booking", id);
  const { status } = kept.booking;
  if (status !== "confirmed") {
    const state = status === "pending" ? "still pending" : status === "failed" ? "failed" : "already cancelled";
    throw new DomainError("STATE_INVALID", { detail: `The booking is ${state}.` });
  }
  if (kept.departsAtMs <= unit.nowMs) {
    throw new DomainError("STATE_INVALID", { detail: "The first flight has already departed." });
  }
  return kept;
}

/** Cancels a locked booking, releases its seats and records the event. */
export async function cancel(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { owner, booking: { id } }: Pick<StoredBooking, "owner" | "booking">,
  { by, refund = null, box }: { by: Canceller | null; refund?: ConfirmedRefund | null; box: SecretBox },
): Promise<Booking> {
  await cancelChanges(tx, owner, id, nowMs);
  const booking = await markCancelled(tx, owner, id, { by, refund, nowMs, box });
  await releaseSeats(tx, owner, id, await incrementSalesVersion(tx, owner));
  if (by === "airline") await returnMargin({ tx, nowMs }, owner, booking);
  await recordEvent(tx, { ...owner, type: "booking.cancelled", data: cancelledData(booking), nowMs });
  return booking;
}
