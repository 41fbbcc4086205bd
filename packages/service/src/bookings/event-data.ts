import type { Booking, BookingChange, Change } from "@wayfare/contract";

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

/** Members of `booking.changed` about a change. */
export interface ReportedChange {
  changeId: string | null;
  pending: boolean;
  initiatedBy: Change["initiatedBy"] | null;
  actions: Change["actions"];
  changes: readonly BookingChange[];
}

/** `data` of `booking.changed`. */
export function changedData(booking: Booking, { changes, ...change }: ReportedChange) {
  return { ...confirmedData(booking), supplierReference: booking.supplierReference, ...change, changes: [...changes] };
}

/** `data` of `booking.cancelled`. */
export function cancelledData(booking: Booking) {
  const { cancelledBy, refund } = booking;
  return {
    ...confirmedData(booking),
    cancelledBy,
    refund: refund?.money ?? null,
    refundTo: refund?.refundTo ?? null,
    refundedMiles: refund?.miles ?? null,
  };
}
