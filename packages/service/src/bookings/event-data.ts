import type { Booking } from "@wayfare/contract";

/** What `booking.confirmed` says: nothing about who travels. */
export function confirmedData({ id, reference, status, kind, total, miles }: Booking) {
  return { bookingId: id, reference, status, kind, total, miles };
}

/** What `booking.cancelled` says of a cancelled booking. */
export function cancelledData(booking: Booking) {
  const { cancelledBy, refund } = booking;
  return { ...confirmedData(booking), cancelledBy, refund: refund?.money, refundedMiles: refund?.miles ?? null };
}
