"""Generated from docs/reference/openapi.json by npm run generate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

class Account(TypedDict):
    """Account of the calling key."""

    id: AccountId
    """Id of the account."""
    name: str
    """Display name."""
    ipAllowlist: List[str]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""
    createdAt: str
    """Time of creation."""


AccountId = str

# Status of an account. Values may be added: accept unknown values.
AccountStatus = Union[Literal["active", "suspended", "closing", "closed"], str]

class AdvanceTestClock(TypedDict):
    """Time by which to advance the test clock."""

    seconds: int
    """Seconds to move the clock forward."""


class AircraftDetail(TypedDict):
    """Aircraft type."""

    code: str
    """IATA code."""
    name: str
    """Name of the aircraft type."""


class AircraftDetailPage(TypedDict):
    """One page of the list."""

    data: List[AircraftDetail]
    """Sorted by code."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class AirlineCredit(TypedDict):
    """Credit that an airline issues instead of money."""

    code: Union[str, None]
    """Code of the credit; null before the airline issues it."""
    amount: Money
    expiresAt: Union[str, None]
    """End of the validity of the credit; null if the supplier does not state it."""


class AirlineDetail(TypedDict):
    """Airline."""

    code: str
    """IATA code."""
    name: str
    """Name of the airline."""
    country: str
    """Country code (ISO 3166-1 alpha-2)."""
    alliance: Union[Alliance, None]
    """Airline alliance; null if none."""


class AirlineDetailPage(TypedDict):
    """One page of the list."""

    data: List[AirlineDetail]
    """Sorted by code."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


AirportChange = TypedDict("AirportChange", {"from": 'str', "to": 'str'})

# Airline alliance. Values may be added: accept unknown values.
Alliance = Union[Literal["star", "oneworld", "skyteam"], str]

# Search response in the requested `view`.
AnyScoredSearchResponse = Union['ScoredSearchResponse', 'CompactSearchResponse']

# Search response in the requested `view`.
AnySearchResponse = Union['SearchResponse', 'CompactSearchResponse']

class Application(TypedDict):
    """Group of keys, webhook endpoints and usage within an account."""

    id: ApplicationId
    """Id of the application."""
    environment: Environment
    """Environment of the data."""
    name: str
    """Display name."""
    description: str
    """Display text."""
    metadata: Metadata
    createdAt: str
    """Time of creation."""


ApplicationId = str

class ApplicationPage(TypedDict):
    """One page of the list."""

    data: List[Application]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class Attempt(TypedDict):
    """Delivery attempt."""

    id: AttemptId
    """Id of the attempt."""
    number: int
    """Number of the attempt, as in the `SVC-Attempt` header."""
    startedAt: str
    """Start of the attempt."""
    status: str
    """Result: `delivered`, `gone` (410), or a failure such as `failed_status`, `failed_timeout`, `failed_dns`, `failed_token` or `failed_secret_unreadable`."""
    reason: str
    """Human-readable explanation."""
    responseStatus: Union[int, None]
    """HTTP status; null without a response."""
    address: Union[str, None]
    """IP address of the endpoint."""
    timings: Dict[str, Any]
    """Duration of each phase in milliseconds."""
    requestHeaders: Dict[str, Any]
    """Request headers."""
    responseHeaders: Dict[str, Any]
    """Response headers."""
    responseBody: str
    """Response body, up to 16 KiB."""
    responseBodyIsBase64: bool
    """True if `responseBody` is base64 because it was not valid UTF-8."""


AttemptId = str

class AuditActor(TypedDict):
    """Actor: the key, user or operator that made the change."""

    type: AuditActorType
    """Kind of actor. `key`: an API key. `operator`: the command line, or an operator of the deployment. `holder`: the holder of a leaked key. `user`: a portal user. `anonymous`: a failed sign-in."""
    id: Union[str, None]
    address: Union[str, None]


# Kind of actor in the audit log. Values may be added: accept unknown values.
AuditActorType = Union[Literal["key", "operator", "holder", "user", "anonymous"], str]

class AuditEvent(TypedDict):
    """Entry in the audit log."""

    id: AuditEventId
    """Id of the audit event."""
    createdAt: str
    """Time of the event."""
    environment: Union[Environment, None]
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the subject; null if it has none."""
    type: AuditEventType
    """Type of the event."""
    actor: AuditActor
    """Actor: the key, user or operator that made the change."""
    subject: AuditSubject
    """Object that was changed."""
    details: Dict[str, Any]
    """Details of the change, without secrets."""
    requestId: Union[str, None]
    """Id of the request that made the change."""


AuditEventId = str

class AuditEventPage(TypedDict):
    """One page of the list."""

    data: List[AuditEvent]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Change recorded in the audit log. Values may be added: accept unknown values.
AuditEventType = Union[Literal["account.created", "account.invited", "account.invitation_withdrawn", "account.changed", "account.suspended", "account.resumed", "account.close_scheduled", "account.plan_changed", "account.acting_started", "account.acting_stopped", "account.acted_for", "account.exported", "account.erasure_requested", "account.erased", "account.allowlist_changed", "account.billing_details_changed", "account.test_clock_advanced", "account.test_clock_reset", "booking.travelers_erased", "booking.settled", "application.created", "application.changed", "application.deleted", "key.created", "key.changed", "key.rolled", "key.revoked", "key.leaked", "coupon.redeemed", "invoice.credited", "invoice.marked_paid", "invoice.voided", "plan.created", "plan.version_created", "plan.changed", "subscription.changed", "subscription.cancelled", "subscription.resumed", "supplier.changed", "supplier.disconnected", "webhook.created", "webhook.changed", "webhook.deleted", "webhook.challenged", "webhook.secret_rotated", "webhook.tested", "webhook.replayed", "webhook.delivery_retried", "watch.created", "watch.changed", "watch.deleted", "user.signed_in", "user.sign_in_failed", "user.signed_out", "user.session_revoked", "user.profile_changed", "user.password_changed", "user.totp_added", "user.totp_removed", "user.passkey_added", "user.passkey_removed", "user.joined", "user.left", "user.role_changed", "user.removed", "user.erasure_requested", "user.erased", "user.link_created", "user.password_reset_created", "user.operator_added", "sso.connection_saved", "sso.connection_removed", "sso.domain_added", "sso.domain_verified", "sso.domain_changed", "sso.domain_removed", "sso.sign_in_failed", "invitation.created", "invitation.withdrawn"], str]

class AuditSubject(TypedDict):
    """Object that was changed."""

    type: AuditSubjectType
    """Type of the object."""
    id: str


# Kind of object that was changed. Values may be added: accept unknown values.
AuditSubjectType = Union[Literal["account", "application", "booking", "coupon", "invitation", "invoice", "key", "plan", "subscription", "supplier", "user", "webhook", "watch"], str]

class AwardChart(TypedDict):
    """Award chart that determines the miles; null if the program has none."""

    name: str
    """Name of the award chart."""
    band: str
    """Zone or distance band."""
    basis: AwardChartBasis
    """Origin of the chart: `published` by the program, or `modelled`."""


# Origin of an award chart.
AwardChartBasis = Literal["published", "modelled"]

# Level of an award price.
AwardLevel = Literal["saver", "standard", "dynamic"]

class AwardOffer(TypedDict):
    """Offer priced in miles."""

    id: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    kind: Literal["award"]
    """Kind of offer, which determines its schema."""
    source: str
    """Code of the supplier."""
    slices: NotRequired[List[Slice]]
    """Slices as the supplier of this offer states them: its own flight numbers, times, terminals, aircraft and technical stops. Present only if a stated value differs from the slices of the flight. These are the slices that are booked."""
    mixedCabin: bool
    """True if any segment is in a lower cabin than requested."""
    cabinShare: Union[float, None]
    """Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false. Null if the supplier does not state the times."""
    separateTickets: bool
    """True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others."""
    bookingLink: Union[str, None]
    """URL of the seller's booking page; null if there is none."""
    conditions: Conditions
    requires: Union[List[TravelerData], None]
    """Data of each traveler that the seller needs for a booking, in addition to name and date of birth. `ages`: the price is for the ages that the search assumed; search again with `travelers.ages` to book for others. Null if the supplier does not state it."""
    program: str
    """Code of the loyalty program, a key of `dictionaries.programs`."""
    miles: int
    """Miles for all travelers."""
    tickets: NotRequired[List[AwardTicket]]
    """Tickets of an award that is booked as several, such as a round trip of two one-ways, in the order of their segments. `miles` is their sum, and `total` too; `total` is null if their currencies differ. Absent for others."""
    perTraveler: List[AwardPricePerTraveler]
    """Price by type of traveler; a type has several rows if its travelers pay different taxes."""
    total: Union[Money, None]
    """Money part for all travelers. Null if the supplier does not state it."""
    taxes: Union[List[Tax], None]
    """Taxes and airport charges. Null if the supplier does not state them."""
    surcharges: Union[List[Charge], None]
    """Carrier surcharges. Null if the supplier does not state them."""
    fees: Union[List[Charge], None]
    """Program fees. Null if the supplier does not state them."""
    cabin: Cabin
    """Cabin of the award."""
    level: Union[AwardLevel, None]
    """Level of the award price. Null if the supplier does not state it."""
    chart: Union[AwardChart, None]
    """Award chart that determines the miles; null if the program has none."""
    seatsRemaining: Union[int, None]
    """Seats left; 9 means nine or more. Null if the supplier does not state it."""
    centsPerPoint: Union[float, None]
    """Value of a mile compared with the cheapest cash offer for the same flight and cabin, in hundredths of the currency unit: 1.42 is 1.42 US cents, 200 is 2 yen. Null without a cash offer."""
    observedAt: str
    """Time at which the award seats were last observed; the time of the search for awards priced by fare."""
    confidence: float
    """Probability that the award is still available. Decreases with the age of `observedAt`."""
    expiresAt: str
    """Time until which the offer is valid."""


class AwardPricePerTraveler(TypedDict):
    type: TravelerType
    """Type of traveler."""
    count: int
    """Number of travelers of this type."""
    miles: int
    """Miles for one traveler of this type."""
    total: Union[Money, None]
    """Money part for one traveler of this type. Null if the supplier does not state it."""


class AwardTicket(TypedDict):
    """Ticket of an award that is booked as several."""

    segments: int
    """Number of segments."""
    miles: int
    """Miles for all travelers, part of the `miles` of the offer."""
    total: Union[Money, None]
    """Money part for all travelers. Null if the supplier does not state it."""
    seatsRemaining: Union[int, None]
    """Seats left; 9 means nine or more. Null if the supplier does not state it."""
    bookingLink: Union[str, None]
    """URL of the page where this ticket is booked; null if there is none."""


class Baggage(TypedDict):
    """Included bags per traveler."""

    carryOn: Union[int, None]
    """Number of cabin bags. Null if the supplier does not state it."""
    checked: Union[int, None]
    """Number of checked bags. Null if the supplier does not state it."""


class BillingDetails(TypedDict):
    """Buyer of the invoices."""

    name: str
    """Name of the buyer. If empty, invoices show the name of the account."""
    address: str
    """Postal address. Lines are separated by line feeds."""
    taxId: str
    """Tax id, such as a VAT number, as it is to be printed."""
    taxIdType: NotRequired[Union[TaxIdType, None]]
    """Type of the tax id. If it is set, the format and the check digits of `taxId` are validated, and invoices show the name of the id before it. With `eu_vat`, reverse charge can apply. Null if `taxId` is only printed. A request without it keeps the stored type if `taxId` stays the same."""
    country: NotRequired[str]
    """Country of the buyer as an ISO 3166-1 alpha-2 code, which determines the tax rate; empty if unknown. It is not printed. A request without it keeps the stored country."""


class Booking(TypedDict):
    """Booking of an offer."""

    id: BookingId
    """Id of the booking."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the key that created the booking."""
    status: BookingStatus
    """`pending`: ordered at the supplier, without a result yet; see `pendingReason`. `confirmed`, `cancelled`: as named. `failed`: the supplier created no order; see `failure`. An order that appears after that is cancelled, or confirms the booking if the operator has set `BOOKINGS_LATE_ORDERS=adopt`."""
    pendingReason: Union[PendingReason, None]
    """Why the booking is pending. `accepted`: the supplier has accepted the order and has not confirmed it. `unknown`: no answer yet, or it was lost. Null unless `status` is `pending`."""
    reference: str
    """Record locator, unique within the account."""
    source: str
    """Supplier of the booked offer: `sandbox`, or a live supplier."""
    supplierReference: Union[str, None]
    """Record locator of the airline; null in the sandbox and before it is known."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    searchId: SearchId
    """Id of the search."""
    flight: Flight
    conditions: Conditions
    travelers: List[Traveler]
    """Travelers as sent in the request."""
    contact: Contact
    total: Money
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    program: Union[str, None]
    """Loyalty program; null for a cash booking."""
    supplierCharge: Union[Money, None]
    """Amount that the supplier charged; null in the sandbox and before it is known."""
    createdAt: str
    """Time of the booking."""
    cancelledAt: Union[str, None]
    """Time of the cancellation; null if not cancelled."""
    cancelledBy: Union[CancelledBy, None]
    """Party that cancelled; null if not cancelled, and if the supplier does not state it."""
    refund: Union[Refund, None]
    """Refund; null if the booking is not cancelled."""
    failure: Union[BookingFailure, None]
    """Reason of the failure; null unless `status` is `failed`."""
    changes: List[Change]
    """Changes by the airline, oldest first."""
    metadata: Metadata
    simulated: bool
    """True for bookings in the sandbox and with test credentials of a supplier."""
    travelersErasedAt: Union[str, None]
    """Time at which the travelers' data was erased; null if it was not. Then `travelers` and `metadata` are empty, `contact` has placeholders, and `clientReference` and `supplierReference` are null."""


class BookingCancelledData(TypedDict):
    """Data of the event: Booking cancelled."""

    bookingId: BookingId
    """Id of the booking, readable with `GET /v1/bookings/{id}`."""
    reference: str
    """Record locator, unique within the account."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    status: BookingStatus
    """Status of the booking."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    total: Money
    """Money part of the price."""
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    metadata: Metadata
    cancelledBy: Union[CancelledBy, None]
    """Party that cancelled; null if the supplier does not state it."""
    refund: Union[Money, None]
    """Refund; null if the supplier does not state it."""
    refundTo: Union[RefundTarget, None]
    """Destination of the refund: `airline_credit` is not money. Null in the sandbox, and if it is not known."""
    refundedMiles: Union[int, None]
    """Refunded miles; null for a cash booking."""


