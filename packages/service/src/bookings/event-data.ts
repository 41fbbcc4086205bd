import type { Booking, BookingChange } from "@wayfare/contract";

/** `data` of `booking.pending` and `booking.confirmed`, without travelers and contact. */
export function confirmedData({
  id: bookingId,
  reference,
  clientReference,
  status,
  kind,
  total,
  miles,
  metadata,
}: Booking) {
  return { bookingId, reference, clientReference, status, kind, total, miles, metadata };
}

/** `data` of `booking.failed`. */
export function failedData(booking: Booking) {
  return { ...confirmedData(booking), failure: booking.failure };
}

/** `data` of `booking.changed`. */
export function changedData(booking: Booking, changes: readonly BookingChange[]) {
  return { ...confirmedData(booking), supplierReference: booking.supplierReference, changes: [...changes] };
}

/** `data` of `booking.cancelled`. */
export function cancelledData(booking: Booking) {
  const { cancelledBy, refund } = booking;
  return { ...confirmedData(booking), cancelledBy, refund: refund?.money, refundedMiles: refund?.miles ?? null };
}
