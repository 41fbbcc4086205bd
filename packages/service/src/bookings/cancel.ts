import { type Booking, type Clock, DomainError, notFound, type RowScope } from "@wayfare/contract";
import { type Database, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { incrementSalesVersion, releaseSeats } from "../search/sales-store.ts";
import { cancelledData } from "./event-data.ts";
import { findBooking, lockDueBooking, markCancelled, type StoredBooking } from "./store.ts";

/**
 * Cancels a booking on behalf of the customer.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID if it is already cancelled or its first flight has departed.
 */
export async function cancelBooking(unit: UnitOfWork, owner: RowScope, id: string): Promise<Booking> {
  return cancel(unit, await findCancellable(unit, owner, id), "customer");
}

/**
 * Returns a booking with the refund that a cancellation by the customer would give now. Changes nothing.
 *
 * @throws the errors of `cancelBooking`
 */
export async function quoteCancellation(unit: UnitOfWork, owner: RowScope, id: string): Promise<Booking> {
  const { booking, customerRefund } = await findCancellable(unit, owner, id);
  return { ...booking, refund: customerRefund };
}

/** Finds a booking that the customer can cancel now and locks it. */
async function findCancellable(unit: UnitOfWork, owner: RowScope, id: string): Promise<StoredBooking> {
  const kept = await findBooking(unit.tx, owner, id, "update");
  if (kept === undefined) throw notFound("booking", id);
  if (kept.booking.status === "cancelled") {
    throw new DomainError("STATE_INVALID", { detail: "The booking is already cancelled." });
  }
  if (kept.departsAtMs <= unit.nowMs) {
    throw new DomainError("STATE_INVALID", { detail: "The first flight has already departed." });
  }
  return kept;
}

/**
 * Applies due airline cancellations, each in its own transaction, so that processes can share the work.
 *
 * @returns the number of cancelled bookings.
 */
export async function cancelDueBookings(database: Database, clock: Clock): Promise<number> {
  for (let cancelled = 0; ; cancelled++) {
    const found = await runUnitOfWork(database, clock.nowMs(), async ({ tx, nowMs }) => {
      const due = await lockDueBooking(tx, nowMs);
      if (due !== undefined) await cancel({ tx, nowMs: due.nowMs }, due, "airline");
      return due !== undefined;
    });
    if (!found) return cancelled;
  }
}

/** Cancels a locked booking, releases its seats and records the event. */
async function cancel(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { owner, booking: { id } }: StoredBooking,
  by: "customer" | "airline",
): Promise<Booking> {
  const booking = await markCancelled(tx, owner, id, { by, nowMs });
  await releaseSeats(tx, owner, id, await incrementSalesVersion(tx, owner));
  await recordEvent(tx, { ...owner, type: "booking.cancelled", data: cancelledData(booking), nowMs });
  return booking;
}