class BookingCancelledEvent(TypedDict):
    """Booking cancelled."""

    id: EventId
    """Id of the event."""
    type: Literal["booking.cancelled"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: BookingCancelledData


class BookingCancelledRecord(TypedDict):
    """Booking cancelled."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["booking.cancelled"]
    """Type of the event."""
    data: BookingCancelledData


class BookingChangedData(TypedDict):
    """Data of the event: Booking changed."""

    bookingId: BookingId
    """Id of the booking, readable with `GET /v1/bookings/{id}`."""
    reference: str
    """Record locator, unique within the account."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    status: BookingStatus
    """Status of the booking."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    total: Money
    """Money part of the price."""
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    metadata: Metadata
    supplierReference: Union[str, None]
    """Record locator of the airline; null before it is known."""
    changeId: Union[ChangeId, None]
    """Change in `changes` of the booking; null if the supplier states none."""
    pending: bool
    """True if the change waits for the customer: the booking still has its old flights. False if the booking has the new ones."""
    initiatedBy: Literal["customer", "airline", None]
    """Party that initiated the change; null if the supplier does not state it."""
    actions: List[ChangeAction]
    """Actions that are available to the customer; empty if the change is not pending."""
    changes: List[SliceChange]
    """Slices whose flights, airports or times differ. Empty if only the record locator is new."""


class BookingChangedEvent(TypedDict):
    """Booking changed."""

    id: EventId
    """Id of the event."""
    type: Literal["booking.changed"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: BookingChangedData


class BookingChangedRecord(TypedDict):
    """Booking changed."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["booking.changed"]
    """Type of the event."""
    data: BookingChangedData


class BookingConfirmedData(TypedDict):
    """Data of the event: Booking confirmed."""

    bookingId: BookingId
    """Id of the booking, readable with `GET /v1/bookings/{id}`."""
    reference: str
    """Record locator, unique within the account."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    status: BookingStatus
    """Status of the booking."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    total: Money
    """Money part of the price."""
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    metadata: Metadata


class BookingConfirmedEvent(TypedDict):
    """Booking confirmed."""

    id: EventId
    """Id of the event."""
    type: Literal["booking.confirmed"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: BookingConfirmedData


class BookingConfirmedRecord(TypedDict):
    """Booking confirmed."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["booking.confirmed"]
    """Type of the event."""
    data: BookingConfirmedData


class BookingConflict(TypedDict):
    """Error of a booking that conflicts with the current state. With `OFFER_CHANGED` it contains the current offer."""

    type: str
    """URL of the documentation of the code."""
    title: str
    """Short summary of the code."""
    status: int
    """HTTP status code."""
    code: ErrorCode
    """Stable error code."""
    detail: str
    """Explanation of this occurrence."""
    requestId: str
    """Id of the request, also in the `Request-Id` header."""
    errors: NotRequired[List[FieldError]]
    """Errors of single members, with status 400 and 422 only."""
    offer: NotRequired[Offer]
    difference: NotRequired[OfferDifference]


class BookingFailedData(TypedDict):
    """Data of the event: Booking failed."""

    bookingId: BookingId
    """Id of the booking, readable with `GET /v1/bookings/{id}`."""
    reference: str
    """Record locator, unique within the account."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    status: BookingStatus
    """Status of the booking."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    total: Money
    """Money part of the price."""
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    metadata: Metadata
    failure: BookingFailure
    """Reason of the failure."""


class BookingFailedEvent(TypedDict):
    """Booking failed."""

    id: EventId
    """Id of the event."""
    type: Literal["booking.failed"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: BookingFailedData


class BookingFailedRecord(TypedDict):
    """Booking failed."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["booking.failed"]
    """Type of the event."""
    data: BookingFailedData


class BookingFailure(TypedDict):
    """Reason why a booking failed. Nothing was ordered."""

    code: Literal["offer_unavailable", "offer_expired", "price_changed", "refused", "insufficient_balance", "supplier_unavailable", "not_created"]
    """`offer_unavailable`: the supplier no longer sells the offer. `offer_expired`: the offer expired before the order. `price_changed`: the price changed before the order, beyond `maxTotal`. `refused`: the airline or the supplier refused the order. `insufficient_balance`: the balance with the supplier is too low. `supplier_unavailable`: the supplier was not reached. `not_created`: the supplier reports that it created no order."""
    supplierCode: Union[str, None]
    """Error code of the supplier; null without one."""


BookingId = str

class BookingPage(TypedDict):
    """One page of the list."""

    data: List[Booking]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class BookingPendingData(TypedDict):
    """Data of the event: Booking pending."""

    bookingId: BookingId
    """Id of the booking, readable with `GET /v1/bookings/{id}`."""
    reference: str
    """Record locator, unique within the account."""
    clientReference: Union[str, None]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters."""
    status: BookingStatus
    """Status of the booking."""
    kind: OfferKind
    """Kind of payment: money or miles."""
    total: Money
    """Money part of the price."""
    miles: Union[int, None]
    """Miles for all travelers; null for a cash booking."""
    metadata: Metadata


class BookingPendingEvent(TypedDict):
    """Booking pending."""

    id: EventId
    """Id of the event."""
    type: Literal["booking.pending"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: BookingPendingData


class BookingPendingRecord(TypedDict):
    """Booking pending."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["booking.pending"]
    """Type of the event."""
    data: BookingPendingData


# Status of a booking. Values may be added: accept unknown values.
BookingStatus = Union[Literal["pending", "confirmed", "failed", "cancelled"], str]

# Cabin of an aircraft.
Cabin = Literal["economy", "premium_economy", "business", "first"]

# Segments that must be in the requested cabin or a higher one.
CabinMatch = Literal["main", "strict", "any"]

class CalendarAward(TypedDict):
    """Lowest awards of one program: those that a search with only this program in `programs` and with `sort` `miles` returns first."""

    program: str
    """Code of the loyalty program."""
    values: List[Union[int, None]]
    """Different values of the cells. The first is null: no award."""
    cells: List[int]
    """Lowest miles for all travelers of any flight by cell: an index of `values`."""
    nonstopCells: List[int]
    """Lowest miles for all travelers of nonstop flights by cell: an index of `values`."""


class CalendarCash(TypedDict):
    """Lowest cash prices for all travelers, as decimal strings."""

    currency: Currency
    """Currency of the amounts."""
    amounts: List[Union[str, None]]
    """Lowest total price of any flight by cell; null if there is none."""
    nonstopAmounts: List[Union[str, None]]
    """Lowest total price of nonstop flights, as a search with `maxStops` 0 returns it, by cell; null if there is none."""


class CalendarRequest(TypedDict):
    """Criteria of a calendar: those of a search, with ranges of dates."""

    origin: Union[str, PlaceReference]
    """Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport."""
    destination: Union[str, PlaceReference]
    """Airport or city of arrival, in the same formats as `origin`."""
    departureDates: DateRange
    stayNights: NotRequired[StayNights]
    returnDates: NotRequired[DateRange]
    cabin: NotRequired[Cabin]
    """Cabin. Default: `economy`."""
    cabinMatch: NotRequired[CabinMatch]
    """Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`."""
    travelers: NotRequired[Travelers]
    includeCash: NotRequired[bool]
    """Include cash offers. Default: `true`."""
    includeAward: NotRequired[bool]
    """Include award offers. Default: `false`."""
    maxStops: NotRequired[int]
    """Maximum stops per slice. Default: `2`."""
    currency: NotRequired[Currency]
    """Currency of all prices (ISO 4217). Default: `USD`."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers (IATA codes, not case-sensitive)."""
    excludeAirlines: NotRequired[List[str]]
    """Exclude these marketing carriers (IATA codes, not case-sensitive)."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs. `GET /v1/programs` lists their codes."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]


class CalendarResponse(TypedDict):
    """Lowest prices by day. Lists of prices contain the cells row by row: cell (row, column) is at index `row * columns + column`, with one column for one-way trips. Cells whose return is before the departure or after the last date that can be searched are null."""

    environment: Environment
    """Environment of the data."""
    createdAt: str
    """Time of the prices."""
    request: CalendarSearch
    departureDates: List[str]
    """Departure dates: the rows of the calendar."""
    stayNights: Union[List[int], None]
    """Nights of each column; null unless requested."""
    returnDates: Union[List[str], None]
    """Return date of each column; null unless requested."""
    cash: Union[CalendarCash, None]
    """Lowest cash prices; null unless requested."""
    award: List[CalendarAward]
    """Lowest awards, one element for each program with a price."""
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if the prices come from the sandbox."""


class CalendarSearch(TypedDict):
    """Search of every cell, with defaults filled in: add `departureDate` and, for a round trip, `returnDate`, and send it to `POST /v1/flights/search`."""

    origin: PlaceReference
    destination: PlaceReference
    cabin: Cabin
    """Cabin."""
    cabinMatch: CabinMatch
    """Segments that must be in `cabin` or a higher cabin."""
    travelers: TravelerCounts
    """Number of travelers."""
    includeCash: bool
    """True if cash offers were requested."""
    includeAward: bool
    """True if award offers were requested."""
    maxStops: int
    """Maximum stops per slice."""
    currency: Currency
    """Currency of all prices."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers."""
    excludeAirlines: NotRequired[List[str]]
    """Excluded marketing carriers."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]


# Kind of caller: an API key or a signed-in portal user.
CallerType = Literal["key", "user"]

# Party that cancelled a booking. Values may be added: accept unknown values.
CancelledBy = Union[Literal["customer", "operator", "airline"], str]

class CashOffer(TypedDict):
    """Offer priced in money."""

    id: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    kind: Literal["cash"]
    """Kind of offer, which determines its schema."""
    source: str
    """Code of the supplier."""
    slices: NotRequired[List[Slice]]
    """Slices as the supplier of this offer states them: its own flight numbers, times, terminals, aircraft and technical stops. Present only if a stated value differs from the slices of the flight. These are the slices that are booked."""
    mixedCabin: bool
    """True if any segment is in a lower cabin than requested."""
    cabinShare: Union[float, None]
    """Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false. Null if the supplier does not state the times."""
    separateTickets: bool
    """True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others."""
    bookingLink: Union[str, None]
    """URL of the seller's booking page; null if there is none."""
    conditions: Conditions
    requires: Union[List[TravelerData], None]
    """Data of each traveler that the seller needs for a booking, in addition to name and date of birth. `ages`: the price is for the ages that the search assumed; search again with `travelers.ages` to book for others. Null if the supplier does not state it."""
    total: Money
    base: Union[Money, None]
    """Fare for all travelers, without taxes and surcharges. Null if the supplier does not state it."""
    taxes: Union[List[Tax], None]
    """Taxes and airport charges. Null if the supplier does not state them."""
    surcharges: Union[List[Charge], None]
    """Carrier surcharges. Null if the supplier does not state them."""
    margin: NotRequired[Money]
    bagFees: NotRequired[Union[Money, None]]
    """Estimated fees for the requested bags that the fare does not include, for all travelers, from a table of the airlines' fees. Not included in `total`, and not sold with the offer. Absent if no bags were requested. Null if the supplier does not state it."""
    totalWithBags: NotRequired[Union[Money, None]]
    """`total` plus `bagFees`, by which flights are sorted and ranked. Absent if no bags were requested. Null if the supplier does not state it."""
    perTraveler: List[CashPricePerTraveler]
    """Price by type of traveler; a type has several rows if its travelers pay different taxes."""
    tickets: NotRequired[List[OfferTicket]]
    """Tickets of an offer with a self-transfer, in the order of their segments. Absent for others."""
    fareBrand: Union[str, None]
    """Name of the fare brand. Null if the supplier does not state it."""
    cabin: Cabin
    """Cabin of the fare."""
    segments: List[FareSegment]
    """Fare on each segment, for all slices in order."""
    seatsRemaining: Union[int, None]
    """Seats left; 9 means nine or more. Null if the supplier does not state it."""
    refundable: Union[bool, None]
    """`conditions.refund.allowed`: true if the fare is refundable. Null if the supplier does not state it."""
    changeable: Union[bool, None]
    """`conditions.change.allowed`: true if the dates can be changed. Null if the supplier does not state it."""
    validatingCarrier: Union[str, None]
    """Airline that issues the ticket; with `separateTickets`, the first ticket. Null if the supplier does not state it."""
    verified: Union[bool, None]
    """True if the supplier has checked the price with the seller, false if it has not: the price can differ when the offer is booked. Null if the supplier does not say."""
    observedAt: str
    """Time at which the supplier quoted the price."""
    expiresAt: str
    """Time until which the offer is valid."""


class CashPricePerTraveler(TypedDict):
    type: TravelerType
    """Type of traveler."""
    count: int
    """Number of travelers of this type."""
    total: Union[Money, None]
    """Price for one traveler of this type. Null if the supplier does not state it."""


class Change(TypedDict):
    """Change of a booking."""

    id: ChangeId
    """Id of the change."""
    initiatedBy: Literal["customer", "airline"]
    """Party that initiated the change."""
    status: ChangeStatus
    """`pending`: the change is neither accepted nor applied, and the booking has its old flights. `accepted`: the booking has the new flights. `applied`: the order was changed in another way. `cancelled`: the booking was cancelled instead. `failed`: the change was not made."""
    slices: List[SliceChange]
    """Slices that change."""
    actions: List[ChangeAction]
    """Actions that are available now."""
    createdAt: str
    """Time at which the change became known."""
    updatedAt: str
    """Time of the last change of its status."""


class ChangeAccount(TypedDict):
    """Changes to the account."""

    ipAllowlist: NotRequired[List[str]]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""


# Action of a customer on a pending change. Values may be added: accept unknown values.
ChangeAction = Union[Literal["accept", "cancel"], str]

class ChangeApplication(TypedDict):
    """Changes to an application."""

    name: NotRequired[str]
    """Display name."""
    description: NotRequired[str]
    """Display text."""
    metadata: NotRequired[Metadata]


class ChangeCustomerAccount(TypedDict):
    """Changes to an account."""

    name: NotRequired[str]
    """Display name."""


ChangeId = str

class ChangeKey(TypedDict):
    """Changes to an API key."""

    name: NotRequired[str]
    """Display name."""
    scopes: NotRequired[List[Scope]]
    """Permissions of the key. Each `.write` scope includes its `.read` scope."""
    ipAllowlist: NotRequired[List[str]]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""
    expiresAt: NotRequired[Union[str, None]]
    """Time at which the key expires; null if it never expires."""
    usageLimits: NotRequired[UsageLimits]
    metadata: NotRequired[Metadata]


class ChangePlan(TypedDict):
    """Changes of a plan."""

    visibility: NotRequired[PlanVisibility]
    """`public`: customers see and choose the plan. `hidden`: only operators give it to an account."""
    retired: NotRequired[bool]
    """True retires the plan: it is no longer sold, and subscriptions keep it. False sells it again."""


# Status of a change of a booking. Values may be added: accept unknown values.
ChangeStatus = Union[Literal["pending", "applied", "accepted", "cancelled", "failed"], str]

class ChangeSubscription(TypedDict):
    """Plan change."""

    plan: PlanName
    """New plan."""
    trial: NotRequired[bool]
    """True starts a trial, if one is available. Default: `false`."""
    token: NotRequired[str]
    """`token` of a preview. The change is charged exactly as previewed, or fails."""


class ChangeSupplierBudget(TypedDict):
    """Limits of the account's own credential. Absent members keep their value; null removes a limit."""

    callsPerDay: NotRequired[Union[int, None]]
    """Maximum number of calls in a UTC day; null for no limit."""
    spendPerMonth: NotRequired[Union[Money, None]]
    """Maximum cost of calls in a UTC month, in USD; null for no limit."""
    callsPerBooking: NotRequired[Union[int, None]]
    """Maximum number of calls per booking in a UTC month (look-to-book ratio); null for no limit."""


class ChangeSupplier(TypedDict):
    """Changes to the account's use of a supplier."""

    enabled: NotRequired[bool]
    """False to leave the supplier out of searches."""
    credential: NotRequired[str]
    """The account's token or key of the supplier. It is checked with a call to the supplier, stored encrypted and not returned."""
    webhookSecret: NotRequired[Union[str, None]]
    """Secret of the webhook that was registered at the supplier with `webhookUrl`. It is stored encrypted and not returned. Null deletes it."""
    budget: NotRequired[ChangeSupplierBudget]
    """Limits of the account's own credential. Absent members keep their value; null removes a limit."""


class ChangeWatch(TypedDict):
    """Changes to a watch."""

    paused: NotRequired[bool]
    """True to pause the watch, false to resume it."""
    intervalMinutes: NotRequired[int]
    """Minutes between two runs. Each run counts as one search. Default: `60`."""
    expiresAt: NotRequired[str]
    """New end of the watch, at the latest that of the departure date."""
    metadata: NotRequired[Metadata]


class ChangeWebhook(TypedDict):
    """Changes to a webhook endpoint."""

    url: NotRequired[str]
    """URL that receives deliveries: absolute, https, port 443 or 8443."""
    events: NotRequired[List[str]]
    """Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types."""
    description: NotRequired[str]
    """Display text."""
    maxPerSecond: NotRequired[Union[int, None]]
    """Maximum deliveries per second, not counting challenges; null for no limit."""
    headers: NotRequired[Dict[str, str]]
    """Replaces all custom headers; `{}` removes them."""
    auth: NotRequired[Union[WebhookAuth, None]]
    """Credentials for challenges and deliveries; null for none."""
    filter: NotRequired[Union[Dict[str, Any], None]]
    """Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions."""
    ordered: NotRequired[bool]
    """True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries."""
    paused: NotRequired[bool]
    """True pauses deliveries; false resumes them."""
    metadata: NotRequired[Metadata]


class ChangedSliceSegments(TypedDict):
    marketingCarrier: str
    """Airline that sells the flight under its number."""
    flightNumber: str
    """Flight number without the carrier code."""
    origin: str
    """Departure airport."""
    destination: str
    """Arrival airport."""
    departureAt: Union[str, None]
    """Departure time with the UTC offset of the airport. Null if the supplier does not state it."""
    arrivalAt: Union[str, None]
    """Arrival time with the UTC offset of the airport. Null if the supplier does not state it."""


class ChangedSlice(TypedDict):
    """Slice before or after a change by the airline."""

    departureAt: str
    """First departure."""
    arrivalAt: str
    """Last arrival."""
    segments: List[ChangedSliceSegments]
    """Flights in order of travel."""


class Charge(TypedDict):
    """Surcharge or fee."""

    code: Union[str, None]
    """Code of the surcharge or fee; null if the supplier states only the sum."""
    amount: Money


class CloseAccount(TypedDict):
    """Grace period of a closure."""

    graceDays: NotRequired[int]
    """Days until the account is closed. Until then it works and can be resumed. 0 closes it at once. Default: `30`."""


class CompactAward(TypedDict):
    """Award offer of a flight with the lowest effective cost."""

    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    slices: NotRequired[List[CompactSlice]]
    """Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight."""
    program: str
    """Code of the loyalty program."""
    miles: int
    """Miles for all travelers."""
    total: Union[Money, None]
    """Money part for all travelers. Null if the supplier does not state it."""


class CompactCash(TypedDict):
    """Cheapest cash offer of a flight."""

    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    slices: NotRequired[List[CompactSlice]]
    """Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight."""
    total: Money
    refundable: Union[bool, None]
    """True if the fare is refundable. Null if the supplier does not state it."""
    changeable: Union[bool, None]
    """True if the dates can be changed. Null if the supplier does not state it."""


class CompactFlight(TypedDict):
    """Itinerary with its best offers, for lists."""

    id: FlightId
    """Id of the flight. The same itinerary has the same id in all searches."""
    slices: List[CompactSlice]
    """Slices in order of travel."""
    cash: Union[CompactCash, None]
    """Cheapest cash offer; null if there is none."""
    award: Union[CompactAward, None]
    """Award offer with the lowest effective cost; null if there is none."""
    score: Union[float, None]
    """Highest score of the offers of the flight; null if the search does not rank."""


class CompactSearchResponse(TypedDict):
    """Flights in the compact view."""

    id: SearchId
    """Id of the search."""
    environment: Environment
    """Environment of the data."""
    view: Literal["compact"]
    """Representation, which determines the schema of the response."""
    request: NormalizedRequest
    createdAt: str
    """Time of the search."""
    expiresAt: str
    """Time until which the offers are valid: 15 minutes after the search."""
    flights: List[CompactFlight]
    """Flights in the requested order."""
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if any flight comes from the sandbox."""
    warnings: List[Warning]
    """Limits of the data in the response; usually empty."""


class CompactSlice(TypedDict):
    """One direction of a trip, without its segments."""

    origin: str
    """First airport."""
    destination: str
    """Last airport."""
    departureAt: str
    """First departure."""
    arrivalAt: str
    """Last arrival."""
    stops: int
    """Number of stops: layovers and technical stops."""
    flights: List[str]
    """Marketing carrier and flight number of each segment."""


class Condition(TypedDict):
    """Terms of a cancellation, a change or a no-show."""

    allowed: bool
    """False if the fare is not refundable, or cannot be changed. A cancellation of a fare that is not refundable can still return taxes: `total` is the amount that is lost."""
    fee: Union[Money, None]
    """Fee for one traveler with a seat or for all, as `per` says. Null if the supplier does not state it, if this is not allowed, or if nothing is refunded."""
    per: Literal["traveler", "offer"]
    """Unit of `fee`: a traveler with a seat, or the whole offer."""
    total: Union[Money, None]
    """Money that all travelers lose together, never more than they pay: a cancellation until `until` returns the price less this amount, and a change costs it in addition to the difference in fares. Null if the supplier does not state it, and for a change that is not allowed. Can have another currency than the offer."""
    milesFee: NotRequired[Union[int, None]]
    """Awards only: miles that all travelers lose together. Null if the supplier does not state it."""
    until: Union[str, None]
    """End of these terms; null for the first departure."""
    rule: str
    """Rule. `free`: no fee. `fee`: a fee. `taxes_only`: taxes and airport charges are returned, the fare and surcharges are not. `redeposit`: miles, taxes and surcharges are returned less the fees, booking fees are not. `miles_only`: miles are returned, money is not. `not_allowed`: not possible. `forfeited`: nothing is returned. `supplier`: as the supplier states. More rules can be added."""


class Conditions(TypedDict):
    """Costs of a cancellation, a change and a no-show. The sandbox charges exactly these fees; a live supplier confirms its refund when the booking is cancelled."""

    refund: Union[Condition, None]
    """Terms of a cancellation before departure. Null if the supplier does not state them."""
    change: Union[Condition, None]
    """Terms of a change of dates or flights before departure. Null if the supplier does not state them."""
    noShow: Union[Condition, None]
    """Terms if the first flight departs without a cancellation. Null if the supplier does not state them."""
    slices: NotRequired[List[SliceConditions]]
    """Conditions of each slice, in order, if they differ. Absent for others."""


class ConnectingAirports(TypedDict):
    """Conditions on the airports of connections, both of them if the airport changes. Nonstop flights have no connection, so they match."""

    include: NotRequired[List[str]]
    """Connect only at these airports (IATA codes, not case-sensitive)."""
    exclude: NotRequired[List[str]]
    """Connect at none of these airports."""


class ConnectionsOfVersion(TypedDict):
    """Connections of one version."""

    knownMigration: int
    """Newest migration that the process knows."""
    connections: int
    """Number of its connections."""


class Contact(TypedDict):
    """Contact details for the travelers."""

    email: str
    """Email address. In the sandbox, `sold-out@`, `price-changed@`, `pending@`, `airline-changes@` and `airline-cancels@` at any domain simulate these outcomes."""
    phone: str
    """Phone number in E.164 format: country code, no spaces."""


# Kind of discount. Values may be added: accept unknown values.
CouponType = Union[Literal["percent", "amount", "credit"], str]

class CreateApplication(TypedDict):
    """Parameters of a new application."""

    name: str
    """Display name."""
    description: NotRequired[str]
    """Display text."""
    metadata: NotRequired[Metadata]


class CreateBooking(TypedDict):
    """Booking to create."""

    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    travelers: List[Traveler]
    """Travelers: the same number of each type as in the search, and the same ages if it stated them."""
    contact: Contact
    clientReference: NotRequired[str]
    """Your own reference, such as an order number: 1 to 100 visible ASCII characters. A second booking with the same reference in the same account and environment within 24 hours returns 409 `CONFLICT`."""
    maxTotal: NotRequired[Money]
    metadata: NotRequired[Metadata]


class CreateCreditNote(TypedDict):
    """Credit note of an invoice."""

    amount: Money
    reason: str
    """Reason, shown to the customer."""


class CreateCustomerAccount(TypedDict):
    """Parameters of a new account."""

    name: str
    """Display name."""
    ownerEmail: str
    """Email address of the first owner, who gets the invitation link by mail, or from you without SMTP."""
    plan: NotRequired[PlanName]
    """Plan of live data. Default: `free`."""
    currency: NotRequired[Currency]
    """Currency of the plans, invoices and credit. It cannot be changed. The account can have only plans with prices in this currency, and `free`. Default: `USD`."""
    keys: NotRequired[List[Environment]]
    """Kinds of first keys to create, one each, with all scopes of an account. Their secrets are only in this response. Omit it if the owner creates the keys in the portal."""


class CreateKey(TypedDict):
    """Parameters of a new API key."""

    name: str
    """Display name."""
    environment: KeyEnvironment
    """Kind of key. A key can create only keys of the same kind. Owners can also create service keys in the portal or on the command line."""
    scopes: List[Scope]
    """Permissions of the key. Each `.write` scope includes its `.read` scope."""
    applicationId: NotRequired[Union[ApplicationId, None]]
    """Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications."""
    ipAllowlist: NotRequired[List[str]]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""
    expiresAt: NotRequired[Union[str, None]]
    """Time at which the key expires; null if it never expires."""
    usageLimits: NotRequired[UsageLimits]
    metadata: NotRequired[Metadata]


class CreatePasswordReset(TypedDict):
    """User whose password is to be reset."""

    email: str
    """Email address for sign-in, not case-sensitive."""


class CreatePlan(TypedDict):
    """New plan, or new version of a plan."""

    name: PlanName
    """Name of the plan. If it exists, the request creates its next version."""
    title: str
    """Display name, also on invoices."""
    price: Money
    searchesIncluded: int
    """Live searches included in each period."""
    quotaBehavior: QuotaBehavior
    """`hard_stop` refuses searches beyond the included ones, `overage` charges them."""
    overageTiers: NotRequired[List[NewOverageTier]]
    """Graduated prices, required for `overage`. `upTo` increases, and the last tier has none."""
    trialDays: NotRequired[int]
    """Days of the free trial. Default: `0`."""
    keyLimits: NewKeyLimits
    """Limits of each live and service key."""
    features: NotRequired[List[str]]
    """Further features, as texts for customers. Wayfare does not enforce them. Default: `[]`."""
    visibility: NotRequired[PlanVisibility]
    """Visibility of a new plan, `hidden` by default. The visibility of an existing plan is changed with `PATCH`, and the member is rejected."""


class CreateSignUpInvitation(TypedDict):
    """Recipient of an invitation."""

    email: str
    """Email address for sign-in, not case-sensitive."""


class CreateWatch(TypedDict):
    """A search to repeat, and the condition to notify on."""

    search: SearchRequest
    condition: WatchCondition
    intervalMinutes: NotRequired[int]
    """Minutes between two runs. Each run counts as one search. Default: `60`."""
    expiresAt: NotRequired[str]
    """Time after which the watch does not run. It ends with the departure date at the latest."""
    applicationId: NotRequired[Union[ApplicationId, None]]
    """Application of the watch. A key of an application creates watches of that application."""
    metadata: NotRequired[Metadata]


class CreateWebhook(TypedDict):
    """Parameters of a new webhook endpoint."""

    url: str
    """URL that receives deliveries: absolute, https, port 443 or 8443."""
    events: List[str]
    """Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types."""
    description: NotRequired[str]
    """Display text."""
    applicationId: NotRequired[Union[ApplicationId, None]]
    """Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application."""
    maxPerSecond: NotRequired[Union[int, None]]
    """Maximum deliveries per second, not counting challenges; null for no limit."""
    headers: NotRequired[Dict[str, str]]
    """Headers added to challenges and deliveries, up to 10, for example a token of your gateway. They are stored encrypted and not returned. Host, headers of the connection and those of deliveries are refused."""
    auth: NotRequired[Union[WebhookAuth, None]]
    """Credentials for challenges and deliveries; null for none."""
    filter: NotRequired[Union[Dict[str, Any], None]]
    """Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions."""
    ordered: NotRequired[bool]
    """True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries."""
    metadata: NotRequired[Metadata]


# Owner of a supplier credential.
CredentialOwner = Literal["account", "deployment"]

class CreditBalance(TypedDict):
    """Credit balance of the account."""

    environment: Environment
    """Environment of the data."""
    balance: Money


class CreditEntry(TypedDict):
    """Change of the credit balance."""

    id: CreditEntryId
    """Id of the entry."""
    environment: Environment
    """Environment of the data."""
    createdAt: str
    """Time of the entry."""
    type: CreditEntryType
    """Reason for the change."""
    amount: Money
    description: str
    """Human-readable description."""
    invoiceId: Union[InvoiceId, None]
    """Id of the invoice; null if there is none."""


CreditEntryId = str

class CreditEntryPage(TypedDict):
    """One page of the list."""

    data: List[CreditEntry]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Reason for a change of the credit balance. Values may be added: accept unknown values.
CreditEntryType = Union[Literal["invoice", "payment", "void", "credit_note", "credit_grant"], str]

class CreditNote(TypedDict):
    """Credit note that corrects a final invoice."""

    id: CreditNoteId
    """Id of the credit note."""
    number: str
    """Credit note number, without gaps."""
    amount: Money
    reason: str
    """Reason."""
    createdAt: str
    """Time of issue."""


CreditNoteId = str

# Currency code (ISO 4217). Values may be added: accept unknown values.
Currency = Union[Literal["AED", "AUD", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JOD", "JPY", "KES", "KRW", "KWD", "MAD", "MXN", "MYR", "NOK", "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TWD", "USD", "VND", "ZAR"], str]

class CurrencyDetail(TypedDict):
    """Currency in which prices can be requested."""

    code: Currency
    """ISO 4217 code."""
    name: str
    """English name of the currency."""
    decimals: int
    """Number of decimals of an amount."""


class CurrencyDetailPage(TypedDict):
    """One page of the list."""

    data: List[CurrencyDetail]
    """Sorted by code."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class CurrentUsage(TypedDict):
    """Usage in the current period."""

    environment: Environment
    """Environment of the data."""
    period: Period
    """Current period: the period of the subscription, or the UTC calendar month without a subscription."""
    operations: List[OperationCount]
    """Usage by operation."""
    total: int
    """Total usage."""
    plan: Union[UsagePlan, None]
    """Plan whose quota the total counts toward; null for test data, which has no quota."""


class CustomerAccount(TypedDict):
    """An account of the deployment, as operators see it."""

    id: AccountId
    """Id of the account."""
    name: str
    """Display name."""
    status: AccountStatus
    """Status of the account. Access of `suspended` and `closed` accounts is refused; a `closing` account works until `closesAt`, unless `suspendedAt` is set."""
    plan: PlanName
    """Plan of live data."""
    currency: Currency
    """Currency of the plans, invoices and credit."""
    isOperator: bool
    """True for the account of the operators. It cannot be suspended or closed."""
    createdAt: str
    """Time of creation."""
    suspendedAt: Union[str, None]
    """Time of the suspension; null if the account is not suspended."""
    suspensionReason: Union[str, None]
    """Reason, shown to operators and in the audit logs of both accounts."""
    closesAt: Union[str, None]
    """End of the grace period of the closure; null if the account is not being closed."""
    erasedAt: Union[str, None]
    """Time at which the erasure of the account's personal data began; null if it did not."""


class CustomerAccountPage(TypedDict):
    """One page of the list."""

    data: List[CustomerAccount]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class CustomerBilling(TypedDict):
    """Billing of an account's live data, as operators see it."""

    plan: Plan
    limits: LimitsInForce
    """Rate and concurrency limits in force, with the factor of the deployment."""
    subscription: Subscription
    spend: Spend
    creditBalance: Money


class DatabaseHealth(TypedDict):
    """Health of the database."""

    engine: Literal["postgresql", "pglite"]
    """`pglite`: the embedded database."""
    appliedMigration: int
    """Newest migration of the database."""
    knownMigration: int
    """Newest migration of the version that answered."""
    connections: Union[List[ConnectionsOfVersion], None]
    """Connections of Wayfare processes by version, newest first: more than one version is connected during an upgrade. Null with the embedded database, which one process opens."""
    writesRefused: Union[bool, None]
    """True if free space is below DISK_RESERVE_MB; null with PostgreSQL."""
    freeBytes: Union[int, None]
    """Free space on the disk of the embedded database; null with PostgreSQL."""
    walBytes: Union[int, None]
    """Size of the WAL files of the embedded database; null with PostgreSQL."""
    walSinceCheckpointBytes: Union[int, None]
    """WAL since the last checkpoint of the embedded database; null with PostgreSQL."""


DateRange = TypedDict("DateRange", {"from": 'str', "to": 'str'})

class DeletedApplication(TypedDict):
    """Deleted application."""

    id: ApplicationId
    """Id of the application."""
    deletedAt: str
    """Time of deletion."""
    revokedKeys: List[str]
    """Keys of the application, now revoked. They stop working after 60 seconds."""
    deletedWebhooks: List[str]
    """Webhook endpoints of the application, now deleted."""
    deletedWatches: int
    """Number of watches of the application, now deleted."""


class DeletedSignUpInvitation(TypedDict):
    """Withdrawn invitation."""

    id: str
    """Id of the invitation."""
    deletedAt: str
    """Time of deletion."""


class DeletedWatch(TypedDict):
    """Deleted watch."""

    id: str
    """Id of the watch."""
    deletedAt: str
    """Time of deletion."""


class DeletedWebhook(TypedDict):
    """Deleted webhook endpoint."""

    id: WebhookId
    """Id of the webhook endpoint."""
    deletedAt: str
    """Time of deletion."""
    cancelledDeliveries: int
    """Pending deliveries that were cancelled."""


class Delivery(TypedDict):
    """Delivery of an event to a webhook endpoint."""

    id: DeliveryId
    """Id of the delivery, the same for all attempts."""
    webhookId: WebhookId
    """Id of the webhook endpoint."""
    eventId: EventId
    """Id of the event."""
    type: EventType
    """Type of the event."""
    applicationId: Union[ApplicationId, None]
    """Application of the endpoint."""
    status: DeliveryStatus
    """Status of the delivery. `dead_lettered`: all attempts of the retry schedule failed. `cancelled`: the endpoint was deleted."""
    attemptCount: int
    """Attempts so far, including manual retries."""
    nextAttemptAt: Union[str, None]
    """Time of the next attempt; null if none is due or the endpoint is paused."""
    createdAt: str
    """Time of creation."""
    finishedAt: Union[str, None]
    """Time at which it was delivered, dead-lettered or cancelled; null while it is pending."""


class DeliveryDetail(TypedDict):
    """Delivery with its attempts."""

    id: DeliveryId
    """Id of the delivery, the same for all attempts."""
    webhookId: WebhookId
    """Id of the webhook endpoint."""
    eventId: EventId
    """Id of the event."""
    type: EventType
    """Type of the event."""
    applicationId: Union[ApplicationId, None]
    """Application of the endpoint."""
    status: DeliveryStatus
    """Status of the delivery. `dead_lettered`: all attempts of the retry schedule failed. `cancelled`: the endpoint was deleted."""
    attemptCount: int
    """Attempts so far, including manual retries."""
    nextAttemptAt: Union[str, None]
    """Time of the next attempt; null if none is due or the endpoint is paused."""
    createdAt: str
    """Time of creation."""
    finishedAt: Union[str, None]
    """Time at which it was delivered, dead-lettered or cancelled; null while it is pending."""
    attempts: List[Attempt]
    """Attempts, oldest first."""


DeliveryId = str

class DeliveryPage(TypedDict):
    """One page of the list."""

    data: List[Delivery]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Status of a webhook delivery.
DeliveryStatus = Literal["pending", "delivering", "awaiting_retry", "delivered", "dead_lettered", "cancelled"]

class DeploymentHealth(TypedDict):
    """Health of the deployment, as the process that answered sees it."""

    measuredAt: str
    """Time of the measurement."""
    process: Union[ProcessHealth, None]
    """The process that answered; null if the answer comes from the command line. There is no list of processes: monitor each with `/readyz` and `/metrics`."""
    database: DatabaseHealth
    checks: List[HealthCheck]
    """Checks of the database that `wayfare doctor` runs."""


class Dictionaries(TypedDict):
    """Names for the codes used in the flights."""

    places: Dict[str, PlaceName]
    """Places by airport code."""
    airlines: Dict[str, str]
    """Airline names by code."""
    aircraft: Dict[str, str]
    """Aircraft names by code."""
    programs: Dict[str, Program]
    """Loyalty programs by code."""


class DroppedOffers(TypedDict):
    """Offers of a supplier that are not returned, for one reason."""

    reason: Literal["currency", "incomplete", "time_zone", "duplicate", "expired", "filter", "selection"]
    """Reason: a currency that ISO 4217 does not know (`currency`), a missing value or another format (`incomplete`), an airport in an unknown time zone (`time_zone`), an offer that the supplier sent twice (`duplicate`), one that had expired on arrival (`expired`), that does not pass the filters of the request (`filter`), or that the limits of the response leave out, such as `limit` and two brands for each flight (`selection`)."""
    count: int
    """Number of offers."""


class Emissions(TypedDict):
    """Greenhouse gas emissions."""

    kgCO2ePerTraveler: Union[float, None]
    """CO2e in kilograms for one traveler in the cabin. Null if the supplier does not state it."""
    typicalKg: Union[float, None]
    """Typical CO2e in kilograms for the route and cabin. Null if the supplier does not state it."""
    method: str
    """Method of the estimate."""


# Partition of the data.
Environment = Literal["test", "live"]

class EraseAccount(TypedDict):
    """Confirmation of the erasure of an account."""

    confirmName: NotRequired[str]
    """Name of the account. Required for an account that is not closed, which is then closed at once."""
    dryRun: NotRequired[bool]
    """True to count the rows without erasing them. Default: `false`."""


class ErasureSubject(TypedDict):
    """Account or user whose personal data is erased."""

    type: Literal["account", "user"]
    """Kind of subject."""
    id: str
    """Id of the account or user."""


class Erasure(TypedDict):
    """Erasure of personal data."""

    id: Union[str, None]
    """Id of the erasure; null for a dry run."""
    accountId: AccountId
    """Account whose data is erased."""
    subject: ErasureSubject
    """Account or user whose personal data is erased."""
    status: Literal["dry_run", "running", "completed"]
    """`dry_run` if nothing was erased; `running` until a pass over all tables finds the rows that requests in progress and the usage journal wrote after the request, half an hour later."""
    requestedAt: Union[str, None]
    """Time of the request; null for a dry run."""
    completedAt: Union[str, None]
    """Time of completion; null before."""
    rows: Dict[str, int]
    """Number of deleted or blanked rows by table. A dry run counts up to 1,000,000 rows of a table that would be deleted or blanked."""


# Stable error code. Values may be added: accept unknown values.
ErrorCode = Union[Literal["REQUEST_INVALID", "JSON_INVALID", "CURSOR_INVALID", "CURSOR_EXPIRED", "AUTH_MISSING", "AUTH_INVALID", "AUTH_KEY_REVOKED", "AUTH_KEY_EXPIRED", "SIGN_IN_REQUIRED", "SIGN_IN_FAILED", "SECOND_FACTOR_REQUIRED", "QUOTA_EXCEEDED", "PAYMENT_REQUIRED", "AUTH_IP_BLOCKED", "KEY_LIMIT_EXCEEDED", "ACCOUNT_SUSPENDED", "AUTH_SCOPE_MISSING", "ROLE_MISSING", "ACTING_RESTRICTED", "SESSION_ACCOUNT_CHANGED", "SIGN_UP_CLOSED", "INVITATION_SIGN_IN_REQUIRED", "SSO_REQUIRED", "SSO_SESSION_RESTRICTED", "SSO_FAILED", "ORIGIN_REFUSED", "STEP_UP_REQUIRED", "AUTH_ENVIRONMENT_MISMATCH", "AUTH_APPLICATION_BOUND", "AUTH_BOUNDS_EXCEEDED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "ALLOWLIST_EXCLUDES_CALLER", "IDEMPOTENCY_IN_PROGRESS", "OFFER_EXPIRED", "OFFER_CHANGED", "BOOKING_FAILED", "SOLD_OUT", "CHANGE_FAILED", "STATE_INVALID", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "SEARCH_UNPROCESSABLE", "OFFER_NOT_BOOKABLE", "TRAVELERS_MISMATCH", "IDEMPOTENCY_KEY_REUSED", "WEBHOOK_URL_REFUSED", "SUPPLIER_CREDENTIAL_REFUSED", "COUPON_INVALID", "RATE_LIMITED", "INTERNAL", "OVERLOADED", "SHUTTING_DOWN", "SUPPLY_UNAVAILABLE", "STORAGE_UNAVAILABLE"], str]

# Event of the account. `type` determines the schema of `data`.
Event = Union['BookingPendingRecord', 'BookingConfirmedRecord', 'BookingFailedRecord', 'BookingChangedRecord', 'BookingCancelledRecord', 'WatchMatchedRecord', 'WebhookTestRecord', 'WebhookFailingRecord', 'WebhookDisabledRecord', 'KeyRevokedRecord', 'InvoiceFinalizedRecord', 'InvoicePaymentFailedRecord', 'UsageThresholdRecord']

EventId = str

class EventPage(TypedDict):
    """One page of the list."""

    data: List[Event]
    """Newest first; with `order=oldest` in the order of the feed."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Type of an event. Values may be added: accept unknown values.
EventType = Union[Literal["booking.pending", "booking.confirmed", "booking.failed", "booking.changed", "booking.cancelled", "watch.matched", "webhook.test", "webhook.failing", "webhook.disabled", "key.revoked", "invoice.finalized", "invoice.payment_failed", "usage.threshold"], str]

class EventTypeEntry(TypedDict):
    """Event type."""

    type: EventType
    """Type of the event."""
    title: str
    """Title of the event type."""
    description: str
    """Condition for sending the event."""
    dataSchema: Dict[str, Any]
    """JSON Schema of `data`."""
    dataExample: Dict[str, Any]
    """Example of `data`."""


class EventTypeEntryList(TypedDict):
    """The whole list."""

    data: List[EventTypeEntry]
    """All event types."""
    nextCursor: None
    """Always null: the list has one page."""


class ExploreAward(TypedDict):
    """Lowest award of all programs, and the first dates that have it."""

    program: str
    """Code of the loyalty program."""
    miles: int
    """Lowest miles for all travelers."""
    departureDate: str
    """Departure date."""
    returnDate: Union[str, None]
    """Return date; null for one way."""


class ExploreDestination(TypedDict):
    """Destination with its lowest prices."""

    place: Place
    cash: Union[ExplorePrice, None]
    """Lowest price of any flight; null if there is none."""
    nonstopCash: Union[ExplorePrice, None]
    """Lowest price of nonstop flights; null if there is none."""
    award: Union[ExploreAward, None]
    """Lowest award; null if there is none."""


class ExplorePrice(TypedDict):
    """Lowest cash price, and the first dates that have it."""

    total: Money
    departureDate: str
    """Departure date."""
    returnDate: Union[str, None]
    """Return date; null for one way."""


class ExploreRequest(TypedDict):
    """Criteria of an exploration: those of a search, with many destinations and a range of dates."""

    destinations: NotRequired[List[Union[str, PlaceReference]]]
    """Only these places. Not together with `regions` or `countries`; without any of them, all airports."""
    regions: NotRequired[List[Literal["north_america", "central_america", "caribbean", "south_america", "europe", "middle_east", "africa", "central_asia", "south_asia", "east_asia", "southeast_asia", "oceania"]]]
    """Airports of these regions."""
    countries: NotRequired[List[str]]
    """Airports of these countries, in addition to `regions`."""
    departureDates: DateRange
    departureWeekdays: NotRequired[List[Literal["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]]]
    """Only departure dates on these days: `friday` with a stay of 2 nights is a weekend."""
    stayNights: NotRequired[StayNights]
    origin: Union[str, PlaceReference]
    """Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport."""
    cabin: NotRequired[Cabin]
    """Cabin. Default: `economy`."""
    cabinMatch: NotRequired[CabinMatch]
    """Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`."""
    travelers: NotRequired[Travelers]
    includeCash: NotRequired[bool]
    """Include cash offers. Default: `true`."""
    includeAward: NotRequired[bool]
    """Include award offers. Default: `false`."""
    maxStops: NotRequired[int]
    """Maximum stops per slice. Default: `2`."""
    currency: NotRequired[Currency]
    """Currency of all prices (ISO 4217). Default: `USD`."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers (IATA codes, not case-sensitive)."""
    excludeAirlines: NotRequired[List[str]]
    """Exclude these marketing carriers (IATA codes, not case-sensitive)."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs. `GET /v1/programs` lists their codes."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]
    maxTotal: NotRequired[Money]
    maxMiles: NotRequired[int]
    """Maximum miles for all travelers."""
    sort: NotRequired[Literal["price", "miles"]]
    """Order of the destinations. Those without the price come last. Default: `price`."""
    limit: NotRequired[int]
    """Maximum number of destinations. Default: `200`."""


class ExploreResponse(TypedDict):
    """Lowest prices by destination."""

    environment: Environment
    """Environment of the data."""
    createdAt: str
    """Time of the prices."""
    request: ExploreSearch
    departureDates: List[str]
    """Departure dates that were searched."""
    stayNights: Union[List[int], None]
    """Stays that were searched; null for one way."""
    destinations: List[ExploreDestination]
    """Destinations in the requested order."""
    found: int
    """Number of destinations that meet the request, including those beyond `limit`."""
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if the prices come from the sandbox."""


class ExploreSearch(TypedDict):
    """Search of every price, with defaults filled in: add the `id` of the place as `destination` and the dates of the price, and send it to `POST /v1/flights/search`."""

    origin: PlaceReference
    cabin: Cabin
    """Cabin."""
    cabinMatch: CabinMatch
    """Segments that must be in `cabin` or a higher cabin."""
    travelers: TravelerCounts
    """Number of travelers."""
    includeCash: bool
    """True if cash offers were requested."""
    includeAward: bool
    """True if award offers were requested."""
    maxStops: int
    """Maximum stops per slice."""
    currency: Currency
    """Currency of all prices."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers."""
    excludeAirlines: NotRequired[List[str]]
    """Excluded marketing carriers."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]


class FareSegment(TypedDict):
    """Fare on a segment."""

    cabin: Cabin
    """Cabin on this segment."""
    bookingClass: Union[str, None]
    """Booking class. Null if the supplier does not state it."""
    fareBasis: Union[str, None]
    """Fare basis. Null if the supplier does not state it."""
    baggage: Baggage


class FieldError(TypedDict):
    """Error in one member of a request."""

    pointer: str
    """JSON pointer (RFC 6901) into the body, the query parameters or the path parameters."""
    code: FieldErrorCode
    """Kind of error."""
    detail: str
    """Reason and expected value."""
    suggestion: NotRequired[str]
    """Value to send instead. With `UNKNOWN_PLACE`, the code that replaced an airport code which is no longer in use; with `NAME_ALPHABET`, the name in the letters that the supplier accepts; absent if there is none."""


# Kind of error in a member of a request. Values may be added: accept unknown values.
FieldErrorCode = Union[Literal["TYPE", "REQUIRED", "UNKNOWN_MEMBER", "ENUM", "FORMAT", "PATTERN", "RANGE", "LENGTH", "DUPLICATE", "UNKNOWN_PLACE", "SAME_PLACE", "UNKNOWN_PROGRAM", "UNKNOWN_APPLICATION", "ADDRESS_RANGE", "NOT_FOR_SERVICE_KEYS", "DATE_IN_PAST", "BEYOND_HORIZON", "RETURN_BEFORE_DEPARTURE", "DATE_ORDER", "TOO_MANY_INFANTS", "TOO_MANY_SEATS", "AGES_MISMATCH", "NAME_ALPHABET", "NOTHING_REQUESTED", "INVALID"], str]

class FirstKey(TypedDict):
    """First key of a new account."""

    id: KeyId
    """Id of the key, not the raw key."""
    environment: Environment
    """Kind of key."""
    secret: str
    """Raw key. Returned only in this response."""


class Flight(TypedDict):
    """Itinerary with its offers."""

    id: FlightId
    """Id of the flight. The same itinerary has the same id in all searches."""
    slices: List[Slice]
    """Slices in order of travel: one, two for a round trip, or up to six for a multi-city trip."""
    cash: List[CashOffer]
    """Cash offers, cheapest first."""
    award: List[AwardOffer]
    """Award offers, lowest effective cost first."""
    emissions: Union[Emissions, None]
    """Emissions of the flight; null if the supplier states none."""


FlightId = str

class Health(TypedDict):
    """The process is alive."""

    ok: bool


class HealthCheck(TypedDict):
    """Check of the deployment."""

    name: str
    """Name of the check, as in `wayfare doctor`."""
    status: Literal["ok", "warn", "fail"]
    """Result of the check."""
    detail: str
    """Details of the result."""
    fix: Union[str, None]
    """Remedy; null if nothing needs to be done."""


class Invoice(TypedDict):
    """Invoice."""

    id: InvoiceId
    """Id of the invoice."""
    environment: Environment
    """Environment of the data."""
    number: Union[str, None]
    """Invoice number, without gaps; null for a draft."""
    status: InvoiceStatus
    """Status of the invoice. A `draft` is finalized when all searches of its period are counted. A final invoice does not change."""
    type: InvoiceType
    """Occasion of the invoice. `period`: overage of the past period and price of the next. `change`: plan change."""
    period: Union[Period, None]
    """Period of the charged searches; null for a plan change."""
    lines: List[InvoiceLine]
    """Lines of the invoice. They add up to `due`."""
    subtotal: Money
    discount: Money
    tax: Money
    taxNote: Union[str, None]
    """Note about the tax that the invoice must show, such as that of reverse charge; null if there is none."""
    total: Money
    credit: Money
    due: Money
    creditNotes: List[CreditNote]
    """Credit notes for this invoice."""
    createdAt: str
    """Time of creation."""
    finalizeAt: str
    """Time at which a draft is finalized."""
    finalizedAt: Union[str, None]
    """Time at which it was finalized; null for a draft."""
    dueAt: Union[str, None]
    """Due date; null for a draft."""
    paidAt: Union[str, None]
    """Time of payment; null if unpaid."""
    voidedAt: Union[str, None]
    """Time at which it was voided; null if it was not."""


class InvoiceFinalizedData(TypedDict):
    """Data of the event: Invoice finalized."""

    invoiceId: InvoiceId
    """Id of the invoice."""
    number: str
    """Invoice number."""
    status: Literal["open", "paid"]
    """`paid` if nothing is due, else `open`."""
    total: Money
    """Total with tax."""
    due: Money
    """Amount to be paid, after credit."""
    dueAt: str
    """Due date."""


class InvoiceFinalizedEvent(TypedDict):
    """Invoice finalized."""

    id: EventId
    """Id of the event."""
    type: Literal["invoice.finalized"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: InvoiceFinalizedData


class InvoiceFinalizedRecord(TypedDict):
    """Invoice finalized."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["invoice.finalized"]
    """Type of the event."""
    data: InvoiceFinalizedData


InvoiceId = str

class InvoiceLine(TypedDict):
    """Line of an invoice."""

    type: InvoiceLineType
    """Kind of line."""
    description: str
    """Human-readable description."""
    quantity: Union[int, None]
    """Number of searches on an overage line, else null."""
    unitPrice: Union[Money, None]
    """Price of one search on an overage line, else null."""
    amount: Money
    period: Union[Period, None]
    """Period that the line covers."""


# Kind of invoice line. Values may be added: accept unknown values.
InvoiceLineType = Union[Literal["subscription", "proration", "overage", "coupon", "tax", "credit"], str]

class InvoicePage(TypedDict):
    """One page of the list."""

    data: List[Invoice]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class InvoicePaymentFailedData(TypedDict):
    """Data of the event: Payment failed."""

    invoiceId: InvoiceId
    """Id of the invoice."""
    number: str
    """Invoice number."""
    due: Money
    """Amount to be paid."""
    dueAt: str
    """Due date."""
    failure: str
    """Reason: code of the payment provider, or `not_charged_in_time` if the provider could not be reached for 20 hours."""


class InvoicePaymentFailedEvent(TypedDict):
    """Payment failed."""

    id: EventId
    """Id of the event."""
    type: Literal["invoice.payment_failed"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: InvoicePaymentFailedData


class InvoicePaymentFailedRecord(TypedDict):
    """Payment failed."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["invoice.payment_failed"]
    """Type of the event."""
    data: InvoicePaymentFailedData


# Status of an invoice.
InvoiceStatus = Literal["draft", "open", "paid", "void"]

# Occasion of an invoice. Values may be added: accept unknown values.
InvoiceType = Union[Literal["period", "change"], str]

class Key(TypedDict):
    """An API key, without its secret."""

    id: KeyId
    """Id of the key, not the raw key."""
    name: str
    """Display name."""
    environment: KeyEnvironment
    """Kind of key, also in its prefix."""
    scopes: List[Scope]
    """Permissions of the key. Each `.write` scope includes its `.read` scope."""
    status: KeyStatus
    """Status of the key. A `revoking` key is accepted until `graceEndsAt`."""
    hint: str
    """First and last characters of the raw key."""
    applicationId: Union[ApplicationId, None]
    """Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications."""
    ipAllowlist: List[str]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""
    usageLimits: UsageLimitStates
    metadata: Metadata
    createdAt: str
    """Time of creation."""
    expiresAt: Union[str, None]
    """Time at which the key expires; null if it never expires."""
    revokedAt: Union[str, None]
    """Time of revocation, in the future for a key rolled with an overlap."""
    graceEndsAt: Union[str, None]
    """Time at which a revoked key stops working."""
    rolledTo: Union[KeyId, None]
    """Key that replaces this key."""
    lastUsedAt: Union[str, None]
    """Time of the last request, accurate to one minute; null if the key was never used."""
    lastUsedAddress: Union[str, None]
    """IP address of the last request."""
    idle: bool
    """True if the key is active and has not been used for 90 days."""


# Kind of API key.
KeyEnvironment = Literal["test", "live", "service"]

KeyId = str

class KeyLimits(TypedDict):
    """Rate and concurrency limits of a live or service key."""

    requestsPerSecond: int
    """Requests per second for each key."""
    requestsBurst: int
    """Burst of requests of each key."""
    searchesPerSecond: int
    """Searches per second for each key."""
    searchesBurst: int
    """Burst of searches of each key."""
    searchesAtOnce: int
    """Concurrent searches for each key."""


class KeyPage(TypedDict):
    """One page of the list."""

    data: List[Key]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class KeyRevokedData(TypedDict):
    """Data of the event: API key revoked."""

    keyId: KeyId
    """Id of the key."""
    name: str
    """Name of the key."""
    revokedAt: str
    """Time of revocation."""
    graceEndsAt: str
    """Time at which the key stops working."""


class KeyRevokedEvent(TypedDict):
    """API key revoked."""

    id: EventId
    """Id of the event."""
    type: Literal["key.revoked"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: KeyRevokedData


class KeyRevokedRecord(TypedDict):
    """API key revoked."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["key.revoked"]
    """Type of the event."""
    data: KeyRevokedData


# Status of an API key.
KeyStatus = Literal["active", "revoking", "revoked", "expired"]

class Layover(TypedDict):
    """Connection between two segments."""

    airport: str
    """Arrival airport of the layover."""
    durationMinutes: Union[int, None]
    """Minutes between arrival and departure. Null if the supplier does not state it."""
    minimumMinutes: Union[int, None]
    """Minimum connection time in minutes. Null if the supplier does not state it."""
    slackMinutes: Union[int, None]
    """`durationMinutes` minus `minimumMinutes`. Null if either is null."""
    overnight: Union[bool, None]
    """True if the layover is overnight. Null if the supplier does not state it."""
    interline: Union[bool, None]
    """True if the airlines before and after the layover belong to no common alliance, joint venture or group and only have an interline agreement. Such connections have a longer `minimumMinutes`. Null if the supplier does not state it."""
    selfTransfer: NotRequired[bool]
    """True if the flights are on separate tickets. Absent otherwise; only searches with `allowSelfTransfer` return such layovers."""
    airportChange: Union[AirportChange, None]
    """Airports of a layover with a change of airport; null without one."""


class LeadTime(TypedDict):
    """Days between the search and the departure."""

    min: int
    """First day."""
    max: int
    """Last day, inclusive."""


class LeakedKey(TypedDict):
    """Raw key that was found in public."""

    key: str
    """Raw key."""


class LeakedKeyRevocation(TypedDict):
    """Revocation of a leaked key."""

    status: Literal["revoked"]
    """The key no longer works."""
    revokedAt: str
    """Time of revocation."""


class LimitsInForce(TypedDict):
    """Rate and concurrency limits in force, with the factor of the deployment."""

    key: KeyLimits
    """Limits of each live and service key."""
    account: KeyLimits
    """Limits of all these keys together."""


class LoggedRequest(TypedDict):
    """Request of the last 30 days, without its body."""

    id: RequestId
    """Id of the request, as in the `Request-Id` response header."""
    createdAt: str
    """Time at which the request arrived."""
    environment: Environment
    """Environment of the data."""
    keyId: Union[KeyId, None]
    """Key of the request; null for a portal user."""
    userId: Union[UserId, None]
    """Portal user of the request; null for a key."""
    applicationId: Union[ApplicationId, None]
    """Id of the application."""
    method: str
    """HTTP method."""
    route: str
    """Path template."""
    status: Union[int, None]
    """HTTP status; null if the client disconnected before the response."""
    durationMs: float
    """Milliseconds until the response was sent."""
    address: str
    """IP address of the client."""
    operation: Union[Operation, None]
    """Operation that the request counts as; null if it does not count toward usage."""


class LoggedRequestPage(TypedDict):
    """One page of the list."""

    data: List[LoggedRequest]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Custom data: up to 20 string pairs, with names up to 40 and values up to 500 characters. Do not store secrets or personal data here.
Metadata = Dict[str, str]

class MileValue(TypedDict):
    """Value of a mile in US cents."""

    floor: float
    """Low value."""
    ceiling: float
    """High value."""


class Money(TypedDict):
    """Amount of money."""

    amount: str
    """Decimal string with the number of decimals of the currency. A unit price (`unitPrice`, `overagePerSearch`) can have more."""
    currency: str
    """Currency code (ISO 4217)."""


class NewCustomerAccount(TypedDict):
    """New account, with the invitation of its owner and its first keys."""

    id: AccountId
    """Id of the account."""
    name: str
    """Display name."""
    status: AccountStatus
    """Status of the account. Access of `suspended` and `closed` accounts is refused; a `closing` account works until `closesAt`, unless `suspendedAt` is set."""
    plan: PlanName
    """Plan of live data."""
    currency: Currency
    """Currency of the plans, invoices and credit."""
    isOperator: bool
    """True for the account of the operators. It cannot be suspended or closed."""
    createdAt: str
    """Time of creation."""
    suspendedAt: Union[str, None]
    """Time of the suspension; null if the account is not suspended."""
    suspensionReason: Union[str, None]
    """Reason, shown to operators and in the audit logs of both accounts."""
    closesAt: Union[str, None]
    """End of the grace period of the closure; null if the account is not being closed."""
    erasedAt: Union[str, None]
    """Time at which the erasure of the account's personal data began; null if it did not."""
    invitation: NotRequired[OwnerInvitation]
    keys: NotRequired[List[FirstKey]]
    """First keys, in the requested order."""
    secretOmitted: NotRequired[bool]
    """True on an idempotent replay, which cannot return the link and the keys."""


class NewKey(TypedDict):
    """New API key with its secret."""

    id: KeyId
    """Id of the key, not the raw key."""
    name: str
    """Display name."""
    environment: KeyEnvironment
    """Kind of key, also in its prefix."""
    scopes: List[Scope]
    """Permissions of the key. Each `.write` scope includes its `.read` scope."""
    status: KeyStatus
    """Status of the key. A `revoking` key is accepted until `graceEndsAt`."""
    hint: str
    """First and last characters of the raw key."""
    applicationId: Union[ApplicationId, None]
    """Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications."""
    ipAllowlist: List[str]
    """IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses."""
    usageLimits: UsageLimitStates
    metadata: Metadata
    createdAt: str
    """Time of creation."""
    expiresAt: Union[str, None]
    """Time at which the key expires; null if it never expires."""
    revokedAt: Union[str, None]
    """Time of revocation, in the future for a key rolled with an overlap."""
    graceEndsAt: Union[str, None]
    """Time at which a revoked key stops working."""
    rolledTo: Union[KeyId, None]
    """Key that replaces this key."""
    lastUsedAt: Union[str, None]
    """Time of the last request, accurate to one minute; null if the key was never used."""
    lastUsedAddress: Union[str, None]
    """IP address of the last request."""
    idle: bool
    """True if the key is active and has not been used for 90 days."""
    secret: NotRequired[str]
    """Raw key. Returned only in this response."""
    secretOmitted: NotRequired[bool]
    """True on an idempotent replay, which cannot return the raw key. If you lost it, roll the key."""


class NewKeyLimits(TypedDict):
    """Limits of each live and service key."""

    requestsPerSecond: int
    """Requests per second for each key."""
    requestsBurst: int
    """Burst of requests of each key."""
    searchesPerSecond: int
    """Searches per second for each key."""
    searchesBurst: int
    """Burst of searches of each key."""
    searchesAtOnce: int
    """Concurrent searches for each key."""


class NewOverageTier(TypedDict):
    """Tier with its last search and price."""

    upTo: Union[int, None]
    """Last search of the tier, beyond the included ones; null in the last tier only."""
    unitPrice: Money


class NewSignUpInvitation(TypedDict):
    """New invitation with its link."""

    id: str
    """Id of the invitation."""
    email: str
    """Email address for sign-in, not case-sensitive."""
    createdAt: str
    """Time of creation."""
    expiresAt: str
    """Time at which the link expires."""
    mailed: bool
    """True if the link is sent to the recipient by mail. Otherwise send it yourself."""
    url: NotRequired[str]
    """One-time link with which the recipient creates the account. Returned only in this response."""
    secretOmitted: NotRequired[bool]
    """True on an idempotent replay, which cannot return the link."""


class NewWebhook(TypedDict):
    """Webhook endpoint with its new secret."""

    id: WebhookId
    """Id of the webhook endpoint."""
    environment: Environment
    """Environment of the data."""
    url: str
    """URL that receives deliveries: absolute, https, port 443 or 8443."""
    pendingUrl: Union[str, None]
    """New URL that is not verified yet."""
    events: List[str]
    """Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types."""
    description: str
    """Display text."""
    status: WebhookStatus
    """Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed."""
    applicationId: Union[ApplicationId, None]
    """Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application."""
    maxPerSecond: Union[int, None]
    """Maximum deliveries per second, not counting challenges; null for no limit."""
    challengeFailure: Union[str, None]
    """Reason why the last challenge failed; null if it did not."""
    secretCreatedAt: str
    """Time of creation of the secret that signs deliveries."""
    previousSecretCreatedAt: Union[str, None]
    """Time of creation of the previous secret; null if there is none or the time is unknown."""
    previousSecretEndsAt: Union[str, None]
    """Time until which the previous secret is valid; null if there is none."""
    firstFailureAt: Union[str, None]
    """Time of the first failure since the last success; null if the last attempt succeeded."""
    failures: int
    """Failed attempts since the last success."""
    disabledReason: Union[str, None]
    """Reason why the endpoint is disabled; null if it is not."""
    headerNames: List[str]
    """Names of the custom headers. Their values are not returned."""
    authType: Union[str, None]
    """Type of the credentials, `basic`, `oauth2` or `mtls`; null for none."""
    certificateExpiresAt: Union[str, None]
    """Time at which the client certificate expires; null if the credentials are of another type."""
    filter: Union[Dict[str, Any], None]
    """Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions."""
    ordered: bool
    """True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries."""
    metadata: Metadata
    createdAt: str
    """Time of creation."""
    secret: NotRequired[str]
    """Signing secret. Returned only in this response."""
    secretOmitted: NotRequired[bool]
    """True on an idempotent replay, which cannot return the secret. If you lost it, rotate it."""


class NormalizedRequest(TypedDict):
    """Search request with defaults filled in."""

    origin: NotRequired[Union[PlaceReference, List[PlaceReference]]]
    """Airport or city of departure, or a list of them as requested; absent with `slices`."""
    destination: NotRequired[Union[PlaceReference, List[PlaceReference]]]
    """Airport or city of arrival, or a list of them as requested; absent with `slices`."""
    departureDate: NotRequired[str]
    """Departure date at the origin, from today to 330 days ahead. Required without `slices`."""
    returnDate: NotRequired[Union[str, None]]
    """Return date; null for a one-way trip, absent with `slices`."""
    slices: NotRequired[List[NormalizedSlice]]
    """Slices of a multi-city search."""
    nearbyKm: NotRequired[int]
    """Distance within which other airports were added."""
    flexibleDays: NotRequired[int]
    """Days before and after the dates."""
    cabin: Cabin
    """Cabin."""
    cabinMatch: CabinMatch
    """Segments that must be in `cabin` or a higher cabin."""
    travelers: TravelerCounts
    """Number of travelers."""
    includeCash: bool
    """True if cash offers were requested."""
    includeAward: bool
    """True if award offers were requested."""
    maxStops: int
    """Maximum stops per slice."""
    limit: int
    """Maximum number of flights."""
    currency: Currency
    """Currency of all prices."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers."""
    excludeAirlines: NotRequired[List[str]]
    """Excluded marketing carriers."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs."""
    connectingAirports: NotRequired[ConnectingAirports]
    minLayoverMinutes: NotRequired[int]
    """Minimum of each layover."""
    maxLayoverMinutes: NotRequired[int]
    """Maximum of each layover."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    arriveBy: NotRequired[str]
    """Latest arrival of the outbound slice, as local time."""
    excludeBasic: NotRequired[bool]
    """True if basic economy is excluded."""
    minCarryOnBags: NotRequired[int]
    """Cabin bags of each traveler with a seat."""
    minCheckedBags: NotRequired[int]
    """Checked bags of each traveler with a seat."""
    allowSelfTransfer: NotRequired[bool]
    """True if connections on separate tickets were requested."""
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]
    sort: SearchSort
    """Order of the flights."""
    profile: SearchProfile
    """Traveler profile of the score."""
    weights: NotRequired[Weights]
    allOffers: bool
    """True if all fare brands and awards were requested."""


class NormalizedSlice(TypedDict):
    """One slice of a multi-city search."""

    origin: PlaceReference
    destination: PlaceReference
    departureDate: str
    """Departure date at the origin, from today to 330 days ahead."""


# Offer priced in money or in miles, by `kind`.
Offer = Union['CashOffer', 'AwardOffer']

class OfferDifference(TypedDict):
    """Price difference between two offers; zero if only the terms changed."""

    total: Money
    miles: Union[int, None]
    """New miles minus old miles; null for a cash offer."""


OfferId = str

# Kind of offer: money or miles.
OfferKind = Literal["cash", "award"]

class OfferResponse(TypedDict):
    """Repriced offer."""

    id: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    status: OfferStatus
    """Status of the offer. `available`: price and terms are unchanged. `changed`: price or terms changed; `offer` is the current offer for the same flight, with its own id, and `difference` is the new price minus the old price. `sold_out`: the flight does not have enough seats for the travelers at any price (for an award: in its program). `expired`: the offer is past its `expiresAt`, its price data was replaced, or its supplier no longer keeps it or is no longer connected."""
    environment: Environment
    """Environment of the data."""
    searchId: SearchId
    """Id of the search."""
    request: NormalizedRequest
    checkedAt: str
    """Time at which the offer was repriced."""
    expiresAt: str
    """Time until which the offer with this `id` is valid. A replacement offer has its own `expiresAt`."""
    offer: Union[Offer, None]
    """Offer that can be booked now: this offer if `available`, its replacement if `changed`, null if `sold_out`. If `expired`, an offer of the sandbox is present as long as its price and terms are unchanged."""
    difference: Union[OfferDifference, None]
    """Price difference if the offer is `changed`, else null."""
    flight: Union[Flight, None]
    """Flight with only this offer; null if `offer` is null."""
    dictionaries: Dictionaries
    simulated: bool
    """True if the offer comes from the sandbox."""


# Status of a repriced offer.
OfferStatus = Literal["available", "changed", "sold_out", "expired"]

class OfferTicket(TypedDict):
    """Ticket that is sold alone."""

    validatingCarrier: str
    """Airline that issues the ticket."""
    fareBrand: str
    """Name of the fare brand."""
    segments: int
    """Number of segments."""
    total: Money


# Operation that counts toward usage. Values may be added: accept unknown values.
Operation = Union[Literal["search"], str]

class OperationCount(TypedDict):
    operation: Operation
    """Operation that was counted."""
    count: int
    """Number of counted requests."""


class OperatorAuditEvent(TypedDict):
    """Entry in the audit log of an account, as operators see it."""

    id: AuditEventId
    """Id of the audit event."""
    createdAt: str
    """Time of the event."""
    environment: Union[Environment, None]
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the subject; null if it has none."""
    type: AuditEventType
    """Type of the event."""
    actor: AuditActor
    """Actor: the key, user or operator that made the change."""
    subject: AuditSubject
    """Object that was changed."""
    details: Dict[str, Any]
    """Details of the change, without secrets."""
    requestId: Union[str, None]
    """Id of the request that made the change."""
    accountId: AccountId
    """Account in whose audit log the event is."""


class OperatorAuditEventPage(TypedDict):
    """One page of the list."""

    data: List[OperatorAuditEvent]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class OperatorBooking(TypedDict):
    """Booking whose order an operator should know about. Without travelers."""

    id: BookingId
    """Id of the booking."""
    accountId: AccountId
    """Account of the booking; for `unknown_booking`, the account whose credential lists the order."""
    environment: Environment
    """Environment of the data."""
    type: OrderReportType
    """`unsettled`: no result 15 minutes after the booking. `late_order`: an order exists although the booking failed, and its refund would not be full. `late_order_cancelled`, `late_order_adopted`: what was done with such an order. `order_missing`: the supplier has no order of a confirmed booking. `second_order`: another order of a booking that has one. `unknown_booking`: no booking has the id in the order's metadata."""
    status: Union[BookingStatus, None]
    """Status of the booking; null if it does not exist."""
    pendingReason: Union[PendingReason, None]
    """Why the booking is pending; null unless `status` is `pending`."""
    source: str
    """Supplier of the order."""
    orderReference: Union[str, None]
    """The supplier's id of the order; null if it is not known."""
    total: Union[Money, None]
    """Total of the booking; null if it does not exist."""
    requestedAt: Union[str, None]
    """Time at which the order was requested; null if it was not."""
    lookedUpAt: Union[str, None]
    """Time at which the supplier's whole list was last read without finding the order; null if it never was."""
    reportedAt: str
    """Time of the report."""
    resolvedAt: Union[str, None]
    """Time at which it was settled; null if an operator should act."""


class OperatorBookingPage(TypedDict):
    """One page of the list."""

    data: List[OperatorBooking]
    """Newest booking first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class OperatorPlan(TypedDict):
    """Plan of the deployment, as operators see it."""

    name: PlanName
    """Name of the plan."""
    visibility: PlanVisibility
    """`public`: customers see and choose the plan. `hidden`: only operators give it to an account."""
    createdAt: str
    """Time at which the plan was created."""
    retiredAt: Union[str, None]
    """Time at which the plan was retired; null if it is sold."""
    current: Plan


class OperatorPlanDetail(TypedDict):
    """Plan of the deployment with its versions."""

    name: PlanName
    """Name of the plan."""
    visibility: PlanVisibility
    """`public`: customers see and choose the plan. `hidden`: only operators give it to an account."""
    createdAt: str
    """Time at which the plan was created."""
    retiredAt: Union[str, None]
    """Time at which the plan was retired; null if it is sold."""
    current: Plan
    versions: List[PlanVersion]
    """The newest 100 versions, newest first."""


class OperatorPlanPage(TypedDict):
    """One page of the list."""

    data: List[OperatorPlan]
    """By name."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class OperatorSupplier(TypedDict):
    """Live supplier over all accounts of the deployment."""

    name: str
    """Code of the supplier."""
    environment: Environment
    """Environment of the data."""
    status: Literal["connected", "not_connected", "budget_used_up", "circuit_open"]
    """`not_connected`: neither the deployment nor an account has a credential. `budget_used_up`: the budget of the deployment's credential. `circuit_open`: in the process that answered."""
    cash: bool
    """True if the supplier has cash offers."""
    award: bool
    """True if the supplier has awards."""
    deploymentCredential: bool
    """True if the deployment has a credential, which accounts without one use."""
    accountCredentials: int
    """Number of accounts with a separate credential that is enabled."""
    budget: SupplierBudget
    callsToday: int
    """Calls of this UTC day with the deployment's credential that the supplier counts."""
    costThisMonth: Money
    budgetUsedShare: Union[float, None]
    """Used part of the limit that is closest to its end, by the calls that were made; null without limits."""
    searchesToday: int
    """Searches of this UTC day that included the supplier, of all accounts."""
    accountsToday: int
    """Number of accounts with these searches."""
    answeredShare: Union[float, None]
    """Share of today's searches that the supplier answered in time; null without searches."""
    offersShare: Union[float, None]
    """Share of today's searches with offers of the supplier; null without searches."""
    averageMs: Union[int, None]
    """Mean time of today's searches in milliseconds; null without searches."""
    lastFailureAt: Union[str, None]
    """Time of today's last failure; null without one."""
    lastFailure: Union[str, None]
    """Reason of today's last failure, without data of the request; null without one."""
    process: Union[SupplierProcess, None]
    """Observations of the process that answered; null if the answer comes from the command line."""


class OperatorSupplierList(TypedDict):
    """The whole list."""

    data: List[OperatorSupplier]
    """All live suppliers, live before test."""
    nextCursor: None
    """Always null: the list has one page."""


# Kind of report about an order at a supplier. Values may be added: accept unknown values.
OrderReportType = Union[Literal["unsettled", "late_order", "late_order_cancelled", "late_order_adopted", "order_missing", "second_order", "unknown_booking"], str]

class OverageTier(TypedDict):
    """Price of the searches beyond the included ones, up to a number of them."""

    upTo: Union[int, None]
    """Last search of the tier, counted in each period from the first search beyond those included; null for no end."""
    unitPrice: Money


class OwnerInvitation(TypedDict):
    """Invitation of the first owner of an account."""

    email: str
    """Email address for sign-in, not case-sensitive."""
    url: str
    """One-time link with which the owner signs in. Returned only in this response."""
    expiresAt: str
    """Time at which the link expires."""
    mailed: bool
    """True if the link is sent to the owner by mail. Otherwise send it yourself."""


class PasswordReset(TypedDict):
    """Link with which a user chooses a new password."""

    email: str
    """Email address for sign-in, not case-sensitive."""
    mailed: bool
    """True if the link is sent to the user by mail."""
    url: Union[str, None]
    """One-time link with which the user chooses a new password; null if it is mailed. Returned only in this response."""
    expiresAt: str
    """Time at which the link expires."""


class PaymentPage(TypedDict):
    """Payment page of an invoice."""

    provider: PaymentProvider
    """Payment provider; `manual` if payments are collected outside of the service."""
    url: Union[str, None]
    """URL of the payment page; null if there is none."""


# Provider that collects payments. Values may be added: accept unknown values.
PaymentProvider = Union[Literal["manual", "stripe"], str]

# Why a booking is pending. Values may be added: accept unknown values.
PendingReason = Union[Literal["accepted", "unknown"], str]

Period = TypedDict("Period", {"from": 'str', "to": 'str'})

class Place(TypedDict):
    """Airport, or city with several airports."""

    id: str
    """Id of the place, accepted as `origin` and `destination` of a search."""
    code: str
    """IATA code. An airport and a city can have the same code; their ids differ."""
    kind: PlaceKind
    """Kind of place."""
    name: str
    """Name of the airport or city."""
    city: str
    """Name of the city."""
    cityCode: str
    """IATA code of the city."""
    country: str
    """Country code (ISO 3166-1 alpha-2)."""
    latitude: float
    """Latitude in degrees north."""
    longitude: float
    """Longitude in degrees east."""


# Kind of place.
PlaceKind = Literal["airport", "city"]

class PlaceName(TypedDict):
    """Name and position of a place."""

    name: str
    """Name of the airport or city."""
    city: str
    """Name of the city."""
    country: str
    """Country code (ISO 3166-1 alpha-2)."""
    latitude: float
    """Latitude in degrees north."""
    longitude: float
    """Longitude in degrees east."""


class PlaceReference(TypedDict):
    """Airport or city."""

    code: str
    """IATA code."""
    kind: PlaceKind
    """`airport`: only this airport. `city`: all airports of the city."""


class PlacesResponse(TypedDict):
    """Matching places."""

    data: List[Place]
    """Places, best match first."""
    nextCursor: None
    """Always null: the list has one page."""


class Plan(TypedDict):
    """Plan that accounts can subscribe to."""

    name: PlanName
    """Name of the plan."""
    title: str
    """Display name."""
    version: int
    """Version of the terms. A subscription keeps the version that it started with."""
    price: Money
    searchesIncluded: int
    """Live searches included in each period."""
    quotaBehavior: QuotaBehavior
    """Behavior when the included searches are used. `hard_stop`: further searches get 402 `QUOTA_EXCEEDED`. `overage`: they are charged."""
    overagePerSearch: Union[Money, None]
    """Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices."""
    overageTiers: List[OverageTier]
    """Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there."""
    trialDays: int
    """Length of the free trial in days, once per account; 0 for no trial."""
    keyLimits: KeyLimits
    """Rate and concurrency limits of a live or service key."""
    features: List[str]
    """Further features, as texts."""


class PlanChangePreview(TypedDict):
    """Difference between the current and the new version."""

    member: str
    """Changed member."""
    before: Union[str, None]
    """Value of the current version as text; null for a new plan."""
    after: str
    """Value of the new version as text."""


class PlanList(TypedDict):
    """The whole list."""

    data: List[Plan]
    """All plans, lowest price first."""
    nextCursor: None
    """Always null: the list has one page."""


# Name of a plan.
PlanName = str

class PlanPreview(TypedDict):
    """Effect of a new version of a plan."""

    name: PlanName
    """Name of the plan."""
    version: int
    """Version that would be created."""
    changes: List[PlanChangePreview]
    """Differences; empty if the current version has these terms."""
    subscriptionsKept: int
    """Live subscriptions that keep their version of the plan until they change plans."""
    accountsChanged: int
    """Accounts without a subscription that have the plan, and get the new terms at once."""


class PlanVersion(TypedDict):
    """Version of a plan. It never changes."""

    name: PlanName
    """Name of the plan."""
    title: str
    """Display name."""
    version: int
    """Version of the terms. A subscription keeps the version that it started with."""
    price: Money
    searchesIncluded: int
    """Live searches included in each period."""
    quotaBehavior: QuotaBehavior
    """Behavior when the included searches are used. `hard_stop`: further searches get 402 `QUOTA_EXCEEDED`. `overage`: they are charged."""
    overagePerSearch: Union[Money, None]
    """Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices."""
    overageTiers: List[OverageTier]
    """Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there."""
    trialDays: int
    """Length of the free trial in days, once per account; 0 for no trial."""
    keyLimits: KeyLimits
    """Rate and concurrency limits of a live or service key."""
    features: List[str]
    """Further features, as texts."""
    createdAt: str
    """Time at which the version was created."""


# Visibility of a plan for customers.
PlanVisibility = Literal["public", "hidden"]

class PreviewSubscription(TypedDict):
    """Plan change to preview."""

    plan: PlanName
    """New plan."""
    trial: NotRequired[bool]
    """True starts a trial, if one is available. Default: `false`."""


class PriceLevel(TypedDict):
    """Level of a price among comparable ones: one-way trips of one adult."""

    environment: Environment
    """Environment of the data."""
    origin: PlaceReference
    destination: PlaceReference
    departureDate: str
    """Departure date at the origin, from today to 330 days ahead."""
    cabin: Cabin
    """Cabin."""
    leadTimeDays: LeadTime
    basis: Literal["searches", "fare_model"]
    """Origin of the prices: `searches` of the account in the last 90 days, or the `fare_model` of the sandbox."""
    sampleSize: int
    """Number of compared prices."""
    quartiles: Union[PriceQuartiles, None]
    """Quartiles of the prices; null if there are fewer than 10."""
    price: Union[Money, None]
    """Price that is compared: `amount`, or the lowest known price of the departure date; null if none is known."""
    level: Union[Literal["low", "typical", "high"], None]
    """Level of the price; null without a price or quartiles."""
    simulated: bool
    """True if the prices come from the sandbox."""


class PriceQuartiles(TypedDict):
    """Quartiles of comparable prices."""

    lower: Money
    median: Money
    upper: Money


class Problem(TypedDict):
    """An error (RFC 9457)."""

    type: str
    """URL of the documentation of the code."""
    title: str
    """Short summary of the code."""
    status: int
    """HTTP status code."""
    code: ErrorCode
    """Stable error code."""
    detail: str
    """Explanation of this occurrence."""
    requestId: str
    """Id of the request, also in the `Request-Id` header."""
    errors: NotRequired[List[FieldError]]
    """Errors of single members, with status 400 and 422 only."""


class ProcessHealth(TypedDict):
    """Health of one process."""

    host: str
    """Host name."""
    pid: int
    """Id of the operating system process."""
    version: str
    """Version of Wayfare."""
    nodeVersion: str
    """Version of Node.js."""
    startedAt: str
    """Time at which the process started to serve."""
    ready: bool
    """True if `/readyz` returns 200."""
    readiness: List[ReadinessResult]
    """Checks of `/readyz`."""
    clockSkewMs: int
    """Clock of the process minus the clock of the database, measured every 30 seconds."""
    eventLoopDelayMs: float
    """Event loop delay, 90th percentile over 250 ms."""
    loadLevel: Literal["none", "searches", "all"]
    """Requests that load shedding refuses."""
    searchesPending: int
    """Searches that are admitted and not answered."""
    memoryBytes: int
    """Memory of the process (resident set size)."""


class Program(TypedDict):
    """Loyalty program."""

    name: str
    """Name of the program."""
    transferPartners: List[TransferPartner]
    """Bank and hotel points that can be transferred to the program."""
    valueCents: MileValue
    """Value of a mile in US cents."""


class ProgramDetailTransferPartners(TypedDict):
    currency: str
    """Points that can be transferred to the program."""
    ratio: float
    """Miles per point."""


class ProgramDetailValueCents(TypedDict):
    """Value of a mile in US cents."""

    floor: float
    """Low value."""
    ceiling: float
    """High value."""


class ProgramDetail(TypedDict):
    """Loyalty program with award flights."""

    code: str
    """Code of the program, accepted in `programs` of a search."""
    name: str
    """Name of the program."""
    transferPartners: List[ProgramDetailTransferPartners]
    """Bank and hotel points that can be transferred to the program."""
    valueCents: ProgramDetailValueCents
    """Value of a mile in US cents."""
    alliance: Union[Alliance, None]
    """Airline alliance; null if none."""
    airlines: List[str]
    """IATA codes of the airlines that can be booked with miles of the program, sorted."""


class ProgramDetailPage(TypedDict):
    """One page of the list."""

    data: List[ProgramDetail]
    """Sorted by code."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class Queue(TypedDict):
    """Background work of the deployment that is not done yet."""

    name: QueueName
    """Name of the queue."""
    scope: Literal["deployment", "process"]
    """`process`: the queue of the process that answered; every process has its own."""
    due: Union[QueueCount, None]
    """Items whose time has come, with those in progress; null if they could not be counted in time."""
    later: Union[QueueCount, None]
    """Items that wait for a later time, such as retries; null if the queue has none or they are not counted."""
    held: Union[QueueCount, None]
    """Items that wait for a paused endpoint or a suspended or closed account; null if the queue has none or they are not counted."""
    retrying: Union[QueueCount, None]
    """Due and later items whose last try failed; null if failures are not recorded."""
    failed: Union[QueueCount, None]
    """Items that were given up and are still stored; null if they are not counted."""
    oldestDueAt: Union[str, None]
    """Time since which the oldest item has been due; null without due items, or if it is unknown."""
    lateAfterSeconds: Union[int, None]
    """Age of the oldest due item from which the queue is late; null if it has no such limit."""
    isLate: bool
    """True if the oldest due item is older than that."""


class QueueCount(TypedDict):
    """Number of items in a queue. Counting stops at 10,000."""

    value: int
    """Number of items."""
    isMinimum: bool
    """True if counting stopped at `value`: there are at least that many."""


# Queue of the deployment. Values may be added: accept unknown values.
QueueName = Union[Literal["webhook_deliveries", "webhook_replays", "mails", "watches", "booking_orders", "billing_steps", "payments", "quota_leases", "erasures", "usage_records"], str]

class Queues(TypedDict):
    """Queues of the deployment."""

    measuredAt: str
    """Time of the measurement."""
    outboundPausedAt: Union[str, None]
    """Time since which deliveries, live bookings, mails and payments are paused; null if they are not."""
    queues: List[Queue]
    """All queues."""


# Behavior when the included searches are used. Values may be added: accept unknown values.
QuotaBehavior = Union[Literal["hard_stop", "overage"], str]

class Readiness(TypedDict):
    """The instance is ready."""

    ready: bool
    """True if this instance can take requests."""
    loading: NotRequired[List[Literal["code", "database", "migrations", "flights", "search_threads"]]]
    """Parts of the service that are still loading, in this order: its code, the database, the migrations of the database, the flights, the search threads. Absent when all are loaded."""
    database: NotRequired[bool]
    """True if the database responds and accepts writes. Returned only with the METRICS_TOKEN."""
    storage: NotRequired[bool]
    """True if the disk has enough free space for writes. Returned only with the METRICS_TOKEN."""
    supply: NotRequired[bool]
    """True if flights can be searched. Returned only with the METRICS_TOKEN."""
    clock: NotRequired[bool]
    """True if the clock is within 5 seconds of the database clock. Returned only with the METRICS_TOKEN."""
    outboundPaused: NotRequired[bool]
    """True if webhook deliveries, live bookings and payments are paused since a restore. Returned only with the METRICS_TOKEN."""
    draining: NotRequired[bool]
    """True if the instance is shutting down. Returned only with the METRICS_TOKEN."""


class ReadinessResult(TypedDict):
    """Check with its result."""

    name: str
    """Name of the check."""
    value: bool
    """Result of the check."""
    ready: bool
    """False if the result makes the process not ready."""


class RedeemCoupon(TypedDict):
    """Coupon to redeem."""

    code: str
    """Coupon code, not case-sensitive."""


class RedeemedCoupon(TypedDict):
    """Coupon redeemed by the account."""

    id: str
    """Id of the redemption."""
    code: str
    """Coupon code."""
    type: CouponType
    """Kind of discount. `percent` and `amount` reduce the price of the plan. `credit` is added to the credit balance immediately."""
    percentOff: Union[str, None]
    """Discount on the price of the plan in percent, as a decimal string; null for other kinds."""
    amount: Union[Money, None]
    """Discount per period, or amount of the credit; null if `percentOff` is set."""
    periodsLeft: Union[int, None]
    """Periods that are still to be discounted; null for all future periods."""
    coverageEndsAt: Union[str, None]
    """End of the last discounted period; null if no period has been discounted yet."""
    plans: List[str]
    """Plans that the coupon applies to; empty for all."""
    redeemedAt: str
    """Time of redemption."""


class Refund(TypedDict):
    """Refund of a booking."""

    money: Union[Money, None]
    """Refund; see `refundTo` for its form. Null if the supplier does not state it."""
    miles: Union[int, None]
    """Refunded miles; null for a cash booking."""
    fee: Union[Money, None]
    """Part of the total that is not refunded; null if unknown."""
    refundTo: Union[RefundTarget, None]
    """`balance`: the balance with the supplier. `original_payment`: the form of payment of the order. `airline_credit`: a credit of the airline, not money. Null in the sandbox, and if the supplier does not state it."""
    credits: List[AirlineCredit]
    """Credits of the airline; empty without any."""
    quoted: NotRequired[Money]
    rule: str
    """Rule that determined the refund."""
    expiresAt: Union[str, None]
    """End of the validity of a quote by a supplier; null without one."""


# Destination of a refund. Values may be added: accept unknown values.
RefundTarget = Union[Literal["balance", "original_payment", "airline_credit"], str]

class Replay(TypedDict):
    """Replay of past events as new deliveries."""

    id: ReplayId
    """Id of the replay."""
    webhookId: WebhookId
    """Id of the webhook endpoint."""
    matched: int
    """Matching events; a lower bound if `matchedIsMinimum` is true."""
    matchedIsMinimum: bool
    """True if the range has more than 100,000 events of these types. Only the first 100,000 are counted, so more than `matched` can match."""
    replayed: int
    """Deliveries created so far."""
    status: ReplayStatus
    """`cancelled` if the endpoint was deleted or disabled before the replay finished."""
    createdAt: str
    """Time of creation."""
    finishedAt: Union[str, None]
    """Time at which it ended; null while it is running."""


ReplayId = str

class ReplayStarted(TypedDict):
    """Started replay. `id` is null for a dry run."""

    id: Union[ReplayId, None]
    """Id of the replay."""
    matched: int
    """Matching events; a lower bound if `matchedIsMinimum` is true."""
    matchedIsMinimum: bool
    """True if the range has more than 100,000 events of these types. Only the first 100,000 are counted, so more than `matched` can match."""
    status: ReplayStartedStatus
    """Status of the replay."""


# Status of a replay request.
ReplayStartedStatus = Literal["running", "finished", "cancelled", "dry_run"]

# Status of a replay.
ReplayStatus = Literal["running", "finished", "cancelled"]

ReplayWebhook = TypedDict("ReplayWebhook", {"from": 'str', "to": 'NotRequired[str]', "status": 'NotRequired[DeliveryStatus]', "types": 'NotRequired[List[str]]', "dryRun": 'NotRequired[bool]'})

RequestId = str

class RetrySchedule(TypedDict):
    """Retry schedule of webhook deliveries."""

    delaysSeconds: List[int]
    """Seconds from the end of each failed attempt to the next attempt, in order."""
    attempts: int
    """Attempts until a delivery is dead-lettered, including the first."""
    totalSeconds: int
    """Seconds from the first to the last attempt, not counting the attempts themselves."""


class Revocation(TypedDict):
    """Revocation of a key."""

    id: KeyId
    """Id of the key, not the raw key."""
    status: RevocationStatus
    """`revoking` until `graceEndsAt`, then `revoked`."""
    revokedAt: str
    """Time of revocation."""
    graceEndsAt: str
    """Time at which the key stops working."""


# Status of a revoked key.
RevocationStatus = Literal["revoking", "revoked"]

class RollKey(TypedDict):
    """Options for rolling a key."""

    overlapSeconds: NotRequired[int]
    """Time in seconds until the old key is revoked. Default: `86400`."""


class RotateWebhook(TypedDict):
    """Options for rotating a signing secret."""

    expirePrevious: NotRequired[bool]
    """True ends the current secret immediately, for example because it leaked. Default: it stays valid for 24 hours."""


# Permission of an API key. Values may be added: accept unknown values.
Scope = Union[Literal["usage.read", "usage.write", "billing.read", "billing.write", "flights.search", "flights.book", "accounts.read", "accounts.write"], str]

class ScoreComponents(TypedDict):
    """Components of the score."""

    price: float
    """Effective cost."""
    duration: float
    """Travel time."""
    stops: float
    """Connections."""
    schedule: float
    """Convenience of departure and arrival times."""
    comfort: float
    """Cabin and aircraft."""
    flexibility: float
    """Refunds and changes."""
    emissions: float
    """CO2."""
    risk: float
    """Risk of a missed connection."""


class ScoreOption(TypedDict):
    """Offer with its score."""

    rank: int
    """Rank of the offer; 1 is the best."""
    flightId: FlightId
    """Id of the flight. The same itinerary has the same id in all searches."""
    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    kind: OfferKind
    """Kind of offer."""
    score: float
    """Score from 0 to 100, the sum of the components."""
    probability: float
    """Estimated share of travelers with this profile who would choose the offer, rounded to four decimals."""
    effectiveCost: Money
    components: ScoreComponents
    """Components of the score."""
    dominatedBy: Union[str, None]
    """Id of an offer that is at least as good in all components; null if there is none."""
    labels: List[str]
    """Categories in which the offer is the best."""
    reasons: List[str]
    """Reasons for the rank and, for an award, the value of its miles. At most two if another offer dominates it, else at most four."""


class ScoredSearchResponse(TypedDict):
    """Flights with their offers, and a ranking of all offers."""

    id: SearchId
    """Id of the search."""
    environment: Environment
    """Environment of the data."""
    view: Literal["full"]
    """Representation, which determines the schema of the response."""
    request: NormalizedRequest
    createdAt: str
    """Time of the search."""
    expiresAt: str
    """Time until which the offers are valid: 15 minutes after the search."""
    flights: List[Flight]
    """Flights in the requested order."""
    dictionaries: Dictionaries
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if any flight comes from the sandbox."""
    warnings: List[Warning]
    """Limits of the data in the response; usually empty."""
    scoreOptions: List[ScoreOption]
    """All offers of the flights, best first."""


SearchId = str

# Traveler profile that sets the weights of the score.
SearchProfile = Literal["leisure", "business", "points"]

class SearchRequest(TypedDict):
    """Search criteria: `origin`, `destination` and `departureDate` of a one-way trip or, with `returnDate`, a round trip; or `slices`."""

    origin: NotRequired[Union[str, PlaceReference, List[Union[str, PlaceReference]]]]
    """Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport. Or a list of up to 10 of them. Required without `slices`."""
    destination: NotRequired[Union[str, PlaceReference, List[Union[str, PlaceReference]]]]
    """Airport or city of arrival, in the same formats as `origin`. Required without `slices`."""
    departureDate: NotRequired[str]
    """Departure date at the origin, from today to 330 days ahead. Required without `slices`."""
    returnDate: NotRequired[Union[str, None]]
    """Return date, or null for a one-way trip."""
    slices: NotRequired[List[SearchSlice]]
    """Multi-city search, instead of `origin`, `destination`, `departureDate` and `returnDate`: 2 to 6 slices in order of their dates. A slice may start at another place than the one before it ended."""
    nearbyKm: NotRequired[int]
    """Adds the busiest airports within this distance of `origin` and `destination`, to at most 10 places each. Default: `0`."""
    flexibleDays: NotRequired[int]
    """Days before and after `departureDate` and `returnDate` on which flights may depart as well. Default: `0`."""
    cabin: NotRequired[Cabin]
    """Cabin. Default: `economy`."""
    cabinMatch: NotRequired[CabinMatch]
    """Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`."""
    travelers: NotRequired[Travelers]
    includeCash: NotRequired[bool]
    """Include cash offers. Default: `true`."""
    includeAward: NotRequired[bool]
    """Include award offers. Default: `false`."""
    maxStops: NotRequired[int]
    """Maximum stops per slice. Default: `2`."""
    limit: NotRequired[int]
    """Maximum number of flights. Default: `50`."""
    currency: NotRequired[Currency]
    """Currency of all prices (ISO 4217). Default: `USD`."""
    airlines: NotRequired[List[str]]
    """Only these marketing carriers (IATA codes, not case-sensitive)."""
    excludeAirlines: NotRequired[List[str]]
    """Exclude these marketing carriers (IATA codes, not case-sensitive)."""
    alliances: NotRequired[List[Alliance]]
    """Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them."""
    programs: NotRequired[List[str]]
    """Only awards of these loyalty programs. `GET /v1/programs` lists their codes."""
    connectingAirports: NotRequired[ConnectingAirports]
    minLayoverMinutes: NotRequired[int]
    """Minimum of each layover in minutes. The minimum connection time of the airport applies as well."""
    maxLayoverMinutes: NotRequired[int]
    """Maximum of each layover in minutes. In the sandbox, layovers last at most six hours, or a day if there is no other itinerary."""
    departureTime: NotRequired[TimeWindow]
    arrivalTime: NotRequired[TimeWindow]
    arriveBy: NotRequired[str]
    """Latest arrival at the destination, as local time without an offset. In a round trip, of the outbound slice. Not together with `slices`."""
    excludeBasic: NotRequired[bool]
    """Exclude basic economy: economy fares that can be neither changed nor refunded. If a supplier does not state the conditions of a fare, its name decides. Default: `false`."""
    minCarryOnBags: NotRequired[int]
    """Cabin bags of each traveler with a seat. Cash offers then have `bagFees` and `totalWithBags`, by which flights are sorted and ranked. Default: `0`."""
    minCheckedBags: NotRequired[int]
    """Checked bags of each traveler with a seat, as for `minCarryOnBags`. Default: `0`."""
    allowSelfTransfer: NotRequired[bool]
    """Add connections of two flights on separate tickets, three to eight hours apart, if they cost less than every flight on one ticket. The traveler collects bags, checks in again, and bears the cost of a missed flight. Not together with `slices`. Default: `false`."""
    maxDurationMinutes: NotRequired[int]
    """Maximum duration of each slice in minutes."""
    maxPrice: NotRequired[Money]
    sort: NotRequired[SearchSort]
    """Order of the flights. Default: `price`, or `miles` if only awards are requested."""
    profile: NotRequired[SearchProfile]
    """Traveler profile of the score. Ignored by the raw search. Default: `leisure`."""
    weights: NotRequired[Weights]
    allOffers: NotRequired[bool]
    """Return all fare brands and all awards of a flight, instead of at most two fare brands and three awards. Default: `false`."""
    view: NotRequired[SearchView]
    """Representation of the response. `compact` returns one short object per flight: times, carriers, stops, the cheapest cash offer, the best award and the score. Default: `full`."""


class SearchResponse(TypedDict):
    """Flights with their offers."""

    id: SearchId
    """Id of the search."""
    environment: Environment
    """Environment of the data."""
    view: Literal["full"]
    """Representation, which determines the schema of the response."""
    request: NormalizedRequest
    createdAt: str
    """Time of the search."""
    expiresAt: str
    """Time until which the offers are valid: 15 minutes after the search."""
    flights: List[Flight]
    """Flights in the requested order."""
    dictionaries: Dictionaries
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if any flight comes from the sandbox."""
    warnings: List[Warning]
    """Limits of the data in the response; usually empty."""


class SearchSlice(TypedDict):
    """One slice of a multi-city search."""

    origin: Union[str, PlaceReference]
    """Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport."""
    destination: Union[str, PlaceReference]
    """Airport or city of arrival, in the same formats as `origin`."""
    departureDate: str
    """Departure date at the origin, from today to 330 days ahead."""


# Order of flights.
SearchSort = Literal["price", "duration", "departure", "arrival", "miles"]

class SearchStreamDone(TypedDict):
    """Last event of a search stream."""

    type: Literal["done"]
    """Name of the event."""
    flightIds: List[FlightId]
    """Ids of the flights of the response, in the requested order. Drop flights that are not listed."""
    dictionaries: NotRequired[Dictionaries]
    supply: List[Supply]
    """Result of each supplier."""
    simulated: bool
    """True if any flight comes from the sandbox."""
    warnings: List[Warning]
    """Limits of the data in the response; usually empty."""


class SearchStreamError(TypedDict):
    """Last event of a search stream that failed after its start."""

    type: Literal["error"]
    """Name of the event."""
    problem: Problem


class SearchStreamFlights(TypedDict):
    """Event of a search stream with flights of the suppliers that have answered so far."""

    type: Literal["flights"]
    """Name of the event."""
    flights: List[Union[Flight, CompactFlight]]
    """New and changed flights. A flight replaces an earlier one with the same `id`."""
    dictionaries: NotRequired[Dictionaries]


# Data of a server-sent event of a search stream, by `type`.
SearchStreamPart = Union['SearchStreamSearch', 'SearchStreamSupply', 'SearchStreamFlights', 'SearchStreamScoreOptions', 'SearchStreamDone', 'SearchStreamError']

class SearchStreamScoreOptions(TypedDict):
    """Event of a search stream with the ranking."""

    type: Literal["scoreOptions"]
    """Name of the event."""
    scoreOptions: List[ScoreOption]
    """All offers of the flights, best first."""


class SearchStreamSearch(TypedDict):
    """First event of a search stream."""

    type: Operation
    """Name of the event."""
    id: SearchId
    """Id of the search."""
    environment: Environment
    """Environment of the data."""
    view: SearchView
    """Representation of the flights."""
    request: NormalizedRequest
    createdAt: str
    """Time of the search."""
    expiresAt: str
    """Time until which the offers are valid: 15 minutes after the search."""


class SearchStreamSupply(TypedDict):
    """Event of a search stream when a supplier has answered or failed."""

    type: Literal["supply"]
    """Name of the event."""
    supply: Supply


# Representation of a search response.
SearchView = Literal["full", "compact"]

class Segment(TypedDict):
    """Flight from one airport to the next under one flight number."""

    marketingCarrier: str
    """Airline that sells the flight under its number."""
    operatingCarrier: Union[str, None]
    """Airline that operates the flight. Null if the supplier does not state it."""
    flightNumber: str
    """Flight number without the carrier code."""
    operatingFlightNumber: NotRequired[str]
    """Flight number of the operating airline, the same for all codeshares. Absent if it is that of the marketing airline, or the supplier does not state it."""
    aircraft: Union[str, None]
    """Aircraft type, named in `dictionaries.aircraft`. Null if the supplier does not state it."""
    origin: str
    """Departure airport."""
    destination: str
    """Arrival airport."""
    originTerminal: NotRequired[str]
    """Departure terminal, if known."""
    destinationTerminal: NotRequired[str]
    """Arrival terminal, if known."""
    departureAt: Union[str, None]
    """Departure time with the UTC offset of the airport. Null if the supplier does not state it."""
    arrivalAt: Union[str, None]
    """Arrival time with the UTC offset of the airport. Null if the supplier does not state it."""
    durationMinutes: Union[int, None]
    """Minutes from departure to arrival, gate to gate. Null if the supplier does not state it."""
    distanceKm: Union[int, None]
    """Great-circle distance in kilometers. Null if the supplier does not state it."""
    stops: Union[List[TechnicalStop], None]
    """Technical stops in order of travel. Null if the supplier does not state it."""


class SetAccountPlan(TypedDict):
    """New plan of an account."""

    plan: PlanName
    """Plan of live data."""


class SettleBooking(TypedDict):
    """Outcome of an order, as an operator found it."""

    outcome: Literal["confirmed", "failed"]
    """`confirmed`: the order `orderReference` exists; it is read at the supplier first. `failed`: there is no order."""
    orderReference: NotRequired[str]
    """The supplier's id of the order. Required for `confirmed`."""


class SignUpInvitation(TypedDict):
    """Open invitation of a customer to create an account."""

    id: str
    """Id of the invitation."""
    email: str
    """Email address for sign-in, not case-sensitive."""
    createdAt: str
    """Time of creation."""
    expiresAt: str
    """Time at which the link expires."""


class SignUpInvitationPage(TypedDict):
    """One page of the list."""

    data: List[SignUpInvitation]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class Slice(TypedDict):
    """One direction of a trip."""

    origin: str
    """First airport."""
    destination: str
    """Last airport."""
    departureAt: str
    """First departure."""
    arrivalAt: str
    """Last arrival."""
    durationMinutes: int
    """Minutes from first departure to last arrival."""
    stops: int
    """Number of stops: layovers and technical stops."""
    segments: List[Segment]
    """Segments in order of travel."""
    layovers: List[Layover]
    """Layovers between the segments."""


class SliceChange(TypedDict):
    """Slice before and after a change."""

    slice: int
    """Index of the slice in the booking's flight."""
    before: Union[ChangedSlice, None]
    """Null for a slice that was added or removed."""
    after: Union[ChangedSlice, None]
    """Null for a slice that was added or removed."""


class SliceConditions(TypedDict):
    """Conditions of one slice."""

    refund: Union[Condition, None]
    """Terms of a cancellation before departure. Null if the supplier does not state them."""
    change: Union[Condition, None]
    """Terms of a change of dates or flights before departure. Null if the supplier does not state them."""
    noShow: Union[Condition, None]
    """Terms if the first flight departs without a cancellation. Null if the supplier does not state them."""


class Spend(TypedDict):
    """Spend in the current period so far."""

    environment: Environment
    """Environment of the data."""
    plan: PlanName
    """Current plan."""
    period: Period
    """Current period."""
    searches: SpendSearches
    """Searches of the current period."""
    lines: List[InvoiceLine]
    """Charges of the current period so far."""
    total: Money


class SpendSearches(TypedDict):
    """Searches of the current period."""

    used: int
    """Live searches used in the current period, up to the last full hour."""
    included: int
    """Included searches, prorated if the plan changed during the period."""
    beyond: int
    """Searches beyond the included ones, charged as overage."""


class StayNights(TypedDict):
    """Nights between departure and return, at most 10 different stays."""

    min: int
    """Minimum nights."""
    max: int
    """Maximum nights."""


class Subscription(TypedDict):
    """Subscription of the account."""

    id: Union[SubscriptionId, None]
    """Id of the subscription; null if the account never had one."""
    environment: Environment
    """Environment of the data."""
    plan: PlanName
    """Current plan."""
    planTitle: str
    """Display name of the plan."""
    planVersion: int
    """Version of the plan's terms."""
    status: SubscriptionStatus
    """Status of the subscription. `past_due`: an invoice is overdue. `cancelled`: the subscription has ended and the current plan is `free`."""
    price: Money
    searchesIncluded: int
    """Live searches included in each period."""
    overagePerSearch: Union[Money, None]
    """Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices."""
    overageTiers: List[OverageTier]
    """Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there."""
    period: Period
    """Current period: the period of the subscription, or the UTC calendar month without a subscription."""
    pendingPlan: Union[PlanName, None]
    """Plan after the current period; null if it does not change, `free` if the subscription was cancelled."""
    cancelAtPeriodEnd: bool
    """True if the subscription ends with the current period."""
    trialAvailable: bool
    """True if the account can start a trial: no subscription, no previous trial and no overdue invoice."""
    endedAt: Union[str, None]
    """Time at which the subscription ended; null if it has not."""
    coupons: List[RedeemedCoupon]
    """Coupons that discount periods, oldest first."""


class SubscriptionChange(TypedDict):
    """Result of a plan change."""

    subscription: Subscription
    invoice: Union[Invoice, None]
    """Invoice of the change; null if nothing was charged."""


SubscriptionId = str

class SubscriptionPreview(TypedDict):
    """Preview of the charges of a plan change."""

    plan: PlanName
    """Requested plan."""
    takesEffect: TakesEffect
    """Time of the change. Upgrades take effect now, downgrades at the end of the period."""
    effectiveAt: str
    """Time at which the change takes effect."""
    period: Period
    """Period in which the change takes effect."""
    lines: List[InvoiceLine]
    """Lines charged now; empty if nothing is charged."""
    total: Money
    credit: Money
    due: Money
    token: str
    """Token for the plan change, which then charges exactly these amounts."""
    expiresAt: str
    """Time at which the token expires."""


# Status of a subscription.
SubscriptionStatus = Literal["trialing", "active", "past_due", "cancelled"]

class Supplier(TypedDict):
    """Live supplier, as the caller's account uses it in the caller's environment."""

    name: str
    """Code of the supplier."""
    environment: Environment
    """Environment of the data."""
    enabled: bool
    """True if searches of this environment include the supplier."""
    credentialOwner: Union[CredentialOwner, None]
    """Owner of the credential that searches use; null if there is none."""
    acceptsCredential: bool
    """True if the account can save a separate credential in this environment."""
    credentialHint: Union[str, None]
    """End of the account's credential; null without one."""
    checkedAt: Union[str, None]
    """Time of the last successful check of the credential; null without one."""
    webhookUrl: Union[str, None]
    """URL to register at the supplier for the events of orders, such as changed and canceled flights; null for suppliers without them."""
    hasWebhookSecret: bool
    """True if the account has saved the secret of the supplier's webhook. Events are refused without it."""
    cash: bool
    """True if the supplier has cash offers."""
    award: bool
    """True if the supplier has awards."""
    budget: SupplierBudget
    callsToday: int
    """Calls of this UTC day that the supplier counts. Calls of other processes appear within a second or two."""
    costThisMonth: Money
    searchesToday: int
    """Searches of this UTC day that included the supplier."""
    answeredShare: Union[float, None]
    """Share of today's searches that the supplier answered in time; null without searches."""
    offersShare: Union[float, None]
    """Share of today's searches with offers of the supplier; null without searches."""
    averageMs: Union[int, None]
    """Mean time of today's searches in milliseconds; null without searches."""
    lastFailureAt: Union[str, None]
    """Time of today's last failure; null without one."""
    lastFailure: Union[str, None]
    """Reason of today's last failure, without data of the request; null without one."""


class SupplierBudget(TypedDict):
    """Limits of the calls to a supplier, over all processes."""

    callsPerDay: Union[int, None]
    """Maximum number of calls in a UTC day; null for no limit."""
    spendPerMonth: Union[Money, None]
    """Maximum cost of calls in a UTC month, in USD; null for no limit."""
    callsPerBooking: Union[int, None]
    """Maximum number of calls per booking in a UTC month (look-to-book ratio); null for no limit."""


class SupplierList(TypedDict):
    """The whole list."""

    data: List[Supplier]
    """All live suppliers of the environment."""
    nextCursor: None
    """Always null: the list has one page."""


class SupplierProcessSkipped(TypedDict):
    """Searches that left the supplier out, by reason."""

    budget: int
    """Searches without the supplier because its call budget was used up."""
    breaker: int
    """Searches without the supplier because its circuit breaker was open."""
    unsupported: int
    """Searches without the supplier because it does not support the request."""
    busy: int
    """Searches without the supplier because it had too many pending searches."""


class SupplierProcess(TypedDict):
    """Observations of one process."""

    searches: int
    """Searches that included the supplier since the process started."""
    answered: int
    """Searches of these that the supplier answered in time."""
    skipped: SupplierProcessSkipped
    """Searches that left the supplier out, by reason."""
    circuit: Literal["closed", "open", "unknown"]
    """Circuit breaker, as the last search of the process found it; `unknown` before one. Each credential in each search thread has its own."""
    circuitObservedAt: Union[str, None]
    """Time of that search; null before one."""


class Supply(TypedDict):
    """Result of one supplier."""

    source: str
    """Code of the supplier."""
    status: SupplyStatus
    """Result of the supplier."""
    reason: Literal["budget", "breaker", "unsupported", "busy", None]
    """Reason why the supplier was skipped: its call budget is used up (`budget`), it failed repeatedly (`breaker`), it does not support the request (`unsupported`) or it has too many pending searches (`busy`). Null unless `status` is `skipped`."""
    received: int
    """Number of offers that the supplier sent: `offers` and the counts of `dropped`."""
    offers: int
    """Number of offers returned. In the event `supply` of a stream, which comes before the limits of the response apply: offers that pass the filters."""
    dropped: List[DroppedOffers]
    """Received offers that are not returned, by reason; reasons without any are left out."""
    tookMs: float
    """Response time in milliseconds."""
    observedAt: Union[str, None]
    """Time of the oldest data in the result; null without flights."""
    coverage: Union[float, None]
    """Share of the search that the result covers, such as the airport pairs that were queried; null if it is unknown: the supplier has not answered, it was stopped before the end of its answer, or it may not have waited for every airline."""


# Result of a supplier.
SupplyStatus = Literal["ok", "timeout", "error", "skipped"]

class SuspendAccount(TypedDict):
    """Reason of a suspension."""

    reason: str
    """Reason, shown to operators and in the audit logs of both accounts."""


# Time at which a plan change takes effect.
TakesEffect = Literal["now", "period_end"]

class Tax(TypedDict):
    """Tax or airport charge."""

    code: Union[str, None]
    """Code of the tax on tickets; null for a modeled charge, for one whose code is not known, and if the supplier states only the sum."""
    amount: Money
    basis: Union[TaxBasis, None]
    """Basis of the amount: the text of a `law`; a tariff or notice that was `published`; an `approximate` amount, such as that of the largest airport for the whole country; or a model of airport charges (`modelled`). The weakest, if several amounts have one code. Null for the taxes of a live supplier."""
    validUntil: Union[str, None]
    """Last day of departure for which the source states the rate; later departures have the latest known one. If the tax has several charges, the earliest of their days, or of the days that are past. Null if the source names no end, and for the taxes of a live supplier."""


# Basis of the amount of a tax.
TaxBasis = Literal["law", "published", "approximate", "modelled"]

# Type of a tax id. Values may be added: accept unknown values.
TaxIdType = Union[Literal["eu_vat", "gb_vat", "ch_vat", "no_vat", "au_abn", "in_gst"], str]

class TechnicalStop(TypedDict):
    """Stop within a flight, without a change of the flight number. Travelers may need a visa for it."""

    airport: str
    """Airport of the stop."""
    arrivalAt: Union[str, None]
    """Arrival time with the UTC offset of the airport. Null if the supplier does not state it."""
    departureAt: Union[str, None]
    """Departure time with the UTC offset of the airport. Null if the supplier does not state it."""
    durationMinutes: Union[int, None]
    """Minutes on the ground. Null if the supplier does not state it."""


class TestClock(TypedDict):
    """Clock of the account's test data."""

    now: str
    """Current time of the account's test data."""
    offsetSeconds: int
    """Seconds ahead of real time."""


TimeWindow = TypedDict("TimeWindow", {"from": 'str', "to": 'str'})

class TransferPartner(TypedDict):
    currency: str
    """Points that can be transferred to the program."""
    ratio: float
    """Miles per point."""


class TravelDocument(TypedDict):
    """Travel document."""

    type: Literal["passport"]
    """Type of the document."""
    number: str
    """Number of the document."""
    issuingCountry: str
    """Country that issued the document (ISO 3166-1 alpha-2)."""
    expiresOn: str
    """Last day of validity."""


class Traveler(TypedDict):
    """Traveler."""

    type: TravelerType
    """Type of traveler by age on the date of the last slice: adults are 18 or older, youths 12 to 17, children 2 to 11, infants under 2, on a lap (`infant`) or with a seat (`infant_in_seat`). If the search stated no ages, travelers aged 12 to 17 can be adults."""
    givenName: str
    """Given names."""
    familyName: str
    """Family name."""
    bornOn: str
    """Date of birth, 1900 or later."""
    title: NotRequired[Literal["mr", "ms", "mrs", "miss", "dr"]]
    """Title, if the offer `requires` it."""
    gender: NotRequired[Literal["female", "male"]]
    """Gender as in the travel document, if the offer `requires` it."""
    document: NotRequired[TravelDocument]
    withAdult: NotRequired[int]
    """For an infant on a lap: index in `travelers` of the adult on whose lap it travels. By default, the first infant travels with the first adult, the second with the second."""


class TravelerCounts(TypedDict):
    """Number of travelers."""

    adults: int
    """Travelers aged 18 or older. Without `ages`, travelers aged 12 to 17 can be counted here as well, at the price of adults."""
    youths: int
    """Travelers aged 12 to 17."""
    children: int
    """Travelers aged 2 to 11."""
    infants: int
    """Travelers under 2 on an adult's lap."""
    infantsInSeat: int
    """Travelers under 2 with a separate seat."""
    ages: NotRequired[List[int]]
    """Ages of all travelers under 18 in years on the date of the last slice, in any order. Absent counts follow from it; others must agree with it. Without it, 16 is assumed for youths, 8 for children and 1 for infants."""


# Data of a traveler that some sellers need: title, gender, an identity document, or the exact age in the search. Values may be added: accept unknown values.
TravelerData = Union[Literal["title", "gender", "document", "ages"], str]

# Type of traveler.
TravelerType = Literal["adult", "youth", "child", "infant_in_seat", "infant"]

class Travelers(TypedDict):
    """Number of travelers by their age on the date of the last slice, at most 9 seats. An infant who turns two by then needs a seat and counts as a child."""

    adults: int
    """Travelers aged 18 or older. Without `ages`, travelers aged 12 to 17 can be counted here as well, at the price of adults."""
    youths: NotRequired[int]
    """Travelers aged 12 to 17. Default: `0`."""
    children: NotRequired[int]
    """Travelers aged 2 to 11. Default: `0`."""
    infants: NotRequired[int]
    """Travelers under 2 on an adult's lap, at most one per adult. Default: `0`."""
    infantsInSeat: NotRequired[int]
    """Travelers under 2 with a separate seat. Default: `0`."""
    ages: NotRequired[List[int]]
    """Ages of all travelers under 18 in years on the date of the last slice, in any order. Absent counts follow from it; others must agree with it. Without it, 16 is assumed for youths, 8 for children and 1 for infants."""


class TriggerEvent(TypedDict):
    """Type of an example event."""

    type: EventType
    """Type of the event."""


Usage = TypedDict("Usage", {"from": 'str', "to": 'str', "operation": 'NotRequired[Operation]', "keyId": 'NotRequired[Union[KeyId, None]]', "userId": 'NotRequired[UserId]', "applicationId": 'NotRequired[Union[ApplicationId, None]]', "count": 'int'})

# Length of the time buckets.
UsageGranularity = Literal["hour", "day"]

# Grouping of usage counts.
UsageGroup = Literal["operation", "key", "application"]

class UsageLimit(TypedDict):
    """Maximum number of searches or bookings of a key in a period."""

    max: int
    """Maximum number in the period."""
    period: UsageLimitPeriod
    """Period in UTC after which the count starts again."""


# Period of a usage limit, in UTC.
UsageLimitPeriod = Literal["day", "month"]

class UsageLimitState(TypedDict):
    """A usage limit of a key with the number of uses in the current period."""

    max: int
    """Maximum number in the period."""
    period: UsageLimitPeriod
    """Period in UTC after which the count starts again."""
    used: int
    """Number in the current period, by all keys that share the limit."""
    resetsAt: str
    """End of the current period."""


class UsageLimitStates(TypedDict):
    """Usage limits of a key with their uses."""

    searches: Union[UsageLimitState, None]
    """Limit of searches, calendars and explorations, including runs of watches; null for none."""
    bookings: Union[UsageLimitState, None]
    """Limit of bookings; null for none."""


class UsageLimits(TypedDict):
    """Usage limits of a key. In a change, an omitted limit stays as it is, and null removes it."""

    searches: NotRequired[Union[UsageLimit, None]]
    """Limit of searches, calendars and explorations, including runs of watches; null for none."""
    bookings: NotRequired[Union[UsageLimit, None]]
    """Limit of bookings; null for none."""


class UsagePage(TypedDict):
    """One page of the list."""

    data: List[Usage]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class UsagePlan(TypedDict):
    """Plan whose quota the total counts toward; null for test data, which has no quota."""

    name: str
    """Name of the plan."""
    searchesIncluded: Union[int, None]
    """Searches included in the period; null for no limit."""


class UsageThresholdData(TypedDict):
    """Data of the event: Usage threshold reached."""

    percent: int
    """Threshold in percent."""
    used: int
    """Searches used in the current period."""
    included: int
    """Searches included in the plan."""
    periodEndsAt: str
    """End of the period."""


class UsageThresholdEvent(TypedDict):
    """Usage threshold reached."""

    id: EventId
    """Id of the event."""
    type: Literal["usage.threshold"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: UsageThresholdData


class UsageThresholdRecord(TypedDict):
    """Usage threshold reached."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["usage.threshold"]
    """Type of the event."""
    data: UsageThresholdData


UserId = str

VerificationStartedMissedEvents1 = TypedDict("VerificationStartedMissedEvents1", {"from": 'str', "matched": 'int', "matchedIsMinimum": 'bool'})

class VerificationStarted(TypedDict):
    """Webhook endpoint whose challenge was sent again."""

    id: WebhookId
    """Id of the webhook endpoint."""
    environment: Environment
    """Environment of the data."""
    url: str
    """URL that receives deliveries: absolute, https, port 443 or 8443."""
    pendingUrl: Union[str, None]
    """New URL that is not verified yet."""
    events: List[str]
    """Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types."""
    description: str
    """Display text."""
    status: WebhookStatus
    """Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed."""
    applicationId: Union[ApplicationId, None]
    """Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application."""
    maxPerSecond: Union[int, None]
    """Maximum deliveries per second, not counting challenges; null for no limit."""
    challengeFailure: Union[str, None]
    """Reason why the last challenge failed; null if it did not."""
    secretCreatedAt: str
    """Time of creation of the secret that signs deliveries."""
    previousSecretCreatedAt: Union[str, None]
    """Time of creation of the previous secret; null if there is none or the time is unknown."""
    previousSecretEndsAt: Union[str, None]
    """Time until which the previous secret is valid; null if there is none."""
    firstFailureAt: Union[str, None]
    """Time of the first failure since the last success; null if the last attempt succeeded."""
    failures: int
    """Failed attempts since the last success."""
    disabledReason: Union[str, None]
    """Reason why the endpoint is disabled; null if it is not."""
    headerNames: List[str]
    """Names of the custom headers. Their values are not returned."""
    authType: Union[str, None]
    """Type of the credentials, `basic`, `oauth2` or `mtls`; null for none."""
    certificateExpiresAt: Union[str, None]
    """Time at which the client certificate expires; null if the credentials are of another type."""
    filter: Union[Dict[str, Any], None]
    """Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions."""
    ordered: bool
    """True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries."""
    metadata: Metadata
    createdAt: str
    """Time of creation."""
    missedEvents: Union[VerificationStartedMissedEvents1, None]
    """Events that match the subscriptions and were not delivered to this endpoint; null if there are none, or if the endpoint is active. When it is active again, replay them with `POST /v1/webhooks/{id}/replay` and this `from`."""


class Warning(TypedDict):
    """Limit of the data in a response."""

    code: WarningCode
    """Code of the warning."""
    detail: str
    """Subject of the warning in this response."""


# Code of a warning in a response. Values may be added: accept unknown values.
WarningCode = Union[Literal["TAX_RATES_OUTDATED"], str]

class Watch(TypedDict):
    """Search that the service repeats, and the condition that it notifies on."""

    id: str
    """Id of the watch."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the watch. A key of an application creates watches of that application."""
    status: WatchStatus
    """`expired`: the departure date or `expiresAt` has passed."""
    search: SearchRequest
    condition: WatchCondition
    intervalMinutes: int
    """Minutes between two runs. Each run counts as one search. Default: `60`."""
    baseline: Union[Money, None]
    """Lowest price of the first run in which all suppliers answered, to which `dropPercent` refers; null before."""
    lastPrices: Union[WatchPrices, None]
    """Best values of the last run; null before the first."""
    matches: List[WatchFlight]
    """Flights that matched in the last run, best first, at most 10."""
    matchCount: int
    """Number of flights that match."""
    lastRun: Union[WatchRun, None]
    """Last run; null before the first."""
    lastMatchedAt: Union[str, None]
    """Time of the last `watch.matched` event; null before the first."""
    nextRunAt: Union[str, None]
    """Time of the next run; null for a paused or expired watch."""
    createdAt: str
    """Time of creation."""
    expiresAt: str
    """Time after which the watch does not run."""
    metadata: Metadata


class WatchAward(TypedDict):
    """Best award of a flight that matches a watch."""

    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    slices: NotRequired[List[CompactSlice]]
    """Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight."""
    program: str
    """Code of the loyalty program."""
    miles: int
    """Miles for all travelers."""
    total: Union[Money, None]
    """Money part for all travelers in the currency of the search. Null if the supplier does not state it."""
    centsPerPoint: Union[float, None]
    """Value per mile; null without a cash offer to compare with."""
    seatsRemaining: Union[int, None]
    """Seats, 1–9; null if the supplier does not state them."""


class WatchCash(TypedDict):
    """Best cash offer of a flight that matches a watch."""

    offerId: OfferId
    """Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`."""
    slices: NotRequired[List[CompactSlice]]
    """Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight."""
    total: Money
    seatsRemaining: Union[int, None]
    """Seats, 1–9; null if the supplier does not state them."""


class WatchCondition(TypedDict):
    """Conditions on one offer. A cash offer matches if it meets `maxPrice`, `dropPercent` and `minSeats`, an award if it meets `maxMiles`, `minCentsPerPoint` and `minSeats`, as far as they are given. Offers of a kind without its own condition do not match, unless `minSeats` is the only condition."""

    maxPrice: NotRequired[Money]
    dropPercent: NotRequired[int]
    """A cash offer must be at least this much cheaper than `baseline`, in percent."""
    maxMiles: NotRequired[int]
    """Highest miles of an award for all travelers. The search must have `includeAward`."""
    minCentsPerPoint: NotRequired[float]
    """Lowest value of an award in cents of the search's currency per mile, as `centsPerPoint` of an offer. The search must have `includeAward`."""
    minSeats: NotRequired[int]
    """Lowest `seatsRemaining` of an offer; 9 means nine or more. Offers whose supplier does not state the seats do not match."""


# Condition of a watch. Values may be added: accept unknown values.
WatchConditionName = Union[Literal["maxPrice", "maxMiles", "minSeats", "minCentsPerPoint", "dropPercent"], str]

class WatchFlight(TypedDict):
    """Flight that matches a watch."""

    flightId: FlightId
    """Id of the flight. The same itinerary has the same id in all searches."""
    slices: List[CompactSlice]
    """Slices of the trip."""
    change: Literal["new", "better", "none"]
    """`new`: the flight did not match before. `better`: its price, miles or value is better than last reported. `none`: neither."""
    cash: Union[WatchCash, None]
    """Best matching cash offer; null if none matches."""
    award: Union[WatchAward, None]
    """Best matching award; null if none matches."""


class WatchMatchedData(TypedDict):
    """Data of the event: Watch matched."""

    watchId: str
    """Id of the watch."""
    search: SearchRequest
    """Search of the watch."""
    condition: WatchCondition
    """Condition of the watch."""
    flights: List[WatchFlight]
    """Flights that match now and did not before, or that are better than last reported: the best 10."""
    flightCount: int
    """Number of such flights."""
    matchCount: int
    """Number of all flights that match now."""
    because: List[WatchReason]
    """Conditions that these flights meet."""
    searchedAt: str
    """Time of the run."""
    metadata: Metadata


class WatchMatchedEvent(TypedDict):
    """Watch matched."""

    id: EventId
    """Id of the event."""
    type: Literal["watch.matched"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: WatchMatchedData


class WatchMatchedRecord(TypedDict):
    """Watch matched."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["watch.matched"]
    """Type of the event."""
    data: WatchMatchedData


class WatchPage(TypedDict):
    """One page of the list."""

    data: List[Watch]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


class WatchPrices(TypedDict):
    """Best values of all offers of a run that meet `minSeats`, whether they meet the other conditions or not."""

    price: Union[Money, None]
    """Lowest total of cash offers; null if there are none."""
    miles: Union[int, None]
    """Lowest miles of awards; null if there are none."""
    centsPerPoint: Union[float, None]
    """Highest value of awards per mile; null if it is unknown."""
    seats: Union[int, None]
    """Most seats of an offer; null if they are unknown."""


class WatchReason(TypedDict):
    """Condition that the flights of an event meet, with previous and present value."""

    condition: WatchConditionName
    """Condition that is met."""
    limit: Union[Money, float]
    """Value of the condition: an amount for `maxPrice`, else a number."""
    previous: Union[Money, float, None]
    """Best value of the run before: price, miles, seats or cents per point; for `dropPercent`, the baseline. Null if there was none."""
    present: Union[Money, float]
    """Best value of the flights of the event."""


class WatchRun(TypedDict):
    """A run of a watch."""

    startedAt: str
    """Time of the run."""
    status: WatchRunStatus
    """`succeeded`: all suppliers answered. `partial`: some did. `failed` and `skipped`: the watch was not compared with any offer."""
    reason: Union[WatchRunReason, None]
    """Reason if the run did not succeed, else null."""


# Reason of a run of a watch that did not succeed. Values may be added: accept unknown values.
WatchRunReason = Union[Literal["supplier_failed", "supply_unavailable", "search_refused", "quota_exceeded", "key_limit_exceeded", "account_suspended", "error"], str]

# Result of a run of a watch. Values may be added: accept unknown values.
WatchRunStatus = Union[Literal["succeeded", "partial", "failed", "skipped"], str]

# Status of a watch. Values may be added: accept unknown values.
WatchStatus = Union[Literal["active", "paused", "expired"], str]

class Webhook(TypedDict):
    """Webhook endpoint without its secret."""

    id: WebhookId
    """Id of the webhook endpoint."""
    environment: Environment
    """Environment of the data."""
    url: str
    """URL that receives deliveries: absolute, https, port 443 or 8443."""
    pendingUrl: Union[str, None]
    """New URL that is not verified yet."""
    events: List[str]
    """Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types."""
    description: str
    """Display text."""
    status: WebhookStatus
    """Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed."""
    applicationId: Union[ApplicationId, None]
    """Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application."""
    maxPerSecond: Union[int, None]
    """Maximum deliveries per second, not counting challenges; null for no limit."""
    challengeFailure: Union[str, None]
    """Reason why the last challenge failed; null if it did not."""
    secretCreatedAt: str
    """Time of creation of the secret that signs deliveries."""
    previousSecretCreatedAt: Union[str, None]
    """Time of creation of the previous secret; null if there is none or the time is unknown."""
    previousSecretEndsAt: Union[str, None]
    """Time until which the previous secret is valid; null if there is none."""
    firstFailureAt: Union[str, None]
    """Time of the first failure since the last success; null if the last attempt succeeded."""
    failures: int
    """Failed attempts since the last success."""
    disabledReason: Union[str, None]
    """Reason why the endpoint is disabled; null if it is not."""
    headerNames: List[str]
    """Names of the custom headers. Their values are not returned."""
    authType: Union[str, None]
    """Type of the credentials, `basic`, `oauth2` or `mtls`; null for none."""
    certificateExpiresAt: Union[str, None]
    """Time at which the client certificate expires; null if the credentials are of another type."""
    filter: Union[Dict[str, Any], None]
    """Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions."""
    ordered: bool
    """True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries."""
    metadata: Metadata
    createdAt: str
    """Time of creation."""


# Credentials for challenges and deliveries, by `type`. They are stored encrypted and not returned.
WebhookAuth = Union['WebhookBasicAuth', 'WebhookOAuth2', 'WebhookMtls']

class WebhookBasicAuth(TypedDict):
    """User name and password of HTTP Basic authentication."""

    type: Literal["basic"]
    """HTTP Basic authentication."""
    username: str
    """User name, without colons."""
    password: str
    """Password."""


class WebhookDisabledData(TypedDict):
    """Data of the event: Webhook endpoint disabled."""

    webhookId: WebhookId
    """Id of the webhook endpoint."""
    url: str
    """URL of the webhook endpoint."""
    firstFailureAt: str
    """Time of the first failure after the last success."""
    failures: int
    """Failed attempts since the last success."""
    reason: str
    """Reason."""


class WebhookDisabledEvent(TypedDict):
    """Webhook endpoint disabled."""

    id: EventId
    """Id of the event."""
    type: Literal["webhook.disabled"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: WebhookDisabledData


class WebhookDisabledRecord(TypedDict):
    """Webhook endpoint disabled."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["webhook.disabled"]
    """Type of the event."""
    data: WebhookDisabledData


class WebhookFailingData(TypedDict):
    """Data of the event: Webhook endpoint failing."""

    webhookId: WebhookId
    """Id of the webhook endpoint."""
    url: str
    """URL of the webhook endpoint."""
    firstFailureAt: str
    """Time of the first failure after the last success."""
    failures: int
    """Failed attempts since the last success."""


class WebhookFailingEvent(TypedDict):
    """Webhook endpoint failing."""

    id: EventId
    """Id of the event."""
    type: Literal["webhook.failing"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: WebhookFailingData


class WebhookFailingRecord(TypedDict):
    """Webhook endpoint failing."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["webhook.failing"]
    """Type of the event."""
    data: WebhookFailingData


WebhookId = str

class WebhookMtls(TypedDict):
    """Client certificate that is presented to the server of an https URL."""

    type: Literal["mtls"]
    """Client certificate of mutual TLS."""
    certificate: str
    """Certificate in PEM, followed by those of its issuers, up to 10. It must allow client authentication."""
    privateKey: str
    """Private key of the certificate in PEM, without a passphrase."""


class WebhookOAuth2(TypedDict):
    """OAuth 2.0 client credentials, which are exchanged for the bearer token of challenges and deliveries."""

    type: Literal["oauth2"]
    """OAuth 2.0 client credentials."""
    tokenUrl: str
    """URL from which tokens are requested, with the client id and secret in HTTP Basic authentication. The rules for the URL of an endpoint apply."""
    clientId: str
    """Client id."""
    clientSecret: str
    """Client secret."""
    scope: NotRequired[str]
    """Scopes to request, separated by spaces; absent for the default of the server."""


class WebhookPage(TypedDict):
    """One page of the list."""

    data: List[Webhook]
    """Newest first."""
    nextCursor: Union[str, None]
    """`cursor` for the next page; null on the last page."""


# Status of a webhook endpoint.
WebhookStatus = Literal["pending_verification", "active", "paused", "verification_failed", "disabled"]

class WebhookTest(TypedDict):
    """Test event and its delivery."""

    eventId: EventId
    """Id of the event."""
    deliveryId: DeliveryId
    """Id of the delivery, the same for all attempts."""


class WebhookTestData(TypedDict):
    """Data of the event: Test event."""

    message: str
    """Fixed text."""


class WebhookTestEvent(TypedDict):
    """Test event."""

    id: EventId
    """Id of the event."""
    type: Literal["webhook.test"]
    """Type of the event."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    apiVersion: Literal["v1"]
    """Version of the API."""
    deliveryId: str
    """Id of the delivery, the same for every attempt."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    data: WebhookTestData


class WebhookTestRecord(TypedDict):
    """Test event."""

    id: EventId
    """Id of the event."""
    subject: Union[str, None]
    """Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it."""
    createdAt: str
    """Time of the event."""
    environment: Environment
    """Environment of the data."""
    applicationId: Union[ApplicationId, None]
    """Application of the booking, key or endpoint; null for events of the account."""
    type: Literal["webhook.test"]
    """Type of the event."""
    data: WebhookTestData


class Weights(TypedDict):
    """Weights of the score components relative to the profile: 1 is the default, 0 ignores the component, 2 doubles it."""

    price: NotRequired[float]
    """Effective cost."""
    duration: NotRequired[float]
    """Time from first departure to last arrival."""
    stops: NotRequired[float]
    """Connections."""
    schedule: NotRequired[float]
    """Convenience of departure and arrival times."""
    comfort: NotRequired[float]
    """Cabin and aircraft."""
    flexibility: NotRequired[float]
    """Refunds and changes."""
    emissions: NotRequired[float]
    """CO2."""
    risk: NotRequired[float]
    """Risk of a missed connection."""

