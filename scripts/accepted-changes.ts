/**
 * Breaking changes of 0.3 against 0.2.0 by reason, as the comparison writes them. The promise of compatibility starts with 1.0; until then, a
 * release states its breaking changes in docs/reference/compatibility.md. A change that no longer exists must be removed from this list.
 */
export const acceptedChanges: Readonly<Record<string, readonly string[]>> = {
  "a member of a union has one of the changes above or below": [
    "POST /v1/flights/search: response 200: an alternative was changed",
    "POST /v1/search: response 200: an alternative was changed",
    "GET /v1/offers/{id}: response 200.offer: an alternative was changed",
    "POST /v1/bookings: response 409.offer: an alternative was changed",
    "GET /v1/events: response 200.data[]: an alternative was changed",
  ],
  "travelers have more types": [
    "GET /v1/offers/{id}: response 200.flight.cash[].perTraveler[].type: the value youth is new in a closed set",
    "GET /v1/offers/{id}: response 200.flight.cash[].perTraveler[].type: the value infant_in_seat is new in a closed set",
  ],
  "a refund and the party that cancelled can be unknown": [
    "GET /v1/bookings: response 200.data[].cancelledBy: the value operator is new in a closed set",
    "GET /v1/bookings: response 200.data[].refund.money: the type null is new",
    "booking.cancelled.data.cancelledBy: the value operator is new in a closed set",
    "booking.cancelled.data.cancelledBy: the type null is new",
    "booking.cancelled.data.refund: the type null is new",
  ],
  "more reasons of a failed booking": [
    "GET /v1/bookings: response 200.data[].failure.code: the value offer_expired is new in a closed set",
    "GET /v1/bookings: response 200.data[].failure.code: the value insufficient_balance is new in a closed set",
    "booking.failed.data.failure.code: the value offer_expired is new in a closed set",
    "booking.failed.data.failure.code: the value insufficient_balance is new in a closed set",
  ],
};
