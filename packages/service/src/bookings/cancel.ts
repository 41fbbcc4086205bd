import { type Booking, type Clock, DomainError, notFound, type RowScope } from "@wayfare/contract";
import { type Database, runUnit, type Unit } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { beginSale, releaseSeats } from "../search/sales-store.ts";
import { cancelledData } from "./event-data.ts";
import { findBooking, type KeptBooking, markCancelled, takeDueBooking } from "./store.ts";

/**
 * Cancels a booking for its customer.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID where it is cancelled already or its first flight has left.
 */
export async function cancelBooking(unit: Unit, owner: RowScope, id: string): Promise<Booking> {
  const kept = await findBooking(unit.session, owner, id, "update");
  if (kept === undefined) throw notFound("booking", id);
  if (kept.booking.status === "cancelled") {
    throw new DomainError("STATE_INVALID", { detail: "The booking is cancelled already." });
  }
  if (kept.departsAtMs <= unit.nowMs) {
    throw new DomainError("STATE_INVALID", { detail: "The first flight has left." });
  }
  return cancel(unit, kept, "customer");
}

/**
 * Cancels every booking whose airline cancels it by now, each in a transaction of its own, so that processes share the work.
 *
 * @returns how many there were.
 */
export async function cancelDueBookings(database: Database, clock: Clock): Promise<number> {
  for (let cancelled = 0; ; cancelled++) {
    const found = await runUnit(database, clock.nowMs(), async ({ session, nowMs }) => {
      const due = await takeDueBooking(session, nowMs);
      if (due !== undefined) await cancel({ session, nowMs: due.nowMs }, due, "airline");
      return due !== undefined;
    });
    if (!found) return cancelled;
  }
}

/** Gives the seats of a booking that was found for update back, and records the event. */
async function cancel(
  { session, nowMs }: Pick<Unit, "session" | "nowMs">,
  { owner, booking: { id } }: KeptBooking,
  by: "customer" | "airline",
): Promise<Booking> {
  const booking = await markCancelled(session, owner, id, { by, nowMs });
  await releaseSeats(session, owner, id, await beginSale(session, owner));
  await recordEvent(session, { ...owner, type: "booking.cancelled", data: cancelledData(booking), nowMs });
  return booking;
}
