import { type BookingMargin, postBookingMargin, refundBookingMargin } from "@wayfare/billing";
import { type Booking, type RowScope, readCurrency, toMinor } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";

type Booked = Pick<Booking, "id" | "offerId" | "flight">;

/** Returns the operator's margin in the total of a booking, in minor units of its currency; 0 if there is none. */
export function marginMinorOf({ offerId, flight }: Pick<Booking, "offerId" | "flight">): number {
  const margin = flight.cash.find(({ id }) => id === offerId)?.margin;
  return margin === undefined ? 0 : (toMinor(margin.amount, readCurrency(margin.currency)) ?? 0);
}

/** Posts the margin of a booking that has just been confirmed to the ledger of its account. Does nothing without a margin. */
export async function chargeMargin(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  owner: RowScope,
  booking: Booked,
): Promise<void> {
  const margin = toMargin(owner, booking);
  if (margin !== null) await postBookingMargin(tx, margin, nowMs);
}

/** Reverses the margin of a booking that the airline has just cancelled. Does nothing without a margin. */
export async function returnMargin(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  owner: RowScope,
  booking: Booked,
): Promise<void> {
  const margin = toMargin(owner, booking);
  if (margin !== null) await refundBookingMargin(tx, margin, nowMs);
}

function toMargin({ accountId, environment }: RowScope, booking: Booked): BookingMargin | null {
  const amountMinor = marginMinorOf(booking);
  const currency = booking.flight.cash.find(({ id }) => id === booking.offerId)?.total.currency;
  if (amountMinor === 0 || currency === undefined) return null;
  return { accountId, environment, bookingId: booking.id, amountMinor, currency: readCurrency(currency) };
}
