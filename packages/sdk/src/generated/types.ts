// Generated from docs/reference/openapi.json by npm run generate.

/** Account of the calling key. */
export interface Account {
  /** Id of the account. */
  id: AccountId;
  /** Display name. */
  name: string;
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist: string[];
  /** Time of creation. */
  createdAt: string;
}

export type AccountId = string;

/** Status of an account. Values may be added: accept unknown values. */
export type AccountStatus = "active" | "suspended" | "closing" | "closed";

/** Time by which to advance the test clock. */
export interface AdvanceTestClock {
  /** Seconds to move the clock forward. */
  seconds: number;
}

/** Aircraft type. */
export interface AircraftDetail {
  /** IATA code. */
  code: string;
  /** Name of the aircraft type. */
  name: string;
}

/** One page of the list. */
export interface AircraftDetailPage {
  /** Sorted by code. */
  data: AircraftDetail[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Credit that an airline issues instead of money. */
export interface AirlineCredit {
  /** Code of the credit; null before the airline issues it. */
  code: string | null;
  amount: Money;
  /** End of the validity of the credit; null if the supplier does not state it. */
  expiresAt: string | null;
}

/** Airline. */
export interface AirlineDetail {
  /** IATA code. */
  code: string;
  /** Name of the airline. */
  name: string;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Airline alliance; null if none. */
  alliance: Alliance | null;
}

/** One page of the list. */
export interface AirlineDetailPage {
  /** Sorted by code. */
  data: AirlineDetail[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Airports of a layover with a change of airport; null without one. */
export interface AirportChange {
  /** Arrival airport. */
  from: string;
  /** Departure airport. */
  to: string;
}

/** Airline alliance. Values may be added: accept unknown values. */
export type Alliance = "star" | "oneworld" | "skyteam";

/** Search response in the requested `view`. */
export type AnyScoredSearchResponse = ScoredSearchResponse | CompactSearchResponse;

/** Search response in the requested `view`. */
export type AnySearchResponse = SearchResponse | CompactSearchResponse;

/** Group of keys, webhook endpoints and usage within an account. */
export interface Application {
  /** Id of the application. */
  id: ApplicationId;
  /** Environment of the data. */
  environment: Environment;
  /** Display name. */
  name: string;
  /** Display text. */
  description: string;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
}

export type ApplicationId = string;

/** One page of the list. */
export interface ApplicationPage {
  /** Newest first. */
  data: Application[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Delivery attempt. */
export interface Attempt {
  /** Id of the attempt. */
  id: AttemptId;
  /** Number of the attempt, as in the `SVC-Attempt` header. */
  number: number;
  /** Start of the attempt. */
  startedAt: string;
  /** Result: `delivered`, `gone` (410), or a failure such as `failed_status`, `failed_timeout`, `failed_dns`, `failed_token` or `failed_secret_unreadable`. */
  status: string;
  /** Human-readable explanation. */
  reason: string;
  /** HTTP status; null without a response. */
  responseStatus: number | null;
  /** IP address of the endpoint. */
  address: string | null;
  /** Duration of each phase in milliseconds. */
  timings: Record<string, unknown>;
  /** Request headers. */
  requestHeaders: Record<string, unknown>;
  /** Response headers. */
  responseHeaders: Record<string, unknown>;
  /** Response body, up to 16 KiB. */
  responseBody: string;
  /** True if `responseBody` is base64 because it was not valid UTF-8. */
  responseBodyIsBase64: boolean;
}

export type AttemptId = string;

/** Actor: the key, user or operator that made the change. */
export interface AuditActor {
  /** Kind of actor. `key`: an API key. `operator`: the command line, or an operator of the deployment. `holder`: the holder of a leaked key. `user`: a portal user. `anonymous`: a failed sign-in. */
  type: AuditActorType;
  id: string | null;
  address: string | null;
}

/** Kind of actor in the audit log. Values may be added: accept unknown values. */
export type AuditActorType = "key" | "operator" | "holder" | "user" | "anonymous";

/** Entry in the audit log. */
export interface AuditEvent {
  /** Id of the audit event. */
  id: AuditEventId;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment | null;
  /** Application of the subject; null if it has none. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: AuditEventType;
  /** Actor: the key, user or operator that made the change. */
  actor: AuditActor;
  /** Object that was changed. */
  subject: AuditSubject;
  /** Details of the change, without secrets. */
  details: Record<string, unknown>;
  /** Id of the request that made the change. */
  requestId: string | null;
}

export type AuditEventId = string;

/** One page of the list. */
export interface AuditEventPage {
  /** Newest first. */
  data: AuditEvent[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Change recorded in the audit log. Values may be added: accept unknown values. */
export type AuditEventType = "account.created" | "account.invited" | "account.invitation_withdrawn" | "account.changed" | "account.suspended" | "account.resumed" | "account.close_scheduled" | "account.plan_changed" | "account.acting_started" | "account.acting_stopped" | "account.acted_for" | "account.exported" | "account.erasure_requested" | "account.erased" | "account.allowlist_changed" | "account.billing_details_changed" | "account.test_clock_advanced" | "account.test_clock_reset" | "booking.travelers_erased" | "booking.settled" | "application.created" | "application.changed" | "application.deleted" | "key.created" | "key.changed" | "key.rolled" | "key.revoked" | "key.leaked" | "coupon.redeemed" | "invoice.credited" | "invoice.marked_paid" | "invoice.voided" | "plan.created" | "plan.version_created" | "plan.changed" | "subscription.changed" | "subscription.cancelled" | "subscription.resumed" | "supplier.changed" | "supplier.disconnected" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.challenged" | "webhook.secret_rotated" | "webhook.tested" | "webhook.replayed" | "webhook.delivery_retried" | "watch.created" | "watch.changed" | "watch.deleted" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.session_revoked" | "user.profile_changed" | "user.password_changed" | "user.totp_added" | "user.totp_removed" | "user.passkey_added" | "user.passkey_removed" | "user.joined" | "user.left" | "user.role_changed" | "user.removed" | "user.erasure_requested" | "user.erased" | "user.link_created" | "user.password_reset_created" | "user.operator_added" | "sso.connection_saved" | "sso.connection_removed" | "sso.domain_added" | "sso.domain_verified" | "sso.domain_changed" | "sso.domain_removed" | "sso.sign_in_failed" | "invitation.created" | "invitation.withdrawn";

/** Object that was changed. */
export interface AuditSubject {
  /** Type of the object. */
  type: AuditSubjectType;
  id: string;
}

/** Kind of object that was changed. Values may be added: accept unknown values. */
export type AuditSubjectType = "account" | "application" | "booking" | "coupon" | "invitation" | "invoice" | "key" | "plan" | "subscription" | "supplier" | "user" | "webhook" | "watch";

/** Award chart that determines the miles; null if the program has none. */
export interface AwardChart {
  /** Name of the award chart. */
  name: string;
  /** Zone or distance band. */
  band: string;
  /** Origin of the chart: `published` by the program, or `modelled`. */
  basis: AwardChartBasis;
}

/** Origin of an award chart. */
export type AwardChartBasis = "published" | "modelled";

/** Level of an award price. */
export type AwardLevel = "saver" | "standard" | "dynamic";

/** Offer priced in miles. */
export interface AwardOffer {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  id: OfferId;
  /** Kind of offer, which determines its schema. */
  kind: "award";
  /** Code of the supplier. */
  source: string;
  /** Slices as the supplier of this offer states them: its own flight numbers, times, terminals, aircraft and technical stops. Present only if a stated value differs from the slices of the flight. These are the slices that are booked. */
  slices?: Slice[];
  /** True if any segment is in a lower cabin than requested. */
  mixedCabin: boolean;
  /** Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false. Null if the supplier does not state the times. */
  cabinShare: number | null;
  /** True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others. */
  separateTickets: boolean;
  /** URL of the seller's booking page; null if there is none. */
  bookingLink: string | null;
  conditions: Conditions;
  /** Data of each traveler that the seller needs for a booking, in addition to name and date of birth. `ages`: the price is for the ages that the search assumed; search again with `travelers.ages` to book for others. Null if the supplier does not state it. */
  requires: TravelerData[] | null;
  /** Code of the loyalty program, a key of `dictionaries.programs`. */
  program: string;
  /** Miles for all travelers. */
  miles: number;
  /** Tickets of an award that is booked as several, such as a round trip of two one-ways, in the order of their segments. `miles` is their sum, and `total` too; `total` is null if their currencies differ. Absent for others. */
  tickets?: AwardTicket[];
  /** Price by type of traveler; a type has several rows if its travelers pay different taxes. */
  perTraveler: AwardPricePerTraveler[];
  /** Money part for all travelers. Null if the supplier does not state it. */
  total: Money | null;
  /** Taxes and airport charges. Null if the supplier does not state them. */
  taxes: Tax[] | null;
  /** Carrier surcharges. Null if the supplier does not state them. */
  surcharges: Charge[] | null;
  /** Program fees. Null if the supplier does not state them. */
  fees: Charge[] | null;
  /** Cabin of the award. */
  cabin: Cabin;
  /** Level of the award price. Null if the supplier does not state it. */
  level: AwardLevel | null;
  /** Award chart that determines the miles; null if the program has none. */
  chart: AwardChart | null;
  /** Seats left; 9 means nine or more. Null if the supplier does not state it. */
  seatsRemaining: number | null;
  /** Value of a mile compared with the cheapest cash offer for the same flight and cabin, in hundredths of the currency unit: 1.42 is 1.42 US cents, 200 is 2 yen. Null without a cash offer. */
  centsPerPoint: number | null;
  /** Time at which the award seats were last observed; the time of the search for awards priced by fare. */
  observedAt: string;
  /** Probability that the award is still available. Decreases with the age of `observedAt`. */
  confidence: number;
  /** Time until which the offer is valid. */
  expiresAt: string;
}

export interface AwardPricePerTraveler {
  /** Type of traveler. */
  type: TravelerType;
  /** Number of travelers of this type. */
  count: number;
  /** Miles for one traveler of this type. */
  miles: number;
  /** Money part for one traveler of this type. Null if the supplier does not state it. */
  total: Money | null;
}

/** Ticket of an award that is booked as several. */
export interface AwardTicket {
  /** Number of segments. */
  segments: number;
  /** Miles for all travelers, part of the `miles` of the offer. */
  miles: number;
  /** Money part for all travelers. Null if the supplier does not state it. */
  total: Money | null;
  /** Seats left; 9 means nine or more. Null if the supplier does not state it. */
  seatsRemaining: number | null;
  /** URL of the page where this ticket is booked; null if there is none. */
  bookingLink: string | null;
}

/** Included bags per traveler. */
export interface Baggage {
  /** Number of cabin bags. Null if the supplier does not state it. */
  carryOn: number | null;
  /** Number of checked bags. Null if the supplier does not state it. */
  checked: number | null;
}

/** Buyer of the invoices. */
export interface BillingDetails {
  /** Name of the buyer. If empty, invoices show the name of the account. */
  name: string;
  /** Postal address. Lines are separated by line feeds. */
  address: string;
  /** Tax id, such as a VAT number, as it is to be printed. */
  taxId: string;
  /** Type of the tax id. If it is set, the format and the check digits of `taxId` are validated, and invoices show the name of the id before it. With `eu_vat`, reverse charge can apply. Null if `taxId` is only printed. A request without it keeps the stored type if `taxId` stays the same. */
  taxIdType?: TaxIdType | null;
  /** Country of the buyer as an ISO 3166-1 alpha-2 code, which determines the tax rate; empty if unknown. It is not printed. A request without it keeps the stored country. */
  country?: string;
}

/** Booking of an offer. */
export interface Booking {
  /** Id of the booking. */
  id: BookingId;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the key that created the booking. */
  applicationId: ApplicationId | null;
  /** `pending`: ordered at the supplier, without a result yet; see `pendingReason`. `confirmed`, `cancelled`: as named. `failed`: the supplier created no order; see `failure`. An order that appears after that is cancelled, or confirms the booking if the operator has set `BOOKINGS_LATE_ORDERS=adopt`. */
  status: BookingStatus;
  /** Why the booking is pending. `accepted`: the supplier has accepted the order and has not confirmed it. `unknown`: no answer yet, or it was lost. Null unless `status` is `pending`. */
  pendingReason: PendingReason | null;
  /** Record locator, unique within the account. */
  reference: string;
  /** Supplier of the booked offer: `sandbox`, or a live supplier. */
  source: string;
  /** Record locator of the airline; null in the sandbox and before it is known. */
  supplierReference: string | null;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Id of the search. */
  searchId: SearchId;
  flight: Flight;
  conditions: Conditions;
  /** Travelers as sent in the request. */
  travelers: Traveler[];
  contact: Contact;
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  /** Loyalty program; null for a cash booking. */
  program: string | null;
  /** Amount that the supplier charged; null in the sandbox and before it is known. */
  supplierCharge: Money | null;
  /** Time of the booking. */
  createdAt: string;
  /** Time of the cancellation; null if not cancelled. */
  cancelledAt: string | null;
  /** Party that cancelled; null if not cancelled, and if the supplier does not state it. */
  cancelledBy: CancelledBy | null;
  /** Refund; null if the booking is not cancelled. */
  refund: Refund | null;
  /** Reason of the failure; null unless `status` is `failed`. */
  failure: BookingFailure | null;
  /** Changes by the airline, oldest first. */
  changes: Change[];
  metadata: Metadata;
  /** True for bookings in the sandbox and with test credentials of a supplier. */
  simulated: boolean;
  /** Time at which the travelers' data was erased; null if it was not. Then `travelers` and `metadata` are empty, `contact` has placeholders, and `clientReference` and `supplierReference` are null. */
  travelersErasedAt: string | null;
}

/** Data of the event: Booking cancelled. */
export interface BookingCancelledData {
  /** Id of the booking, readable with `GET /v1/bookings/{id}`. */
  bookingId: BookingId;
  /** Record locator, unique within the account. */
  reference: string;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Status of the booking. */
  status: BookingStatus;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Money part of the price. */
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  metadata: Metadata;
  /** Party that cancelled; null if the supplier does not state it. */
  cancelledBy: CancelledBy | null;
  /** Refund; null if the supplier does not state it. */
  refund: Money | null;
  /** Destination of the refund: `airline_credit` is not money. Null in the sandbox, and if it is not known. */
  refundTo: RefundTarget | null;
  /** Refunded miles; null for a cash booking. */
  refundedMiles: number | null;
}

/** Booking cancelled. */
export interface BookingCancelledEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "booking.cancelled";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: BookingCancelledData;
}

/** Booking cancelled. */
export interface BookingCancelledRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "booking.cancelled";
  data: BookingCancelledData;
}

/** Data of the event: Booking changed. */
export interface BookingChangedData {
  /** Id of the booking, readable with `GET /v1/bookings/{id}`. */
  bookingId: BookingId;
  /** Record locator, unique within the account. */
  reference: string;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Status of the booking. */
  status: BookingStatus;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Money part of the price. */
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  metadata: Metadata;
  /** Record locator of the airline; null before it is known. */
  supplierReference: string | null;
  /** Change in `changes` of the booking; null if the supplier states none. */
  changeId: ChangeId | null;
  /** True if the change waits for the customer: the booking still has its old flights. False if the booking has the new ones. */
  pending: boolean;
  /** Party that initiated the change; null if the supplier does not state it. */
  initiatedBy: "customer" | "airline" | null;
  /** Actions that are available to the customer; empty if the change is not pending. */
  actions: ChangeAction[];
  /** Slices whose flights, airports or times differ. Empty if only the record locator is new. */
  changes: SliceChange[];
}

/** Booking changed. */
export interface BookingChangedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "booking.changed";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: BookingChangedData;
}

/** Booking changed. */
export interface BookingChangedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "booking.changed";
  data: BookingChangedData;
}

/** Data of the event: Booking confirmed. */
export interface BookingConfirmedData {
  /** Id of the booking, readable with `GET /v1/bookings/{id}`. */
  bookingId: BookingId;
  /** Record locator, unique within the account. */
  reference: string;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Status of the booking. */
  status: BookingStatus;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Money part of the price. */
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  metadata: Metadata;
}

/** Booking confirmed. */
export interface BookingConfirmedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "booking.confirmed";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: BookingConfirmedData;
}

/** Booking confirmed. */
export interface BookingConfirmedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "booking.confirmed";
  data: BookingConfirmedData;
}

/** Error of a booking that conflicts with the current state. With `OFFER_CHANGED` it contains the current offer. */
export interface BookingConflict {
  /** URL of the documentation of the code. */
  type: string;
  /** Short summary of the code. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** Stable error code. */
  code: ErrorCode;
  /** Explanation of this occurrence. */
  detail: string;
  /** Id of the request, also in the `Request-Id` header. */
  requestId: string;
  /** Errors of single members, with status 400 and 422 only. */
  errors?: FieldError[];
  offer?: Offer;
  difference?: OfferDifference;
}

/** Data of the event: Booking failed. */
export interface BookingFailedData {
  /** Id of the booking, readable with `GET /v1/bookings/{id}`. */
  bookingId: BookingId;
  /** Record locator, unique within the account. */
  reference: string;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Status of the booking. */
  status: BookingStatus;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Money part of the price. */
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  metadata: Metadata;
  /** Reason of the failure. */
  failure: BookingFailure;
}

/** Booking failed. */
export interface BookingFailedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "booking.failed";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: BookingFailedData;
}

/** Booking failed. */
export interface BookingFailedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "booking.failed";
  data: BookingFailedData;
}

/** Reason why a booking failed. Nothing was ordered. */
export interface BookingFailure {
  /** `offer_unavailable`: the supplier no longer sells the offer. `offer_expired`: the offer expired before the order. `price_changed`: the price changed before the order, beyond `maxTotal`. `refused`: the airline or the supplier refused the order. `insufficient_balance`: the balance with the supplier is too low. `supplier_unavailable`: the supplier was not reached. `not_created`: the supplier reports that it created no order. */
  code: "offer_unavailable" | "offer_expired" | "price_changed" | "refused" | "insufficient_balance" | "supplier_unavailable" | "not_created";
  /** Error code of the supplier; null without one. */
  supplierCode: string | null;
}

export type BookingId = string;

/** One page of the list. */
export interface BookingPage {
  /** Newest first. */
  data: Booking[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Data of the event: Booking pending. */
export interface BookingPendingData {
  /** Id of the booking, readable with `GET /v1/bookings/{id}`. */
  bookingId: BookingId;
  /** Record locator, unique within the account. */
  reference: string;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. */
  clientReference: string | null;
  /** Status of the booking. */
  status: BookingStatus;
  /** Kind of payment: money or miles. */
  kind: OfferKind;
  /** Money part of the price. */
  total: Money;
  /** Miles for all travelers; null for a cash booking. */
  miles: number | null;
  metadata: Metadata;
}

/** Booking pending. */
export interface BookingPendingEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "booking.pending";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: BookingPendingData;
}

/** Booking pending. */
export interface BookingPendingRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "booking.pending";
  data: BookingPendingData;
}

/** Status of a booking. Values may be added: accept unknown values. */
export type BookingStatus = "pending" | "confirmed" | "failed" | "cancelled";

/** Cabin of an aircraft. */
export type Cabin = "economy" | "premium_economy" | "business" | "first";

/** Segments that must be in the requested cabin or a higher one. */
export type CabinMatch = "main" | "strict" | "any";

/** Lowest awards of one program: those that a search with only this program in `programs` and with `sort` `miles` returns first. */
export interface CalendarAward {
  /** Code of the loyalty program. */
  program: string;
  /** Different values of the cells. The first is null: no award. */
  values: (number | null)[];
  /** Lowest miles for all travelers of any flight by cell: an index of `values`. */
  cells: number[];
  /** Lowest miles for all travelers of nonstop flights by cell: an index of `values`. */
  nonstopCells: number[];
}

/** Lowest cash prices for all travelers, as decimal strings. */
export interface CalendarCash {
  /** Currency of the amounts. */
  currency: Currency;
  /** Lowest total price of any flight by cell; null if there is none. */
  amounts: (string | null)[];
  /** Lowest total price of nonstop flights, as a search with `maxStops` 0 returns it, by cell; null if there is none. */
  nonstopAmounts: (string | null)[];
}

/** Criteria of a calendar: those of a search, with ranges of dates. */
export interface CalendarRequest {
  /** Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport. */
  origin: string | PlaceReference;
  /** Airport or city of arrival, in the same formats as `origin`. */
  destination: string | PlaceReference;
  departureDates: DateRange;
  stayNights?: StayNights;
  returnDates?: DateRange;
  /** Cabin. Default: `economy`. */
  cabin?: Cabin;
  /** Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`. */
  cabinMatch?: CabinMatch;
  travelers?: Travelers;
  /** Include cash offers. Default: `true`. */
  includeCash?: boolean;
  /** Include award offers. Default: `false`. */
  includeAward?: boolean;
  /** Maximum stops per slice. Default: `2`. */
  maxStops?: number;
  /** Currency of all prices (ISO 4217). Default: `USD`. */
  currency?: Currency;
  /** Only these marketing carriers (IATA codes, not case-sensitive). */
  airlines?: string[];
  /** Exclude these marketing carriers (IATA codes, not case-sensitive). */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. `GET /v1/programs` lists their codes. */
  programs?: string[];
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
}

/** Lowest prices by day. Lists of prices contain the cells row by row: cell (row, column) is at index `row * columns + column`, with one column for one-way trips. Cells whose return is before the departure or after the last date that can be searched are null. */
export interface CalendarResponse {
  /** Environment of the data. */
  environment: Environment;
  /** Time of the prices. */
  createdAt: string;
  request: CalendarSearch;
  /** Departure dates: the rows of the calendar. */
  departureDates: string[];
  /** Nights of each column; null unless requested. */
  stayNights: number[] | null;
  /** Return date of each column; null unless requested. */
  returnDates: string[] | null;
  /** Lowest cash prices; null unless requested. */
  cash: CalendarCash | null;
  /** Lowest awards, one element for each program with a price. */
  award: CalendarAward[];
  /** Result of each supplier. */
  supply: Supply[];
  /** True if the prices come from the sandbox. */
  simulated: boolean;
}

/** Search of every cell, with defaults filled in: add `departureDate` and, for a round trip, `returnDate`, and send it to `POST /v1/flights/search`. */
export interface CalendarSearch {
  origin: PlaceReference;
  destination: PlaceReference;
  /** Cabin. */
  cabin: Cabin;
  /** Segments that must be in `cabin` or a higher cabin. */
  cabinMatch: CabinMatch;
  /** Number of travelers. */
  travelers: TravelerCounts;
  /** True if cash offers were requested. */
  includeCash: boolean;
  /** True if award offers were requested. */
  includeAward: boolean;
  /** Maximum stops per slice. */
  maxStops: number;
  /** Currency of all prices. */
  currency: Currency;
  /** Only these marketing carriers. */
  airlines?: string[];
  /** Excluded marketing carriers. */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. */
  programs?: string[];
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
}

/** Kind of caller: an API key or a signed-in portal user. */
export type CallerType = "key" | "user";

/** Party that cancelled a booking. Values may be added: accept unknown values. */
export type CancelledBy = "customer" | "operator" | "airline";

/** Offer priced in money. */
export interface CashOffer {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  id: OfferId;
  /** Kind of offer, which determines its schema. */
  kind: "cash";
  /** Code of the supplier. */
  source: string;
  /** Slices as the supplier of this offer states them: its own flight numbers, times, terminals, aircraft and technical stops. Present only if a stated value differs from the slices of the flight. These are the slices that are booked. */
  slices?: Slice[];
  /** True if any segment is in a lower cabin than requested. */
  mixedCabin: boolean;
  /** Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false. Null if the supplier does not state the times. */
  cabinShare: number | null;
  /** True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others. */
  separateTickets: boolean;
  /** URL of the seller's booking page; null if there is none. */
  bookingLink: string | null;
  conditions: Conditions;
  /** Data of each traveler that the seller needs for a booking, in addition to name and date of birth. `ages`: the price is for the ages that the search assumed; search again with `travelers.ages` to book for others. Null if the supplier does not state it. */
  requires: TravelerData[] | null;
  total: Money;
  /** Fare for all travelers, without taxes and surcharges. Null if the supplier does not state it. */
  base: Money | null;
  /** Taxes and airport charges. Null if the supplier does not state them. */
  taxes: Tax[] | null;
  /** Carrier surcharges. Null if the supplier does not state them. */
  surcharges: Charge[] | null;
  margin?: Money;
  /** Estimated fees for the requested bags that the fare does not include, for all travelers, from a table of the airlines' fees. Not included in `total`, and not sold with the offer. Absent if no bags were requested. Null if the supplier does not state it. */
  bagFees?: Money | null;
  /** `total` plus `bagFees`, by which flights are sorted and ranked. Absent if no bags were requested. Null if the supplier does not state it. */
  totalWithBags?: Money | null;
  /** Price by type of traveler; a type has several rows if its travelers pay different taxes. */
  perTraveler: CashPricePerTraveler[];
  /** Tickets of an offer with a self-transfer, in the order of their segments. Absent for others. */
  tickets?: OfferTicket[];
  /** Name of the fare brand. Null if the supplier does not state it. */
  fareBrand: string | null;
  /** Cabin of the fare. */
  cabin: Cabin;
  /** Fare on each segment, for all slices in order. */
  segments: FareSegment[];
  /** Seats left; 9 means nine or more. Null if the supplier does not state it. */
  seatsRemaining: number | null;
  /** `conditions.refund.allowed`: true if the fare is refundable. Null if the supplier does not state it. */
  refundable: boolean | null;
  /** `conditions.change.allowed`: true if the dates can be changed. Null if the supplier does not state it. */
  changeable: boolean | null;
  /** Airline that issues the ticket; with `separateTickets`, the first ticket. Null if the supplier does not state it. */
  validatingCarrier: string | null;
  /** True if the supplier has checked the price with the seller, false if it has not: the price can differ when the offer is booked. Null if the supplier does not say. */
  verified: boolean | null;
  /** Time at which the supplier quoted the price. */
  observedAt: string;
  /** Time until which the offer is valid. */
  expiresAt: string;
}

export interface CashPricePerTraveler {
  /** Type of traveler. */
  type: TravelerType;
  /** Number of travelers of this type. */
  count: number;
  /** Price for one traveler of this type. Null if the supplier does not state it. */
  total: Money | null;
}

/** Change of a booking. */
export interface Change {
  /** Id of the change. */
  id: ChangeId;
  /** Party that initiated the change. */
  initiatedBy: "customer" | "airline";
  /** `pending`: the change is neither accepted nor applied, and the booking has its old flights. `accepted`: the booking has the new flights. `applied`: the order was changed in another way. `cancelled`: the booking was cancelled instead. `failed`: the change was not made. */
  status: ChangeStatus;
  /** Slices that change. */
  slices: SliceChange[];
  /** Actions that are available now. */
  actions: ChangeAction[];
  /** Time at which the change became known. */
  createdAt: string;
  /** Time of the last change of its status. */
  updatedAt: string;
}

/** Changes to the account. */
export interface ChangeAccount {
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist?: string[];
}

/** Action of a customer on a pending change. Values may be added: accept unknown values. */
export type ChangeAction = "accept" | "cancel";

/** Changes to an application. */
export interface ChangeApplication {
  /** Display name. */
  name?: string;
  /** Display text. */
  description?: string;
  metadata?: Metadata;
}

/** Changes to an account. */
export interface ChangeCustomerAccount {
  /** Display name. */
  name?: string;
}

export type ChangeId = string;

/** Changes to an API key. */
export interface ChangeKey {
  /** Display name. */
  name?: string;
  /** Permissions of the key. Each `.write` scope includes its `.read` scope. */
  scopes?: Scope[];
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist?: string[];
  /** Time at which the key expires; null if it never expires. */
  expiresAt?: string | null;
  usageLimits?: UsageLimits;
  metadata?: Metadata;
}

/** Changes of a plan. */
export interface ChangePlan {
  /** `public`: customers see and choose the plan. `hidden`: only operators give it to an account. */
  visibility?: PlanVisibility;
  /** True retires the plan: it is no longer sold, and subscriptions keep it. False sells it again. */
  retired?: boolean;
}

/** Status of a change of a booking. Values may be added: accept unknown values. */
export type ChangeStatus = "pending" | "applied" | "accepted" | "cancelled" | "failed";

/** Plan change. */
export interface ChangeSubscription {
  /** New plan. */
  plan: PlanName;
  /** True starts a trial, if one is available. Default: `false`. */
  trial?: boolean;
  /** `token` of a preview. The change is charged exactly as previewed, or fails. */
  token?: string;
}

/** Changes to the account's use of a supplier. */
export interface ChangeSupplier {
  /** False to leave the supplier out of searches. */
  enabled?: boolean;
  /** The account's token or key of the supplier. It is checked with a call to the supplier, stored encrypted and not returned. */
  credential?: string;
  /** Secret of the webhook that was registered at the supplier with `webhookUrl`. It is stored encrypted and not returned. Null deletes it. */
  webhookSecret?: string | null;
  /** Limits of the account's own credential. Absent members keep their value; null removes a limit. */
  budget?: { callsPerDay?: number | null; spendPerMonth?: Money | null; callsPerBooking?: number | null };
}

/** Changes to a watch. */
export interface ChangeWatch {
  /** True to pause the watch, false to resume it. */
  paused?: boolean;
  /** Minutes between two runs. Each run counts as one search. Default: `60`. */
  intervalMinutes?: number;
  /** New end of the watch, at the latest that of the departure date. */
  expiresAt?: string;
  metadata?: Metadata;
}

/** Changes to a webhook endpoint. */
export interface ChangeWebhook {
  /** URL that receives deliveries: absolute, https, port 443 or 8443. */
  url?: string;
  /** Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types. */
  events?: string[];
  /** Display text. */
  description?: string;
  /** Maximum deliveries per second, not counting challenges; null for no limit. */
  maxPerSecond?: number | null;
  /** Replaces all custom headers; `{}` removes them. */
  headers?: Record<string, string>;
  /** Credentials for challenges and deliveries; null for none. */
  auth?: WebhookAuth | null;
  /** Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions. */
  filter?: Record<string, unknown> | null;
  /** True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries. */
  ordered?: boolean;
  /** True pauses deliveries; false resumes them. */
  paused?: boolean;
  metadata?: Metadata;
}

/** Slice before or after a change by the airline. */
export interface ChangedSlice {
  /** First departure. */
  departureAt: string;
  /** Last arrival. */
  arrivalAt: string;
  /** Flights in order of travel. */
  segments: ({ marketingCarrier: string; flightNumber: string; origin: string; destination: string; departureAt: string | null; arrivalAt: string | null })[];
}

/** Surcharge or fee. */
export interface Charge {
  /** Code of the surcharge or fee; null if the supplier states only the sum. */
  code: string | null;
  amount: Money;
}

/** Grace period of a closure. */
export interface CloseAccount {
  /** Days until the account is closed. Until then it works and can be resumed. 0 closes it at once. Default: `30`. */
  graceDays?: number;
}

/** Award offer of a flight with the lowest effective cost. */
export interface CompactAward {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight. */
  slices?: CompactSlice[];
  /** Code of the loyalty program. */
  program: string;
  /** Miles for all travelers. */
  miles: number;
  /** Money part for all travelers. Null if the supplier does not state it. */
  total: Money | null;
}

/** Cheapest cash offer of a flight. */
export interface CompactCash {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight. */
  slices?: CompactSlice[];
  total: Money;
  /** True if the fare is refundable. Null if the supplier does not state it. */
  refundable: boolean | null;
  /** True if the dates can be changed. Null if the supplier does not state it. */
  changeable: boolean | null;
}

/** Itinerary with its best offers, for lists. */
export interface CompactFlight {
  /** Id of the flight. The same itinerary has the same id in all searches. */
  id: FlightId;
  /** Slices in order of travel. */
  slices: CompactSlice[];
  /** Cheapest cash offer; null if there is none. */
  cash: CompactCash | null;
  /** Award offer with the lowest effective cost; null if there is none. */
  award: CompactAward | null;
  /** Highest score of the offers of the flight; null if the search does not rank. */
  score: number | null;
}

/** Flights in the compact view. */
export interface CompactSearchResponse {
  /** Id of the search. */
  id: SearchId;
  /** Environment of the data. */
  environment: Environment;
  /** Representation, which determines the schema of the response. */
  view: "compact";
  request: NormalizedRequest;
  /** Time of the search. */
  createdAt: string;
  /** Time until which the offers are valid: 15 minutes after the search. */
  expiresAt: string;
  /** Flights in the requested order. */
  flights: CompactFlight[];
  /** Result of each supplier. */
  supply: Supply[];
  /** True if any flight comes from the sandbox. */
  simulated: boolean;
  /** Limits of the data in the response; usually empty. */
  warnings: Warning[];
}

/** One direction of a trip, without its segments. */
export interface CompactSlice {
  /** First airport. */
  origin: string;
  /** Last airport. */
  destination: string;
  /** First departure. */
  departureAt: string;
  /** Last arrival. */
  arrivalAt: string;
  /** Number of stops: layovers and technical stops. */
  stops: number;
  /** Marketing carrier and flight number of each segment. */
  flights: string[];
}

/** Terms of a cancellation, a change or a no-show. */
export interface Condition {
  /** False if the fare is not refundable, or cannot be changed. A cancellation of a fare that is not refundable can still return taxes: `total` is the amount that is lost. */
  allowed: boolean;
  /** Fee for one traveler with a seat or for all, as `per` says. Null if the supplier does not state it, if this is not allowed, or if nothing is refunded. */
  fee: Money | null;
  /** Unit of `fee`: a traveler with a seat, or the whole offer. */
  per: "traveler" | "offer";
  /** Money that all travelers lose together, never more than they pay: a cancellation until `until` returns the price less this amount, and a change costs it in addition to the difference in fares. Null if the supplier does not state it, and for a change that is not allowed. Can have another currency than the offer. */
  total: Money | null;
  /** Awards only: miles that all travelers lose together. Null if the supplier does not state it. */
  milesFee?: number | null;
  /** End of these terms; null for the first departure. */
  until: string | null;
  /** Rule. `free`: no fee. `fee`: a fee. `taxes_only`: taxes and airport charges are returned, the fare and surcharges are not. `redeposit`: miles, taxes and surcharges are returned less the fees, booking fees are not. `miles_only`: miles are returned, money is not. `not_allowed`: not possible. `forfeited`: nothing is returned. `supplier`: as the supplier states. More rules can be added. */
  rule: string;
}

/** Costs of a cancellation, a change and a no-show. The sandbox charges exactly these fees; a live supplier confirms its refund when the booking is cancelled. */
export interface Conditions {
  /** Terms of a cancellation before departure. Null if the supplier does not state them. */
  refund: Condition | null;
  /** Terms of a change of dates or flights before departure. Null if the supplier does not state them. */
  change: Condition | null;
  /** Terms if the first flight departs without a cancellation. Null if the supplier does not state them. */
  noShow: Condition | null;
  /** Conditions of each slice, in order, if they differ. Absent for others. */
  slices?: SliceConditions[];
}

/** Conditions on the airports of connections, both of them if the airport changes. Nonstop flights have no connection, so they match. */
export interface ConnectingAirports {
  /** Connect only at these airports (IATA codes, not case-sensitive). */
  include?: string[];
  /** Connect at none of these airports. */
  exclude?: string[];
}

/** Connections of one version. */
export interface ConnectionsOfVersion {
  /** Newest migration that the process knows. */
  knownMigration: number;
  /** Number of its connections. */
  connections: number;
}

/** Contact details for the travelers. */
export interface Contact {
  /** Email address. In the sandbox, `sold-out@`, `price-changed@`, `pending@`, `airline-changes@` and `airline-cancels@` at any domain simulate these outcomes. */
  email: string;
  /** Phone number in E.164 format: country code, no spaces. */
  phone: string;
}

/** Kind of discount. Values may be added: accept unknown values. */
export type CouponType = "percent" | "amount" | "credit";

/** Parameters of a new application. */
export interface CreateApplication {
  /** Display name. */
  name: string;
  /** Display text. */
  description?: string;
  metadata?: Metadata;
}

/** Booking to create. */
export interface CreateBooking {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Travelers: the same number of each type as in the search, and the same ages if it stated them. */
  travelers: Traveler[];
  contact: Contact;
  /** Your own reference, such as an order number: 1 to 100 visible ASCII characters. A second booking with the same reference in the same account and environment within 24 hours returns 409 `CONFLICT`. */
  clientReference?: string;
  maxTotal?: Money;
  metadata?: Metadata;
}

/** Credit note of an invoice. */
export interface CreateCreditNote {
  amount: Money;
  /** Reason, shown to the customer. */
  reason: string;
}

/** Parameters of a new account. */
export interface CreateCustomerAccount {
  /** Display name. */
  name: string;
  /** Email address of the first owner, who gets the invitation link by mail, or from you without SMTP. */
  ownerEmail: string;
  /** Plan of live data. Default: `free`. */
  plan?: PlanName;
  /** Currency of the plans, invoices and credit. It cannot be changed. The account can have only plans with prices in this currency, and `free`. Default: `USD`. */
  currency?: Currency;
  /** Kinds of first keys to create, one each, with all scopes of an account. Their secrets are only in this response. Omit it if the owner creates the keys in the portal. */
  keys?: Environment[];
}

/** Parameters of a new API key. */
export interface CreateKey {
  /** Display name. */
  name: string;
  /** Kind of key. A key can create only keys of the same kind. Owners can also create service keys in the portal or on the command line. */
  environment: KeyEnvironment;
  /** Permissions of the key. Each `.write` scope includes its `.read` scope. */
  scopes: Scope[];
  /** Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications. */
  applicationId?: ApplicationId | null;
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist?: string[];
  /** Time at which the key expires; null if it never expires. */
  expiresAt?: string | null;
  usageLimits?: UsageLimits;
  metadata?: Metadata;
}

/** User whose password is to be reset. */
export interface CreatePasswordReset {
  /** Email address for sign-in, not case-sensitive. */
  email: string;
}

/** New plan, or new version of a plan. */
export interface CreatePlan {
  /** Name of the plan. If it exists, the request creates its next version. */
  name: PlanName;
  /** Display name, also on invoices. */
  title: string;
  price: Money;
  /** Live searches included in each period. */
  searchesIncluded: number;
  /** `hard_stop` refuses searches beyond the included ones, `overage` charges them. */
  quotaBehavior: QuotaBehavior;
  /** Graduated prices, required for `overage`. `upTo` increases, and the last tier has none. */
  overageTiers?: NewOverageTier[];
  /** Days of the free trial. Default: `0`. */
  trialDays?: number;
  /** Limits of each live and service key. */
  keyLimits: NewKeyLimits;
  /** Further features, as texts for customers. Wayfare does not enforce them. Default: `[]`. */
  features?: string[];
  /** Visibility of a new plan, `hidden` by default. The visibility of an existing plan is changed with `PATCH`, and the member is rejected. */
  visibility?: PlanVisibility;
}

/** Recipient of an invitation. */
export interface CreateSignUpInvitation {
  /** Email address for sign-in, not case-sensitive. */
  email: string;
}

/** A search to repeat, and the condition to notify on. */
export interface CreateWatch {
  search: SearchRequest;
  condition: WatchCondition;
  /** Minutes between two runs. Each run counts as one search. Default: `60`. */
  intervalMinutes?: number;
  /** Time after which the watch does not run. It ends with the departure date at the latest. */
  expiresAt?: string;
  /** Application of the watch. A key of an application creates watches of that application. */
  applicationId?: ApplicationId | null;
  metadata?: Metadata;
}

/** Parameters of a new webhook endpoint. */
export interface CreateWebhook {
  /** URL that receives deliveries: absolute, https, port 443 or 8443. */
  url: string;
  /** Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types. */
  events: string[];
  /** Display text. */
  description?: string;
  /** Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application. */
  applicationId?: ApplicationId | null;
  /** Maximum deliveries per second, not counting challenges; null for no limit. */
  maxPerSecond?: number | null;
  /** Headers added to challenges and deliveries, up to 10, for example a token of your gateway. They are stored encrypted and not returned. Host, headers of the connection and those of deliveries are refused. */
  headers?: Record<string, string>;
  /** Credentials for challenges and deliveries; null for none. */
  auth?: WebhookAuth | null;
  /** Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions. */
  filter?: Record<string, unknown> | null;
  /** True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries. */
  ordered?: boolean;
  metadata?: Metadata;
}

/** Owner of a supplier credential. */
export type CredentialOwner = "account" | "deployment";

/** Credit balance of the account. */
export interface CreditBalance {
  /** Environment of the data. */
  environment: Environment;
  balance: Money;
}

/** Change of the credit balance. */
export interface CreditEntry {
  /** Id of the entry. */
  id: CreditEntryId;
  /** Environment of the data. */
  environment: Environment;
  /** Time of the entry. */
  createdAt: string;
  /** Reason for the change. */
  type: CreditEntryType;
  amount: Money;
  /** Human-readable description. */
  description: string;
  /** Id of the invoice; null if there is none. */
  invoiceId: InvoiceId | null;
}

export type CreditEntryId = string;

/** One page of the list. */
export interface CreditEntryPage {
  /** Newest first. */
  data: CreditEntry[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Reason for a change of the credit balance. Values may be added: accept unknown values. */
export type CreditEntryType = "invoice" | "payment" | "void" | "credit_note" | "credit_grant";

/** Credit note that corrects a final invoice. */
export interface CreditNote {
  /** Id of the credit note. */
  id: CreditNoteId;
  /** Credit note number, without gaps. */
  number: string;
  amount: Money;
  /** Reason. */
  reason: string;
  /** Time of issue. */
  createdAt: string;
}

export type CreditNoteId = string;

/** Currency code (ISO 4217). Values may be added: accept unknown values. */
export type Currency = "AED" | "AUD" | "BHD" | "BRL" | "CAD" | "CHF" | "CLP" | "CNY" | "COP" | "CZK" | "DKK" | "EGP" | "EUR" | "GBP" | "HKD" | "HUF" | "IDR" | "ILS" | "INR" | "ISK" | "JOD" | "JPY" | "KES" | "KRW" | "KWD" | "MAD" | "MXN" | "MYR" | "NOK" | "NZD" | "OMR" | "PEN" | "PHP" | "PKR" | "PLN" | "QAR" | "RON" | "SAR" | "SEK" | "SGD" | "THB" | "TND" | "TRY" | "TWD" | "USD" | "VND" | "ZAR";

/** Currency in which prices can be requested. */
export interface CurrencyDetail {
  /** ISO 4217 code. */
  code: Currency;
  /** English name of the currency. */
  name: string;
  /** Number of decimals of an amount. */
  decimals: number;
}

/** One page of the list. */
export interface CurrencyDetailPage {
  /** Sorted by code. */
  data: CurrencyDetail[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Usage in the current period. */
export interface CurrentUsage {
  /** Environment of the data. */
  environment: Environment;
  /** Current period: the period of the subscription, or the UTC calendar month without a subscription. */
  period: Period;
  /** Usage by operation. */
  operations: OperationCount[];
  /** Total usage. */
  total: number;
  /** Plan whose quota the total counts toward; null for test data, which has no quota. */
  plan: UsagePlan | null;
}

/** An account of the deployment, as operators see it. */
export interface CustomerAccount {
  /** Id of the account. */
  id: AccountId;
  /** Display name. */
  name: string;
  /** Status of the account. Access of `suspended` and `closed` accounts is refused; a `closing` account works until `closesAt`, unless `suspendedAt` is set. */
  status: AccountStatus;
  /** Plan of live data. */
  plan: PlanName;
  /** Currency of the plans, invoices and credit. */
  currency: Currency;
  /** True for the account of the operators. It cannot be suspended or closed. */
  isOperator: boolean;
  /** Time of creation. */
  createdAt: string;
  /** Time of the suspension; null if the account is not suspended. */
  suspendedAt: string | null;
  /** Reason, shown to operators and in the audit logs of both accounts. */
  suspensionReason: string | null;
  /** End of the grace period of the closure; null if the account is not being closed. */
  closesAt: string | null;
  /** Time at which the erasure of the account's personal data began; null if it did not. */
  erasedAt: string | null;
}

/** One page of the list. */
export interface CustomerAccountPage {
  /** Newest first. */
  data: CustomerAccount[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Billing of an account's live data, as operators see it. */
export interface CustomerBilling {
  plan: Plan;
  /** Rate and concurrency limits in force, with the factor of the deployment. */
  limits: LimitsInForce;
  subscription: Subscription;
  spend: Spend;
  creditBalance: Money;
}

/** Health of the database. */
export interface DatabaseHealth {
  /** `pglite`: the embedded database. */
  engine: "postgresql" | "pglite";
  /** Newest migration of the database. */
  appliedMigration: number;
  /** Newest migration of the version that answered. */
  knownMigration: number;
  /** Connections of Wayfare processes by version, newest first: more than one version is connected during an upgrade. Null with the embedded database, which one process opens. */
  connections: ConnectionsOfVersion[] | null;
  /** True if free space is below DISK_RESERVE_MB; null with PostgreSQL. */
  writesRefused: boolean | null;
  /** Free space on the disk of the embedded database; null with PostgreSQL. */
  freeBytes: number | null;
  /** Size of the WAL files of the embedded database; null with PostgreSQL. */
  walBytes: number | null;
  /** WAL since the last checkpoint of the embedded database; null with PostgreSQL. */
  walSinceCheckpointBytes: number | null;
}

/** Range of dates, inclusive. */
export interface DateRange {
  /** First date. */
  from: string;
  /** Last date, inclusive. */
  to: string;
}

/** Deleted application. */
export interface DeletedApplication {
  /** Id of the application. */
  id: ApplicationId;
  /** Time of deletion. */
  deletedAt: string;
  /** Keys of the application, now revoked. They stop working after 60 seconds. */
  revokedKeys: string[];
  /** Webhook endpoints of the application, now deleted. */
  deletedWebhooks: string[];
  /** Number of watches of the application, now deleted. */
  deletedWatches: number;
}

/** Withdrawn invitation. */
export interface DeletedSignUpInvitation {
  /** Id of the invitation. */
  id: string;
  /** Time of deletion. */
  deletedAt: string;
}

/** Deleted watch. */
export interface DeletedWatch {
  /** Id of the watch. */
  id: string;
  /** Time of deletion. */
  deletedAt: string;
}

/** Deleted webhook endpoint. */
export interface DeletedWebhook {
  /** Id of the webhook endpoint. */
  id: WebhookId;
  /** Time of deletion. */
  deletedAt: string;
  /** Pending deliveries that were cancelled. */
  cancelledDeliveries: number;
}

/** Delivery of an event to a webhook endpoint. */
export interface Delivery {
  /** Id of the delivery, the same for all attempts. */
  id: DeliveryId;
  /** Id of the webhook endpoint. */
  webhookId: WebhookId;
  /** Id of the event. */
  eventId: EventId;
  /** Type of the event. */
  type: EventType;
  /** Application of the endpoint. */
  applicationId: ApplicationId | null;
  /** Status of the delivery. `dead_lettered`: all attempts of the retry schedule failed. `cancelled`: the endpoint was deleted. */
  status: DeliveryStatus;
  /** Attempts so far, including manual retries. */
  attemptCount: number;
  /** Time of the next attempt; null if none is due or the endpoint is paused. */
  nextAttemptAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Time at which it was delivered, dead-lettered or cancelled; null while it is pending. */
  finishedAt: string | null;
}

/** Delivery with its attempts. */
export interface DeliveryDetail {
  /** Id of the delivery, the same for all attempts. */
  id: DeliveryId;
  /** Id of the webhook endpoint. */
  webhookId: WebhookId;
  /** Id of the event. */
  eventId: EventId;
  /** Type of the event. */
  type: EventType;
  /** Application of the endpoint. */
  applicationId: ApplicationId | null;
  /** Status of the delivery. `dead_lettered`: all attempts of the retry schedule failed. `cancelled`: the endpoint was deleted. */
  status: DeliveryStatus;
  /** Attempts so far, including manual retries. */
  attemptCount: number;
  /** Time of the next attempt; null if none is due or the endpoint is paused. */
  nextAttemptAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Time at which it was delivered, dead-lettered or cancelled; null while it is pending. */
  finishedAt: string | null;
  /** Attempts, oldest first. */
  attempts: Attempt[];
}

export type DeliveryId = string;

/** One page of the list. */
export interface DeliveryPage {
  /** Newest first. */
  data: Delivery[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Status of a webhook delivery. */
export type DeliveryStatus = "pending" | "delivering" | "awaiting_retry" | "delivered" | "dead_lettered" | "cancelled";

/** Health of the deployment, as the process that answered sees it. */
export interface DeploymentHealth {
  /** Time of the measurement. */
  measuredAt: string;
  /** The process that answered; null if the answer comes from the command line. There is no list of processes: monitor each with `/readyz` and `/metrics`. */
  process: ProcessHealth | null;
  database: DatabaseHealth;
  /** Checks of the database that `wayfare doctor` runs. */
  checks: HealthCheck[];
}

/** Names for the codes used in the flights. */
export interface Dictionaries {
  /** Places by airport code. */
  places: Record<string, PlaceName>;
  /** Airline names by code. */
  airlines: Record<string, string>;
  /** Aircraft names by code. */
  aircraft: Record<string, string>;
  /** Loyalty programs by code. */
  programs: Record<string, Program>;
}

/** Offers of a supplier that are not returned, for one reason. */
export interface DroppedOffers {
  /** Reason: a currency that ISO 4217 does not know (`currency`), a missing value or another format (`incomplete`), an airport in an unknown time zone (`time_zone`), an offer that the supplier sent twice (`duplicate`), one that had expired on arrival (`expired`), that does not pass the filters of the request (`filter`), or that the limits of the response leave out, such as `limit` and two brands for each flight (`selection`). */
  reason: "currency" | "incomplete" | "time_zone" | "duplicate" | "expired" | "filter" | "selection";
  /** Number of offers. */
  count: number;
}

/** Greenhouse gas emissions. */
export interface Emissions {
  /** CO2e in kilograms for one traveler in the cabin. Null if the supplier does not state it. */
  kgCO2ePerTraveler: number | null;
  /** Typical CO2e in kilograms for the route and cabin. Null if the supplier does not state it. */
  typicalKg: number | null;
  /** Method of the estimate. */
  method: string;
}

/** Partition of the data. */
export type Environment = "test" | "live";

/** Confirmation of the erasure of an account. */
export interface EraseAccount {
  /** Name of the account. Required for an account that is not closed, which is then closed at once. */
  confirmName?: string;
  /** True to count the rows without erasing them. Default: `false`. */
  dryRun?: boolean;
}

/** Erasure of personal data. */
export interface Erasure {
  /** Id of the erasure; null for a dry run. */
  id: string | null;
  /** Account whose data is erased. */
  accountId: AccountId;
  /** Account or user whose personal data is erased. */
  subject: { type: "account" | "user"; id: string };
  /** `dry_run` if nothing was erased; `running` until a pass over all tables finds the rows that requests in progress and the usage journal wrote after the request, half an hour later. */
  status: "dry_run" | "running" | "completed";
  /** Time of the request; null for a dry run. */
  requestedAt: string | null;
  /** Time of completion; null before. */
  completedAt: string | null;
  /** Number of deleted or blanked rows by table. A dry run counts up to 1,000,000 rows of a table that would be deleted or blanked. */
  rows: Record<string, number>;
}

/** Stable error code. Values may be added: accept unknown values. */
export type ErrorCode = "REQUEST_INVALID" | "JSON_INVALID" | "CURSOR_INVALID" | "CURSOR_EXPIRED" | "AUTH_MISSING" | "AUTH_INVALID" | "AUTH_KEY_REVOKED" | "AUTH_KEY_EXPIRED" | "SIGN_IN_REQUIRED" | "SIGN_IN_FAILED" | "SECOND_FACTOR_REQUIRED" | "QUOTA_EXCEEDED" | "PAYMENT_REQUIRED" | "AUTH_IP_BLOCKED" | "KEY_LIMIT_EXCEEDED" | "ACCOUNT_SUSPENDED" | "AUTH_SCOPE_MISSING" | "ROLE_MISSING" | "ACTING_RESTRICTED" | "SESSION_ACCOUNT_CHANGED" | "SIGN_UP_CLOSED" | "INVITATION_SIGN_IN_REQUIRED" | "SSO_REQUIRED" | "SSO_SESSION_RESTRICTED" | "SSO_FAILED" | "ORIGIN_REFUSED" | "STEP_UP_REQUIRED" | "AUTH_ENVIRONMENT_MISMATCH" | "AUTH_APPLICATION_BOUND" | "AUTH_BOUNDS_EXCEEDED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "ALLOWLIST_EXCLUDES_CALLER" | "IDEMPOTENCY_IN_PROGRESS" | "OFFER_EXPIRED" | "OFFER_CHANGED" | "BOOKING_FAILED" | "SOLD_OUT" | "CHANGE_FAILED" | "STATE_INVALID" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "SEARCH_UNPROCESSABLE" | "OFFER_NOT_BOOKABLE" | "TRAVELERS_MISMATCH" | "IDEMPOTENCY_KEY_REUSED" | "WEBHOOK_URL_REFUSED" | "SUPPLIER_CREDENTIAL_REFUSED" | "COUPON_INVALID" | "RATE_LIMITED" | "INTERNAL" | "OVERLOADED" | "SHUTTING_DOWN" | "SUPPLY_UNAVAILABLE" | "STORAGE_UNAVAILABLE";

/** Event of the account. `type` determines the schema of `data`. */
export type Event = BookingPendingRecord | BookingConfirmedRecord | BookingFailedRecord | BookingChangedRecord | BookingCancelledRecord | WatchMatchedRecord | WebhookTestRecord | WebhookFailingRecord | WebhookDisabledRecord | KeyRevokedRecord | InvoiceFinalizedRecord | InvoicePaymentFailedRecord | UsageThresholdRecord;

export type EventId = string;

/** One page of the list. */
export interface EventPage {
  /** Newest first; with `order=oldest` in the order of the feed. */
  data: Event[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Type of an event. Values may be added: accept unknown values. */
export type EventType = "booking.pending" | "booking.confirmed" | "booking.failed" | "booking.changed" | "booking.cancelled" | "watch.matched" | "webhook.test" | "webhook.failing" | "webhook.disabled" | "key.revoked" | "invoice.finalized" | "invoice.payment_failed" | "usage.threshold";

/** Event type. */
export interface EventTypeEntry {
  /** Type of the event. */
  type: EventType;
  /** Title of the event type. */
  title: string;
  /** Condition for sending the event. */
  description: string;
  /** JSON Schema of `data`. */
  dataSchema: Record<string, unknown>;
  /** Example of `data`. */
  dataExample: Record<string, unknown>;
}

/** The whole list. */
export interface EventTypeEntryList {
  /** All event types. */
  data: EventTypeEntry[];
  /** Always null: the list has one page. */
  nextCursor: null;
}

/** Lowest award of all programs, and the first dates that have it. */
export interface ExploreAward {
  /** Code of the loyalty program. */
  program: string;
  /** Lowest miles for all travelers. */
  miles: number;
  /** Departure date. */
  departureDate: string;
  /** Return date; null for one way. */
  returnDate: string | null;
}

/** Destination with its lowest prices. */
export interface ExploreDestination {
  place: Place;
  /** Lowest price of any flight; null if there is none. */
  cash: ExplorePrice | null;
  /** Lowest price of nonstop flights; null if there is none. */
  nonstopCash: ExplorePrice | null;
  /** Lowest award; null if there is none. */
  award: ExploreAward | null;
}

/** Lowest cash price, and the first dates that have it. */
export interface ExplorePrice {
  total: Money;
  /** Departure date. */
  departureDate: string;
  /** Return date; null for one way. */
  returnDate: string | null;
}

/** Criteria of an exploration: those of a search, with many destinations and a range of dates. */
export interface ExploreRequest {
  /** Only these places. Not together with `regions` or `countries`; without any of them, all airports. */
  destinations?: (string | PlaceReference)[];
  /** Airports of these regions. */
  regions?: ("north_america" | "central_america" | "caribbean" | "south_america" | "europe" | "middle_east" | "africa" | "central_asia" | "south_asia" | "east_asia" | "southeast_asia" | "oceania")[];
  /** Airports of these countries, in addition to `regions`. */
  countries?: string[];
  departureDates: DateRange;
  /** Only departure dates on these days: `friday` with a stay of 2 nights is a weekend. */
  departureWeekdays?: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday")[];
  stayNights?: StayNights;
  /** Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport. */
  origin: string | PlaceReference;
  /** Cabin. Default: `economy`. */
  cabin?: Cabin;
  /** Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`. */
  cabinMatch?: CabinMatch;
  travelers?: Travelers;
  /** Include cash offers. Default: `true`. */
  includeCash?: boolean;
  /** Include award offers. Default: `false`. */
  includeAward?: boolean;
  /** Maximum stops per slice. Default: `2`. */
  maxStops?: number;
  /** Currency of all prices (ISO 4217). Default: `USD`. */
  currency?: Currency;
  /** Only these marketing carriers (IATA codes, not case-sensitive). */
  airlines?: string[];
  /** Exclude these marketing carriers (IATA codes, not case-sensitive). */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. `GET /v1/programs` lists their codes. */
  programs?: string[];
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
  maxTotal?: Money;
  /** Maximum miles for all travelers. */
  maxMiles?: number;
  /** Order of the destinations. Those without the price come last. Default: `price`. */
  sort?: "price" | "miles";
  /** Maximum number of destinations. Default: `200`. */
  limit?: number;
}

/** Lowest prices by destination. */
export interface ExploreResponse {
  /** Environment of the data. */
  environment: Environment;
  /** Time of the prices. */
  createdAt: string;
  request: ExploreSearch;
  /** Departure dates that were searched. */
  departureDates: string[];
  /** Stays that were searched; null for one way. */
  stayNights: number[] | null;
  /** Destinations in the requested order. */
  destinations: ExploreDestination[];
  /** Number of destinations that meet the request, including those beyond `limit`. */
  found: number;
  /** Result of each supplier. */
  supply: Supply[];
  /** True if the prices come from the sandbox. */
  simulated: boolean;
}

/** Search of every price, with defaults filled in: add the `id` of the place as `destination` and the dates of the price, and send it to `POST /v1/flights/search`. */
export interface ExploreSearch {
  origin: PlaceReference;
  /** Cabin. */
  cabin: Cabin;
  /** Segments that must be in `cabin` or a higher cabin. */
  cabinMatch: CabinMatch;
  /** Number of travelers. */
  travelers: TravelerCounts;
  /** True if cash offers were requested. */
  includeCash: boolean;
  /** True if award offers were requested. */
  includeAward: boolean;
  /** Maximum stops per slice. */
  maxStops: number;
  /** Currency of all prices. */
  currency: Currency;
  /** Only these marketing carriers. */
  airlines?: string[];
  /** Excluded marketing carriers. */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. */
  programs?: string[];
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
}

/** Fare on a segment. */
export interface FareSegment {
  /** Cabin on this segment. */
  cabin: Cabin;
  /** Booking class. Null if the supplier does not state it. */
  bookingClass: string | null;
  /** Fare basis. Null if the supplier does not state it. */
  fareBasis: string | null;
  baggage: Baggage;
}

/** Error in one member of a request. */
export interface FieldError {
  /** JSON pointer (RFC 6901) into the body, the query parameters or the path parameters. */
  pointer: string;
  /** Kind of error. */
  code: FieldErrorCode;
  /** Reason and expected value. */
  detail: string;
  /** Value to send instead. With `UNKNOWN_PLACE`, the code that replaced an airport code which is no longer in use; with `NAME_ALPHABET`, the name in the letters that the supplier accepts; absent if there is none. */
  suggestion?: string;
}

/** Kind of error in a member of a request. Values may be added: accept unknown values. */
export type FieldErrorCode = "TYPE" | "REQUIRED" | "UNKNOWN_MEMBER" | "ENUM" | "FORMAT" | "PATTERN" | "RANGE" | "LENGTH" | "DUPLICATE" | "UNKNOWN_PLACE" | "SAME_PLACE" | "UNKNOWN_PROGRAM" | "UNKNOWN_APPLICATION" | "ADDRESS_RANGE" | "NOT_FOR_SERVICE_KEYS" | "DATE_IN_PAST" | "BEYOND_HORIZON" | "RETURN_BEFORE_DEPARTURE" | "DATE_ORDER" | "TOO_MANY_INFANTS" | "TOO_MANY_SEATS" | "AGES_MISMATCH" | "NAME_ALPHABET" | "NOTHING_REQUESTED" | "INVALID";

/** First key of a new account. */
export interface FirstKey {
  /** Id of the key, not the raw key. */
  id: KeyId;
  /** Kind of key. */
  environment: Environment;
  /** Raw key. Returned only in this response. */
  secret: string;
}

/** Itinerary with its offers. */
export interface Flight {
  /** Id of the flight. The same itinerary has the same id in all searches. */
  id: FlightId;
  /** Slices in order of travel: one, two for a round trip, or up to six for a multi-city trip. */
  slices: Slice[];
  /** Cash offers, cheapest first. */
  cash: CashOffer[];
  /** Award offers, lowest effective cost first. */
  award: AwardOffer[];
  /** Emissions of the flight; null if the supplier states none. */
  emissions: Emissions | null;
}

export type FlightId = string;

/** The process is alive. */
export interface Health {
  ok: boolean;
}

/** Check of the deployment. */
export interface HealthCheck {
  /** Name of the check, as in `wayfare doctor`. */
  name: string;
  /** Result of the check. */
  status: "ok" | "warn" | "fail";
  /** Details of the result. */
  detail: string;
  /** Remedy; null if nothing needs to be done. */
  fix: string | null;
}

/** Invoice. */
export interface Invoice {
  /** Id of the invoice. */
  id: InvoiceId;
  /** Environment of the data. */
  environment: Environment;
  /** Invoice number, without gaps; null for a draft. */
  number: string | null;
  /** Status of the invoice. A `draft` is finalized when all searches of its period are counted. A final invoice does not change. */
  status: InvoiceStatus;
  /** Occasion of the invoice. `period`: overage of the past period and price of the next. `change`: plan change. */
  type: InvoiceType;
  /** Period of the charged searches; null for a plan change. */
  period: Period | null;
  /** Lines of the invoice. They add up to `due`. */
  lines: InvoiceLine[];
  subtotal: Money;
  discount: Money;
  tax: Money;
  /** Note about the tax that the invoice must show, such as that of reverse charge; null if there is none. */
  taxNote: string | null;
  total: Money;
  credit: Money;
  due: Money;
  /** Credit notes for this invoice. */
  creditNotes: CreditNote[];
  /** Time of creation. */
  createdAt: string;
  /** Time at which a draft is finalized. */
  finalizeAt: string;
  /** Time at which it was finalized; null for a draft. */
  finalizedAt: string | null;
  /** Due date; null for a draft. */
  dueAt: string | null;
  /** Time of payment; null if unpaid. */
  paidAt: string | null;
  /** Time at which it was voided; null if it was not. */
  voidedAt: string | null;
}

/** Data of the event: Invoice finalized. */
export interface InvoiceFinalizedData {
  /** Id of the invoice. */
  invoiceId: InvoiceId;
  /** Invoice number. */
  number: string;
  /** `paid` if nothing is due, else `open`. */
  status: "open" | "paid";
  /** Total with tax. */
  total: Money;
  /** Amount to be paid, after credit. */
  due: Money;
  /** Due date. */
  dueAt: string;
}

/** Invoice finalized. */
export interface InvoiceFinalizedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "invoice.finalized";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: InvoiceFinalizedData;
}

/** Invoice finalized. */
export interface InvoiceFinalizedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "invoice.finalized";
  data: InvoiceFinalizedData;
}

export type InvoiceId = string;

/** Line of an invoice. */
export interface InvoiceLine {
  /** Kind of line. */
  type: InvoiceLineType;
  /** Human-readable description. */
  description: string;
  /** Number of searches on an overage line, else null. */
  quantity: number | null;
  /** Price of one search on an overage line, else null. */
  unitPrice: Money | null;
  amount: Money;
  /** Period that the line covers. */
  period: Period | null;
}

/** Kind of invoice line. Values may be added: accept unknown values. */
export type InvoiceLineType = "subscription" | "proration" | "overage" | "coupon" | "tax" | "credit";

/** One page of the list. */
export interface InvoicePage {
  /** Newest first. */
  data: Invoice[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Data of the event: Payment failed. */
export interface InvoicePaymentFailedData {
  /** Id of the invoice. */
  invoiceId: InvoiceId;
  /** Invoice number. */
  number: string;
  /** Amount to be paid. */
  due: Money;
  /** Due date. */
  dueAt: string;
  /** Reason: code of the payment provider, or `not_charged_in_time` if the provider could not be reached for 20 hours. */
  failure: string;
}

/** Payment failed. */
export interface InvoicePaymentFailedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "invoice.payment_failed";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: InvoicePaymentFailedData;
}

/** Payment failed. */
export interface InvoicePaymentFailedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "invoice.payment_failed";
  data: InvoicePaymentFailedData;
}

/** Status of an invoice. */
export type InvoiceStatus = "draft" | "open" | "paid" | "void";

/** Occasion of an invoice. Values may be added: accept unknown values. */
export type InvoiceType = "period" | "change";

/** An API key, without its secret. */
export interface Key {
  /** Id of the key, not the raw key. */
  id: KeyId;
  /** Display name. */
  name: string;
  /** Kind of key, also in its prefix. */
  environment: KeyEnvironment;
  /** Permissions of the key. Each `.write` scope includes its `.read` scope. */
  scopes: Scope[];
  /** Status of the key. A `revoking` key is accepted until `graceEndsAt`. */
  status: KeyStatus;
  /** First and last characters of the raw key. */
  hint: string;
  /** Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications. */
  applicationId: ApplicationId | null;
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist: string[];
  usageLimits: UsageLimitStates;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
  /** Time at which the key expires; null if it never expires. */
  expiresAt: string | null;
  /** Time of revocation, in the future for a key rolled with an overlap. */
  revokedAt: string | null;
  /** Time at which a revoked key stops working. */
  graceEndsAt: string | null;
  /** Key that replaces this key. */
  rolledTo: KeyId | null;
  /** Time of the last request, accurate to one minute; null if the key was never used. */
  lastUsedAt: string | null;
  /** IP address of the last request. */
  lastUsedAddress: string | null;
  /** True if the key is active and has not been used for 90 days. */
  idle: boolean;
}

/** Kind of API key. */
export type KeyEnvironment = "test" | "live" | "service";

export type KeyId = string;

/** Rate and concurrency limits of a live or service key. */
export interface KeyLimits {
  /** Requests per second for each key. */
  requestsPerSecond: number;
  /** Burst of requests of each key. */
  requestsBurst: number;
  /** Searches per second for each key. */
  searchesPerSecond: number;
  /** Burst of searches of each key. */
  searchesBurst: number;
  /** Concurrent searches for each key. */
  searchesAtOnce: number;
}

/** One page of the list. */
export interface KeyPage {
  /** Newest first. */
  data: Key[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Data of the event: API key revoked. */
export interface KeyRevokedData {
  /** Id of the key. */
  keyId: KeyId;
  /** Name of the key. */
  name: string;
  /** Time of revocation. */
  revokedAt: string;
  /** Time at which the key stops working. */
  graceEndsAt: string;
}

/** API key revoked. */
export interface KeyRevokedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "key.revoked";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: KeyRevokedData;
}

/** API key revoked. */
export interface KeyRevokedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "key.revoked";
  data: KeyRevokedData;
}

/** Status of an API key. */
export type KeyStatus = "active" | "revoking" | "revoked" | "expired";

/** Connection between two segments. */
export interface Layover {
  /** Arrival airport of the layover. */
  airport: string;
  /** Minutes between arrival and departure. Null if the supplier does not state it. */
  durationMinutes: number | null;
  /** Minimum connection time in minutes. Null if the supplier does not state it. */
  minimumMinutes: number | null;
  /** `durationMinutes` minus `minimumMinutes`. Null if either is null. */
  slackMinutes: number | null;
  /** True if the layover is overnight. Null if the supplier does not state it. */
  overnight: boolean | null;
  /** True if the airlines before and after the layover belong to no common alliance, joint venture or group and only have an interline agreement. Such connections have a longer `minimumMinutes`. Null if the supplier does not state it. */
  interline: boolean | null;
  /** True if the flights are on separate tickets. Absent otherwise; only searches with `allowSelfTransfer` return such layovers. */
  selfTransfer?: boolean;
  /** Airports of a layover with a change of airport; null without one. */
  airportChange: AirportChange | null;
}

/** Days between the search and the departure. */
export interface LeadTime {
  /** First day. */
  min: number;
  /** Last day, inclusive. */
  max: number;
}

/** Raw key that was found in public. */
export interface LeakedKey {
  /** Raw key. */
  key: string;
}

/** Revocation of a leaked key. */
export interface LeakedKeyRevocation {
  /** The key no longer works. */
  status: "revoked";
  /** Time of revocation. */
  revokedAt: string;
}

/** Rate and concurrency limits in force, with the factor of the deployment. */
export interface LimitsInForce {
  /** Limits of each live and service key. */
  key: KeyLimits;
  /** Limits of all these keys together. */
  account: KeyLimits;
}

/** Request of the last 30 days, without its body. */
export interface LoggedRequest {
  /** Id of the request, as in the `Request-Id` response header. */
  id: RequestId;
  /** Time at which the request arrived. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Key of the request; null for a portal user. */
  keyId: KeyId | null;
  /** Portal user of the request; null for a key. */
  userId: UserId | null;
  /** Id of the application. */
  applicationId: ApplicationId | null;
  /** HTTP method. */
  method: string;
  /** Path template. */
  route: string;
  /** HTTP status; null if the client disconnected before the response. */
  status: number | null;
  /** Milliseconds until the response was sent. */
  durationMs: number;
  /** IP address of the client. */
  address: string;
  /** Operation that the request counts as; null if it does not count toward usage. */
  operation: Operation | null;
}

/** One page of the list. */
export interface LoggedRequestPage {
  /** Newest first. */
  data: LoggedRequest[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Custom data: up to 20 string pairs, with names up to 40 and values up to 500 characters. Do not store secrets or personal data here. */
export type Metadata = Record<string, string>;

/** Value of a mile in US cents. */
export interface MileValue {
  /** Low value. */
  floor: number;
  /** High value. */
  ceiling: number;
}

/** Amount of money. */
export interface Money {
  /** Decimal string with the number of decimals of the currency. A unit price (`unitPrice`, `overagePerSearch`) can have more. */
  amount: string;
  /** Currency code (ISO 4217). */
  currency: string;
}

/** New account, with the invitation of its owner and its first keys. */
export interface NewCustomerAccount {
  /** Id of the account. */
  id: AccountId;
  /** Display name. */
  name: string;
  /** Status of the account. Access of `suspended` and `closed` accounts is refused; a `closing` account works until `closesAt`, unless `suspendedAt` is set. */
  status: AccountStatus;
  /** Plan of live data. */
  plan: PlanName;
  /** Currency of the plans, invoices and credit. */
  currency: Currency;
  /** True for the account of the operators. It cannot be suspended or closed. */
  isOperator: boolean;
  /** Time of creation. */
  createdAt: string;
  /** Time of the suspension; null if the account is not suspended. */
  suspendedAt: string | null;
  /** Reason, shown to operators and in the audit logs of both accounts. */
  suspensionReason: string | null;
  /** End of the grace period of the closure; null if the account is not being closed. */
  closesAt: string | null;
  /** Time at which the erasure of the account's personal data began; null if it did not. */
  erasedAt: string | null;
  invitation?: OwnerInvitation;
  /** First keys, in the requested order. */
  keys?: FirstKey[];
  /** True on an idempotent replay, which cannot return the link and the keys. */
  secretOmitted?: boolean;
}

/** New API key with its secret. */
export interface NewKey {
  /** Id of the key, not the raw key. */
  id: KeyId;
  /** Display name. */
  name: string;
  /** Kind of key, also in its prefix. */
  environment: KeyEnvironment;
  /** Permissions of the key. Each `.write` scope includes its `.read` scope. */
  scopes: Scope[];
  /** Status of the key. A `revoking` key is accepted until `graceEndsAt`. */
  status: KeyStatus;
  /** First and last characters of the raw key. */
  hint: string;
  /** Application of the key. The key can read and change only objects of this application. A key without an application can read the objects of all applications. */
  applicationId: ApplicationId | null;
  /** IP addresses or CIDR ranges (IPv4 and IPv6) that can call. An empty list allows all addresses. */
  ipAllowlist: string[];
  usageLimits: UsageLimitStates;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
  /** Time at which the key expires; null if it never expires. */
  expiresAt: string | null;
  /** Time of revocation, in the future for a key rolled with an overlap. */
  revokedAt: string | null;
  /** Time at which a revoked key stops working. */
  graceEndsAt: string | null;
  /** Key that replaces this key. */
  rolledTo: KeyId | null;
  /** Time of the last request, accurate to one minute; null if the key was never used. */
  lastUsedAt: string | null;
  /** IP address of the last request. */
  lastUsedAddress: string | null;
  /** True if the key is active and has not been used for 90 days. */
  idle: boolean;
  /** Raw key. Returned only in this response. */
  secret?: string;
  /** True on an idempotent replay, which cannot return the raw key. If you lost it, roll the key. */
  secretOmitted?: boolean;
}

/** Limits of each live and service key. */
export interface NewKeyLimits {
  /** Requests per second for each key. */
  requestsPerSecond: number;
  /** Burst of requests of each key. */
  requestsBurst: number;
  /** Searches per second for each key. */
  searchesPerSecond: number;
  /** Burst of searches of each key. */
  searchesBurst: number;
  /** Concurrent searches for each key. */
  searchesAtOnce: number;
}

/** Tier with its last search and price. */
export interface NewOverageTier {
  /** Last search of the tier, beyond the included ones; null in the last tier only. */
  upTo: number | null;
  unitPrice: Money;
}

/** New invitation with its link. */
export interface NewSignUpInvitation {
  /** Id of the invitation. */
  id: string;
  /** Email address for sign-in, not case-sensitive. */
  email: string;
  /** Time of creation. */
  createdAt: string;
  /** Time at which the link expires. */
  expiresAt: string;
  /** True if the link is sent to the recipient by mail. Otherwise send it yourself. */
  mailed: boolean;
  /** One-time link with which the recipient creates the account. Returned only in this response. */
  url?: string;
  /** True on an idempotent replay, which cannot return the link. */
  secretOmitted?: boolean;
}

/** Webhook endpoint with its new secret. */
export interface NewWebhook {
  /** Id of the webhook endpoint. */
  id: WebhookId;
  /** Environment of the data. */
  environment: Environment;
  /** URL that receives deliveries: absolute, https, port 443 or 8443. */
  url: string;
  /** New URL that is not verified yet. */
  pendingUrl: string | null;
  /** Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types. */
  events: string[];
  /** Display text. */
  description: string;
  /** Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed. */
  status: WebhookStatus;
  /** Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application. */
  applicationId: ApplicationId | null;
  /** Maximum deliveries per second, not counting challenges; null for no limit. */
  maxPerSecond: number | null;
  /** Reason why the last challenge failed; null if it did not. */
  challengeFailure: string | null;
  /** Time of creation of the secret that signs deliveries. */
  secretCreatedAt: string;
  /** Time of creation of the previous secret; null if there is none or the time is unknown. */
  previousSecretCreatedAt: string | null;
  /** Time until which the previous secret is valid; null if there is none. */
  previousSecretEndsAt: string | null;
  /** Time of the first failure since the last success; null if the last attempt succeeded. */
  firstFailureAt: string | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Reason why the endpoint is disabled; null if it is not. */
  disabledReason: string | null;
  /** Names of the custom headers. Their values are not returned. */
  headerNames: string[];
  /** Type of the credentials, `basic`, `oauth2` or `mtls`; null for none. */
  authType: string | null;
  /** Time at which the client certificate expires; null if the credentials are of another type. */
  certificateExpiresAt: string | null;
  /** Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions. */
  filter: Record<string, unknown> | null;
  /** True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries. */
  ordered: boolean;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
  /** Signing secret. Returned only in this response. */
  secret?: string;
  /** True on an idempotent replay, which cannot return the secret. If you lost it, rotate it. */
  secretOmitted?: boolean;
}

/** Search request with defaults filled in. */
export interface NormalizedRequest {
  /** Airport or city of departure, or a list of them as requested; absent with `slices`. */
  origin?: PlaceReference | PlaceReference[];
  /** Airport or city of arrival, or a list of them as requested; absent with `slices`. */
  destination?: PlaceReference | PlaceReference[];
  /** Departure date at the origin, from today to 330 days ahead. Required without `slices`. */
  departureDate?: string;
  /** Return date; null for a one-way trip, absent with `slices`. */
  returnDate?: string | null;
  /** Slices of a multi-city search. */
  slices?: NormalizedSlice[];
  /** Distance within which other airports were added. */
  nearbyKm?: number;
  /** Days before and after the dates. */
  flexibleDays?: number;
  /** Cabin. */
  cabin: Cabin;
  /** Segments that must be in `cabin` or a higher cabin. */
  cabinMatch: CabinMatch;
  /** Number of travelers. */
  travelers: TravelerCounts;
  /** True if cash offers were requested. */
  includeCash: boolean;
  /** True if award offers were requested. */
  includeAward: boolean;
  /** Maximum stops per slice. */
  maxStops: number;
  /** Maximum number of flights. */
  limit: number;
  /** Currency of all prices. */
  currency: Currency;
  /** Only these marketing carriers. */
  airlines?: string[];
  /** Excluded marketing carriers. */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. */
  programs?: string[];
  connectingAirports?: ConnectingAirports;
  /** Minimum of each layover. */
  minLayoverMinutes?: number;
  /** Maximum of each layover. */
  maxLayoverMinutes?: number;
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Latest arrival of the outbound slice, as local time. */
  arriveBy?: string;
  /** True if basic economy is excluded. */
  excludeBasic?: boolean;
  /** Cabin bags of each traveler with a seat. */
  minCarryOnBags?: number;
  /** Checked bags of each traveler with a seat. */
  minCheckedBags?: number;
  /** True if connections on separate tickets were requested. */
  allowSelfTransfer?: boolean;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
  /** Order of the flights. */
  sort: SearchSort;
  /** Traveler profile of the score. */
  profile: SearchProfile;
  weights?: Weights;
  /** True if all fare brands and awards were requested. */
  allOffers: boolean;
}

/** One slice of a multi-city search. */
export interface NormalizedSlice {
  origin: PlaceReference;
  destination: PlaceReference;
  /** Departure date at the origin, from today to 330 days ahead. */
  departureDate: string;
}

/** Offer priced in money or in miles, by `kind`. */
export type Offer = CashOffer | AwardOffer;

/** Price difference between two offers; zero if only the terms changed. */
export interface OfferDifference {
  total: Money;
  /** New miles minus old miles; null for a cash offer. */
  miles: number | null;
}

export type OfferId = string;

/** Kind of offer: money or miles. */
export type OfferKind = "cash" | "award";

/** Repriced offer. */
export interface OfferResponse {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  id: OfferId;
  /** Status of the offer. `available`: price and terms are unchanged. `changed`: price or terms changed; `offer` is the current offer for the same flight, with its own id, and `difference` is the new price minus the old price. `sold_out`: the flight does not have enough seats for the travelers at any price (for an award: in its program). `expired`: the offer is past its `expiresAt`, its price data was replaced, or its supplier no longer keeps it or is no longer connected. */
  status: OfferStatus;
  /** Environment of the data. */
  environment: Environment;
  /** Id of the search. */
  searchId: SearchId;
  request: NormalizedRequest;
  /** Time at which the offer was repriced. */
  checkedAt: string;
  /** Time until which the offer with this `id` is valid. A replacement offer has its own `expiresAt`. */
  expiresAt: string;
  /** Offer that can be booked now: this offer if `available`, its replacement if `changed`, null if `sold_out`. If `expired`, an offer of the sandbox is present as long as its price and terms are unchanged. */
  offer: Offer | null;
  /** Price difference if the offer is `changed`, else null. */
  difference: OfferDifference | null;
  /** Flight with only this offer; null if `offer` is null. */
  flight: Flight | null;
  dictionaries: Dictionaries;
  /** True if the offer comes from the sandbox. */
  simulated: boolean;
}

/** Status of a repriced offer. */
export type OfferStatus = "available" | "changed" | "sold_out" | "expired";

/** Ticket that is sold alone. */
export interface OfferTicket {
  /** Airline that issues the ticket. */
  validatingCarrier: string;
  /** Name of the fare brand. */
  fareBrand: string;
  /** Number of segments. */
  segments: number;
  total: Money;
}

/** Operation that counts toward usage. Values may be added: accept unknown values. */
export type Operation = "search";

export interface OperationCount {
  /** Operation that was counted. */
  operation: Operation;
  /** Number of counted requests. */
  count: number;
}

/** Entry in the audit log of an account, as operators see it. */
export interface OperatorAuditEvent {
  /** Id of the audit event. */
  id: AuditEventId;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment | null;
  /** Application of the subject; null if it has none. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: AuditEventType;
  /** Actor: the key, user or operator that made the change. */
  actor: AuditActor;
  /** Object that was changed. */
  subject: AuditSubject;
  /** Details of the change, without secrets. */
  details: Record<string, unknown>;
  /** Id of the request that made the change. */
  requestId: string | null;
  /** Account in whose audit log the event is. */
  accountId: AccountId;
}

/** One page of the list. */
export interface OperatorAuditEventPage {
  /** Newest first. */
  data: OperatorAuditEvent[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Booking whose order an operator should know about. Without travelers. */
export interface OperatorBooking {
  /** Id of the booking. */
  id: BookingId;
  /** Account of the booking; for `unknown_booking`, the account whose credential lists the order. */
  accountId: AccountId;
  /** Environment of the data. */
  environment: Environment;
  /** `unsettled`: no result 15 minutes after the booking. `late_order`: an order exists although the booking failed, and its refund would not be full. `late_order_cancelled`, `late_order_adopted`: what was done with such an order. `order_missing`: the supplier has no order of a confirmed booking. `second_order`: another order of a booking that has one. `unknown_booking`: no booking has the id in the order's metadata. */
  type: OrderReportType;
  /** Status of the booking; null if it does not exist. */
  status: BookingStatus | null;
  /** Why the booking is pending; null unless `status` is `pending`. */
  pendingReason: PendingReason | null;
  /** Supplier of the order. */
  source: string;
  /** The supplier's id of the order; null if it is not known. */
  orderReference: string | null;
  /** Total of the booking; null if it does not exist. */
  total: Money | null;
  /** Time at which the order was requested; null if it was not. */
  requestedAt: string | null;
  /** Time at which the supplier's whole list was last read without finding the order; null if it never was. */
  lookedUpAt: string | null;
  /** Time of the report. */
  reportedAt: string;
  /** Time at which it was settled; null if an operator should act. */
  resolvedAt: string | null;
}

/** One page of the list. */
export interface OperatorBookingPage {
  /** Newest booking first. */
  data: OperatorBooking[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Plan of the deployment, as operators see it. */
export interface OperatorPlan {
  /** Name of the plan. */
  name: PlanName;
  /** `public`: customers see and choose the plan. `hidden`: only operators give it to an account. */
  visibility: PlanVisibility;
  /** Time at which the plan was created. */
  createdAt: string;
  /** Time at which the plan was retired; null if it is sold. */
  retiredAt: string | null;
  current: Plan;
}

/** Plan of the deployment with its versions. */
export interface OperatorPlanDetail {
  /** Name of the plan. */
  name: PlanName;
  /** `public`: customers see and choose the plan. `hidden`: only operators give it to an account. */
  visibility: PlanVisibility;
  /** Time at which the plan was created. */
  createdAt: string;
  /** Time at which the plan was retired; null if it is sold. */
  retiredAt: string | null;
  current: Plan;
  /** The newest 100 versions, newest first. */
  versions: PlanVersion[];
}

/** One page of the list. */
export interface OperatorPlanPage {
  /** By name. */
  data: OperatorPlan[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Live supplier over all accounts of the deployment. */
export interface OperatorSupplier {
  /** Code of the supplier. */
  name: string;
  /** Environment of the data. */
  environment: Environment;
  /** `not_connected`: neither the deployment nor an account has a credential. `budget_used_up`: the budget of the deployment's credential. `circuit_open`: in the process that answered. */
  status: "connected" | "not_connected" | "budget_used_up" | "circuit_open";
  /** True if the supplier has cash offers. */
  cash: boolean;
  /** True if the supplier has awards. */
  award: boolean;
  /** True if the deployment has a credential, which accounts without one use. */
  deploymentCredential: boolean;
  /** Number of accounts with a separate credential that is enabled. */
  accountCredentials: number;
  budget: SupplierBudget;
  /** Calls of this UTC day with the deployment's credential that the supplier counts. */
  callsToday: number;
  costThisMonth: Money;
  /** Used part of the limit that is closest to its end, by the calls that were made; null without limits. */
  budgetUsedShare: number | null;
  /** Searches of this UTC day that included the supplier, of all accounts. */
  searchesToday: number;
  /** Number of accounts with these searches. */
  accountsToday: number;
  /** Share of today's searches that the supplier answered in time; null without searches. */
  answeredShare: number | null;
  /** Share of today's searches with offers of the supplier; null without searches. */
  offersShare: number | null;
  /** Mean time of today's searches in milliseconds; null without searches. */
  averageMs: number | null;
  /** Time of today's last failure; null without one. */
  lastFailureAt: string | null;
  /** Reason of today's last failure, without data of the request; null without one. */
  lastFailure: string | null;
  /** Observations of the process that answered; null if the answer comes from the command line. */
  process: SupplierProcess | null;
}

/** The whole list. */
export interface OperatorSupplierList {
  /** All live suppliers, live before test. */
  data: OperatorSupplier[];
  /** Always null: the list has one page. */
  nextCursor: null;
}

/** Kind of report about an order at a supplier. Values may be added: accept unknown values. */
export type OrderReportType = "unsettled" | "late_order" | "late_order_cancelled" | "late_order_adopted" | "order_missing" | "second_order" | "unknown_booking";

/** Price of the searches beyond the included ones, up to a number of them. */
export interface OverageTier {
  /** Last search of the tier, counted in each period from the first search beyond those included; null for no end. */
  upTo: number | null;
  unitPrice: Money;
}

/** Invitation of the first owner of an account. */
export interface OwnerInvitation {
  /** Email address for sign-in, not case-sensitive. */
  email: string;
  /** One-time link with which the owner signs in. Returned only in this response. */
  url: string;
  /** Time at which the link expires. */
  expiresAt: string;
  /** True if the link is sent to the owner by mail. Otherwise send it yourself. */
  mailed: boolean;
}

/** Link with which a user chooses a new password. */
export interface PasswordReset {
  /** Email address for sign-in, not case-sensitive. */
  email: string;
  /** True if the link is sent to the user by mail. */
  mailed: boolean;
  /** One-time link with which the user chooses a new password; null if it is mailed. Returned only in this response. */
  url: string | null;
  /** Time at which the link expires. */
  expiresAt: string;
}

/** Payment page of an invoice. */
export interface PaymentPage {
  /** Payment provider; `manual` if payments are collected outside of the service. */
  provider: PaymentProvider;
  /** URL of the payment page; null if there is none. */
  url: string | null;
}

/** Provider that collects payments. Values may be added: accept unknown values. */
export type PaymentProvider = "manual" | "stripe";

/** Why a booking is pending. Values may be added: accept unknown values. */
export type PendingReason = "accepted" | "unknown";

/** Current period: the period of the subscription, or the UTC calendar month without a subscription. */
export interface Period {
  /** Start of the period. */
  from: string;
  /** End of the period, exclusive. */
  to: string;
}

/** Airport, or city with several airports. */
export interface Place {
  /** Id of the place, accepted as `origin` and `destination` of a search. */
  id: string;
  /** IATA code. An airport and a city can have the same code; their ids differ. */
  code: string;
  /** Kind of place. */
  kind: PlaceKind;
  /** Name of the airport or city. */
  name: string;
  /** Name of the city. */
  city: string;
  /** IATA code of the city. */
  cityCode: string;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Latitude in degrees north. */
  latitude: number;
  /** Longitude in degrees east. */
  longitude: number;
}

/** Kind of place. */
export type PlaceKind = "airport" | "city";

/** Name and position of a place. */
export interface PlaceName {
  /** Name of the airport or city. */
  name: string;
  /** Name of the city. */
  city: string;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Latitude in degrees north. */
  latitude: number;
  /** Longitude in degrees east. */
  longitude: number;
}

/** Airport or city. */
export interface PlaceReference {
  /** IATA code. */
  code: string;
  /** `airport`: only this airport. `city`: all airports of the city. */
  kind: PlaceKind;
}

/** Matching places. */
export interface PlacesResponse {
  /** Places, best match first. */
  data: Place[];
  /** Always null: the list has one page. */
  nextCursor: null;
}

/** Plan that accounts can subscribe to. */
export interface Plan {
  /** Name of the plan. */
  name: PlanName;
  /** Display name. */
  title: string;
  /** Version of the terms. A subscription keeps the version that it started with. */
  version: number;
  price: Money;
  /** Live searches included in each period. */
  searchesIncluded: number;
  /** Behavior when the included searches are used. `hard_stop`: further searches get 402 `QUOTA_EXCEEDED`. `overage`: they are charged. */
  quotaBehavior: QuotaBehavior;
  /** Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices. */
  overagePerSearch: Money | null;
  /** Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there. */
  overageTiers: OverageTier[];
  /** Length of the free trial in days, once per account; 0 for no trial. */
  trialDays: number;
  /** Rate and concurrency limits of a live or service key. */
  keyLimits: KeyLimits;
  /** Further features, as texts. */
  features: string[];
}

/** Difference between the current and the new version. */
export interface PlanChangePreview {
  /** Changed member. */
  member: string;
  /** Value of the current version as text; null for a new plan. */
  before: string | null;
  /** Value of the new version as text. */
  after: string;
}

/** The whole list. */
export interface PlanList {
  /** All plans, lowest price first. */
  data: Plan[];
  /** Always null: the list has one page. */
  nextCursor: null;
}

/** Name of a plan. */
export type PlanName = string;

/** Effect of a new version of a plan. */
export interface PlanPreview {
  /** Name of the plan. */
  name: PlanName;
  /** Version that would be created. */
  version: number;
  /** Differences; empty if the current version has these terms. */
  changes: PlanChangePreview[];
  /** Live subscriptions that keep their version of the plan until they change plans. */
  subscriptionsKept: number;
  /** Accounts without a subscription that have the plan, and get the new terms at once. */
  accountsChanged: number;
}

/** Version of a plan. It never changes. */
export interface PlanVersion {
  /** Name of the plan. */
  name: PlanName;
  /** Display name. */
  title: string;
  /** Version of the terms. A subscription keeps the version that it started with. */
  version: number;
  price: Money;
  /** Live searches included in each period. */
  searchesIncluded: number;
  /** Behavior when the included searches are used. `hard_stop`: further searches get 402 `QUOTA_EXCEEDED`. `overage`: they are charged. */
  quotaBehavior: QuotaBehavior;
  /** Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices. */
  overagePerSearch: Money | null;
  /** Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there. */
  overageTiers: OverageTier[];
  /** Length of the free trial in days, once per account; 0 for no trial. */
  trialDays: number;
  /** Rate and concurrency limits of a live or service key. */
  keyLimits: KeyLimits;
  /** Further features, as texts. */
  features: string[];
  /** Time at which the version was created. */
  createdAt: string;
}

/** Visibility of a plan for customers. */
export type PlanVisibility = "public" | "hidden";

/** Plan change to preview. */
export interface PreviewSubscription {
  /** New plan. */
  plan: PlanName;
  /** True starts a trial, if one is available. Default: `false`. */
  trial?: boolean;
}

/** Level of a price among comparable ones: one-way trips of one adult. */
export interface PriceLevel {
  /** Environment of the data. */
  environment: Environment;
  origin: PlaceReference;
  destination: PlaceReference;
  /** Departure date at the origin, from today to 330 days ahead. */
  departureDate: string;
  /** Cabin. */
  cabin: Cabin;
  leadTimeDays: LeadTime;
  /** Origin of the prices: `searches` of the account in the last 90 days, or the `fare_model` of the sandbox. */
  basis: "searches" | "fare_model";
  /** Number of compared prices. */
  sampleSize: number;
  /** Quartiles of the prices; null if there are fewer than 10. */
  quartiles: PriceQuartiles | null;
  /** Price that is compared: `amount`, or the lowest known price of the departure date; null if none is known. */
  price: Money | null;
  /** Level of the price; null without a price or quartiles. */
  level: "low" | "typical" | "high" | null;
  /** True if the prices come from the sandbox. */
  simulated: boolean;
}

/** Quartiles of comparable prices. */
export interface PriceQuartiles {
  lower: Money;
  median: Money;
  upper: Money;
}

/** An error (RFC 9457). */
export interface Problem {
  /** URL of the documentation of the code. */
  type: string;
  /** Short summary of the code. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** Stable error code. */
  code: ErrorCode;
  /** Explanation of this occurrence. */
  detail: string;
  /** Id of the request, also in the `Request-Id` header. */
  requestId: string;
  /** Errors of single members, with status 400 and 422 only. */
  errors?: FieldError[];
}

/** Health of one process. */
export interface ProcessHealth {
  /** Host name. */
  host: string;
  /** Id of the operating system process. */
  pid: number;
  /** Version of Wayfare. */
  version: string;
  /** Version of Node.js. */
  nodeVersion: string;
  /** Time at which the process started to serve. */
  startedAt: string;
  /** True if `/readyz` returns 200. */
  ready: boolean;
  /** Checks of `/readyz`. */
  readiness: ReadinessResult[];
  /** Clock of the process minus the clock of the database, measured every 30 seconds. */
  clockSkewMs: number;
  /** Event loop delay, 90th percentile over 250 ms. */
  eventLoopDelayMs: number;
  /** Requests that load shedding refuses. */
  loadLevel: "none" | "searches" | "all";
  /** Searches that are admitted and not answered. */
  searchesPending: number;
  /** Memory of the process (resident set size). */
  memoryBytes: number;
}

/** Loyalty program. */
export interface Program {
  /** Name of the program. */
  name: string;
  /** Bank and hotel points that can be transferred to the program. */
  transferPartners: TransferPartner[];
  /** Value of a mile in US cents. */
  valueCents: MileValue;
}

/** Loyalty program with award flights. */
export interface ProgramDetail {
  /** Code of the program, accepted in `programs` of a search. */
  code: string;
  /** Name of the program. */
  name: string;
  /** Bank and hotel points that can be transferred to the program. */
  transferPartners: ({ currency: string; ratio: number })[];
  /** Value of a mile in US cents. */
  valueCents: { floor: number; ceiling: number };
  /** Airline alliance; null if none. */
  alliance: Alliance | null;
  /** IATA codes of the airlines that can be booked with miles of the program, sorted. */
  airlines: string[];
}

/** One page of the list. */
export interface ProgramDetailPage {
  /** Sorted by code. */
  data: ProgramDetail[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Background work of the deployment that is not done yet. */
export interface Queue {
  /** Name of the queue. */
  name: QueueName;
  /** `process`: the queue of the process that answered; every process has its own. */
  scope: "deployment" | "process";
  /** Items whose time has come, with those in progress; null if they could not be counted in time. */
  due: QueueCount | null;
  /** Items that wait for a later time, such as retries; null if the queue has none or they are not counted. */
  later: QueueCount | null;
  /** Items that wait for a paused endpoint or a suspended or closed account; null if the queue has none or they are not counted. */
  held: QueueCount | null;
  /** Due and later items whose last try failed; null if failures are not recorded. */
  retrying: QueueCount | null;
  /** Items that were given up and are still stored; null if they are not counted. */
  failed: QueueCount | null;
  /** Time since which the oldest item has been due; null without due items, or if it is unknown. */
  oldestDueAt: string | null;
  /** Age of the oldest due item from which the queue is late; null if it has no such limit. */
  lateAfterSeconds: number | null;
  /** True if the oldest due item is older than that. */
  isLate: boolean;
}

/** Number of items in a queue. Counting stops at 10,000. */
export interface QueueCount {
  /** Number of items. */
  value: number;
  /** True if counting stopped at `value`: there are at least that many. */
  isMinimum: boolean;
}

/** Queue of the deployment. Values may be added: accept unknown values. */
export type QueueName = "webhook_deliveries" | "webhook_replays" | "mails" | "watches" | "booking_orders" | "billing_steps" | "payments" | "quota_leases" | "erasures" | "usage_records";

/** Queues of the deployment. */
export interface Queues {
  /** Time of the measurement. */
  measuredAt: string;
  /** Time since which deliveries, live bookings, mails and payments are paused; null if they are not. */
  outboundPausedAt: string | null;
  /** All queues. */
  queues: Queue[];
}

/** Behavior when the included searches are used. Values may be added: accept unknown values. */
export type QuotaBehavior = "hard_stop" | "overage";

/** The instance is ready. */
export interface Readiness {
  /** True if this instance can take requests. */
  ready: boolean;
  /** Parts of the service that are still loading, in this order: its code, the database, the migrations of the database, the flights, the search threads. Absent when all are loaded. */
  loading?: ("code" | "database" | "migrations" | "flights" | "search_threads")[];
  /** True if the database responds and accepts writes. Returned only with the METRICS_TOKEN. */
  database?: boolean;
  /** True if the disk has enough free space for writes. Returned only with the METRICS_TOKEN. */
  storage?: boolean;
  /** True if flights can be searched. Returned only with the METRICS_TOKEN. */
  supply?: boolean;
  /** True if the clock is within 5 seconds of the database clock. Returned only with the METRICS_TOKEN. */
  clock?: boolean;
  /** True if webhook deliveries, live bookings and payments are paused since a restore. Returned only with the METRICS_TOKEN. */
  outboundPaused?: boolean;
  /** True if the instance is shutting down. Returned only with the METRICS_TOKEN. */
  draining?: boolean;
}

/** Check with its result. */
export interface ReadinessResult {
  /** Name of the check. */
  name: string;
  /** Result of the check. */
  value: boolean;
  /** False if the result makes the process not ready. */
  ready: boolean;
}

/** Coupon to redeem. */
export interface RedeemCoupon {
  /** Coupon code, not case-sensitive. */
  code: string;
}

/** Coupon redeemed by the account. */
export interface RedeemedCoupon {
  /** Id of the redemption. */
  id: string;
  /** Coupon code. */
  code: string;
  /** Kind of discount. `percent` and `amount` reduce the price of the plan. `credit` is added to the credit balance immediately. */
  type: CouponType;
  /** Discount on the price of the plan in percent, as a decimal string; null for other kinds. */
  percentOff: string | null;
  /** Discount per period, or amount of the credit; null if `percentOff` is set. */
  amount: Money | null;
  /** Periods that are still to be discounted; null for all future periods. */
  periodsLeft: number | null;
  /** End of the last discounted period; null if no period has been discounted yet. */
  coverageEndsAt: string | null;
  /** Plans that the coupon applies to; empty for all. */
  plans: string[];
  /** Time of redemption. */
  redeemedAt: string;
}

/** Refund of a booking. */
export interface Refund {
  /** Refund; see `refundTo` for its form. Null if the supplier does not state it. */
  money: Money | null;
  /** Refunded miles; null for a cash booking. */
  miles: number | null;
  /** Part of the total that is not refunded; null if unknown. */
  fee: Money | null;
  /** `balance`: the balance with the supplier. `original_payment`: the form of payment of the order. `airline_credit`: a credit of the airline, not money. Null in the sandbox, and if the supplier does not state it. */
  refundTo: RefundTarget | null;
  /** Credits of the airline; empty without any. */
  credits: AirlineCredit[];
  quoted?: Money;
  /** Rule that determined the refund. */
  rule: string;
  /** End of the validity of a quote by a supplier; null without one. */
  expiresAt: string | null;
}

/** Destination of a refund. Values may be added: accept unknown values. */
export type RefundTarget = "balance" | "original_payment" | "airline_credit";

/** Replay of past events as new deliveries. */
export interface Replay {
  /** Id of the replay. */
  id: ReplayId;
  /** Id of the webhook endpoint. */
  webhookId: WebhookId;
  /** Matching events; a lower bound if `matchedIsMinimum` is true. */
  matched: number;
  /** True if the range has more than 100,000 events of these types. Only the first 100,000 are counted, so more than `matched` can match. */
  matchedIsMinimum: boolean;
  /** Deliveries created so far. */
  replayed: number;
  /** `cancelled` if the endpoint was deleted or disabled before the replay finished. */
  status: ReplayStatus;
  /** Time of creation. */
  createdAt: string;
  /** Time at which it ended; null while it is running. */
  finishedAt: string | null;
}

export type ReplayId = string;

/** Started replay. `id` is null for a dry run. */
export interface ReplayStarted {
  /** Id of the replay. */
  id: ReplayId | null;
  /** Matching events; a lower bound if `matchedIsMinimum` is true. */
  matched: number;
  /** True if the range has more than 100,000 events of these types. Only the first 100,000 are counted, so more than `matched` can match. */
  matchedIsMinimum: boolean;
  /** Status of the replay. */
  status: ReplayStartedStatus;
}

/** Status of a replay request. */
export type ReplayStartedStatus = "running" | "finished" | "cancelled" | "dry_run";

/** Status of a replay. */
export type ReplayStatus = "running" | "finished" | "cancelled";

/** Selection of events to deliver again. */
export interface ReplayWebhook {
  /** Only events created at or after this time: a date-time, or a date for its start in UTC. */
  from: string;
  /** Only events created before this time: a date-time, or a date for its start in UTC. Default: now. */
  to?: string;
  /** Only events whose last delivery to this endpoint has this status. */
  status?: DeliveryStatus;
  /** Only these event types or groups. Default: those that the endpoint subscribes to. */
  types?: string[];
  /** True counts the matching events without delivering them. */
  dryRun?: boolean;
}

export type RequestId = string;

/** Retry schedule of webhook deliveries. */
export interface RetrySchedule {
  /** Seconds from the end of each failed attempt to the next attempt, in order. */
  delaysSeconds: number[];
  /** Attempts until a delivery is dead-lettered, including the first. */
  attempts: number;
  /** Seconds from the first to the last attempt, not counting the attempts themselves. */
  totalSeconds: number;
}

/** Revocation of a key. */
export interface Revocation {
  /** Id of the key, not the raw key. */
  id: KeyId;
  /** `revoking` until `graceEndsAt`, then `revoked`. */
  status: RevocationStatus;
  /** Time of revocation. */
  revokedAt: string;
  /** Time at which the key stops working. */
  graceEndsAt: string;
}

/** Status of a revoked key. */
export type RevocationStatus = "revoking" | "revoked";

/** Options for rolling a key. */
export interface RollKey {
  /** Time in seconds until the old key is revoked. Default: `86400`. */
  overlapSeconds?: number;
}

/** Options for rotating a signing secret. */
export interface RotateWebhook {
  /** True ends the current secret immediately, for example because it leaked. Default: it stays valid for 24 hours. */
  expirePrevious?: boolean;
}

/** Permission of an API key. Values may be added: accept unknown values. */
export type Scope = "usage.read" | "usage.write" | "billing.read" | "billing.write" | "flights.search" | "flights.book" | "accounts.read" | "accounts.write";

/** Components of the score. */
export interface ScoreComponents {
  /** Effective cost. */
  price: number;
  /** Travel time. */
  duration: number;
  /** Connections. */
  stops: number;
  /** Convenience of departure and arrival times. */
  schedule: number;
  /** Cabin and aircraft. */
  comfort: number;
  /** Refunds and changes. */
  flexibility: number;
  /** CO2. */
  emissions: number;
  /** Risk of a missed connection. */
  risk: number;
}

/** Offer with its score. */
export interface ScoreOption {
  /** Rank of the offer; 1 is the best. */
  rank: number;
  /** Id of the flight. The same itinerary has the same id in all searches. */
  flightId: FlightId;
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Kind of offer. */
  kind: OfferKind;
  /** Score from 0 to 100, the sum of the components. */
  score: number;
  /** Estimated share of travelers with this profile who would choose the offer, rounded to four decimals. */
  probability: number;
  effectiveCost: Money;
  /** Components of the score. */
  components: ScoreComponents;
  /** Id of an offer that is at least as good in all components; null if there is none. */
  dominatedBy: string | null;
  /** Categories in which the offer is the best. */
  labels: string[];
  /** Reasons for the rank and, for an award, the value of its miles. At most two if another offer dominates it, else at most four. */
  reasons: string[];
}

/** Flights with their offers, and a ranking of all offers. */
export interface ScoredSearchResponse {
  /** Id of the search. */
  id: SearchId;
  /** Environment of the data. */
  environment: Environment;
  /** Representation, which determines the schema of the response. */
  view: "full";
  request: NormalizedRequest;
  /** Time of the search. */
  createdAt: string;
  /** Time until which the offers are valid: 15 minutes after the search. */
  expiresAt: string;
  /** Flights in the requested order. */
  flights: Flight[];
  dictionaries: Dictionaries;
  /** Result of each supplier. */
  supply: Supply[];
  /** True if any flight comes from the sandbox. */
  simulated: boolean;
  /** Limits of the data in the response; usually empty. */
  warnings: Warning[];
  /** All offers of the flights, best first. */
  scoreOptions: ScoreOption[];
}

export type SearchId = string;

/** Traveler profile that sets the weights of the score. */
export type SearchProfile = "leisure" | "business" | "points";

/** Search criteria: `origin`, `destination` and `departureDate` of a one-way trip or, with `returnDate`, a round trip; or `slices`. */
export interface SearchRequest {
  /** Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport. Or a list of up to 10 of them. Required without `slices`. */
  origin?: string | PlaceReference | (string | PlaceReference)[];
  /** Airport or city of arrival, in the same formats as `origin`. Required without `slices`. */
  destination?: string | PlaceReference | (string | PlaceReference)[];
  /** Departure date at the origin, from today to 330 days ahead. Required without `slices`. */
  departureDate?: string;
  /** Return date, or null for a one-way trip. */
  returnDate?: string | null;
  /** Multi-city search, instead of `origin`, `destination`, `departureDate` and `returnDate`: 2 to 6 slices in order of their dates. A slice may start at another place than the one before it ended. */
  slices?: SearchSlice[];
  /** Adds the busiest airports within this distance of `origin` and `destination`, to at most 10 places each. Default: `0`. */
  nearbyKm?: number;
  /** Days before and after `departureDate` and `returnDate` on which flights may depart as well. Default: `0`. */
  flexibleDays?: number;
  /** Cabin. Default: `economy`. */
  cabin?: Cabin;
  /** Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition. Default: `main`. */
  cabinMatch?: CabinMatch;
  travelers?: Travelers;
  /** Include cash offers. Default: `true`. */
  includeCash?: boolean;
  /** Include award offers. Default: `false`. */
  includeAward?: boolean;
  /** Maximum stops per slice. Default: `2`. */
  maxStops?: number;
  /** Maximum number of flights. Default: `50`. */
  limit?: number;
  /** Currency of all prices (ISO 4217). Default: `USD`. */
  currency?: Currency;
  /** Only these marketing carriers (IATA codes, not case-sensitive). */
  airlines?: string[];
  /** Exclude these marketing carriers (IATA codes, not case-sensitive). */
  excludeAirlines?: string[];
  /** Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them. */
  alliances?: Alliance[];
  /** Only awards of these loyalty programs. `GET /v1/programs` lists their codes. */
  programs?: string[];
  connectingAirports?: ConnectingAirports;
  /** Minimum of each layover in minutes. The minimum connection time of the airport applies as well. */
  minLayoverMinutes?: number;
  /** Maximum of each layover in minutes. In the sandbox, layovers last at most six hours, or a day if there is no other itinerary. */
  maxLayoverMinutes?: number;
  departureTime?: TimeWindow;
  arrivalTime?: TimeWindow;
  /** Latest arrival at the destination, as local time without an offset. In a round trip, of the outbound slice. Not together with `slices`. */
  arriveBy?: string;
  /** Exclude basic economy: economy fares that can be neither changed nor refunded. If a supplier does not state the conditions of a fare, its name decides. Default: `false`. */
  excludeBasic?: boolean;
  /** Cabin bags of each traveler with a seat. Cash offers then have `bagFees` and `totalWithBags`, by which flights are sorted and ranked. Default: `0`. */
  minCarryOnBags?: number;
  /** Checked bags of each traveler with a seat, as for `minCarryOnBags`. Default: `0`. */
  minCheckedBags?: number;
  /** Add connections of two flights on separate tickets, three to eight hours apart, if they cost less than every flight on one ticket. The traveler collects bags, checks in again, and bears the cost of a missed flight. Not together with `slices`. Default: `false`. */
  allowSelfTransfer?: boolean;
  /** Maximum duration of each slice in minutes. */
  maxDurationMinutes?: number;
  maxPrice?: Money;
  /** Order of the flights. Default: `price`, or `miles` if only awards are requested. */
  sort?: SearchSort;
  /** Traveler profile of the score. Ignored by the raw search. Default: `leisure`. */
  profile?: SearchProfile;
  weights?: Weights;
  /** Return all fare brands and all awards of a flight, instead of at most two fare brands and three awards. Default: `false`. */
  allOffers?: boolean;
  /** Representation of the response. `compact` returns one short object per flight: times, carriers, stops, the cheapest cash offer, the best award and the score. Default: `full`. */
  view?: SearchView;
}

/** Flights with their offers. */
export interface SearchResponse {
  /** Id of the search. */
  id: SearchId;
  /** Environment of the data. */
  environment: Environment;
  /** Representation, which determines the schema of the response. */
  view: "full";
  request: NormalizedRequest;
  /** Time of the search. */
  createdAt: string;
  /** Time until which the offers are valid: 15 minutes after the search. */
  expiresAt: string;
  /** Flights in the requested order. */
  flights: Flight[];
  dictionaries: Dictionaries;
  /** Result of each supplier. */
  supply: Supply[];
  /** True if any flight comes from the sandbox. */
  simulated: boolean;
  /** Limits of the data in the response; usually empty. */
  warnings: Warning[];
}

/** One slice of a multi-city search. */
export interface SearchSlice {
  /** Airport or city of departure: an IATA code (not case-sensitive), a place id, or a code with its kind. A code shared by an airport and a city (`DFW`) means the airport. */
  origin: string | PlaceReference;
  /** Airport or city of arrival, in the same formats as `origin`. */
  destination: string | PlaceReference;
  /** Departure date at the origin, from today to 330 days ahead. */
  departureDate: string;
}

/** Order of flights. */
export type SearchSort = "price" | "duration" | "departure" | "arrival" | "miles";

/** Last event of a search stream. */
export interface SearchStreamDone {
  /** Name of the event. */
  type: "done";
  /** Ids of the flights of the response, in the requested order. Drop flights that are not listed. */
  flightIds: FlightId[];
  dictionaries?: Dictionaries;
  /** Result of each supplier. */
  supply: Supply[];
  /** True if any flight comes from the sandbox. */
  simulated: boolean;
  /** Limits of the data in the response; usually empty. */
  warnings: Warning[];
}

/** Last event of a search stream that failed after its start. */
export interface SearchStreamError {
  /** Name of the event. */
  type: "error";
  problem: Problem;
}

/** Event of a search stream with flights of the suppliers that have answered so far. */
export interface SearchStreamFlights {
  /** Name of the event. */
  type: "flights";
  /** New and changed flights. A flight replaces an earlier one with the same `id`. */
  flights: (Flight | CompactFlight)[];
  dictionaries?: Dictionaries;
}

/** Data of a server-sent event of a search stream, by `type`. */
export type SearchStreamPart = SearchStreamSearch | SearchStreamSupply | SearchStreamFlights | SearchStreamScoreOptions | SearchStreamDone | SearchStreamError;

/** Event of a search stream with the ranking. */
export interface SearchStreamScoreOptions {
  /** Name of the event. */
  type: "scoreOptions";
  /** All offers of the flights, best first. */
  scoreOptions: ScoreOption[];
}

/** First event of a search stream. */
export interface SearchStreamSearch {
  /** Name of the event. */
  type: Operation;
  /** Id of the search. */
  id: SearchId;
  /** Environment of the data. */
  environment: Environment;
  /** Representation of the flights. */
  view: SearchView;
  request: NormalizedRequest;
  /** Time of the search. */
  createdAt: string;
  /** Time until which the offers are valid: 15 minutes after the search. */
  expiresAt: string;
}

/** Event of a search stream when a supplier has answered or failed. */
export interface SearchStreamSupply {
  /** Name of the event. */
  type: "supply";
  supply: Supply;
}

/** Representation of a search response. */
export type SearchView = "full" | "compact";

/** Flight from one airport to the next under one flight number. */
export interface Segment {
  /** Airline that sells the flight under its number. */
  marketingCarrier: string;
  /** Airline that operates the flight. Null if the supplier does not state it. */
  operatingCarrier: string | null;
  /** Flight number without the carrier code. */
  flightNumber: string;
  /** Flight number of the operating airline, the same for all codeshares. Absent if it is that of the marketing airline, or the supplier does not state it. */
  operatingFlightNumber?: string;
  /** Aircraft type, named in `dictionaries.aircraft`. Null if the supplier does not state it. */
  aircraft: string | null;
  /** Departure airport. */
  origin: string;
  /** Arrival airport. */
  destination: string;
  /** Departure terminal, if known. */
  originTerminal?: string;
  /** Arrival terminal, if known. */
  destinationTerminal?: string;
  /** Departure time with the UTC offset of the airport. Null if the supplier does not state it. */
  departureAt: string | null;
  /** Arrival time with the UTC offset of the airport. Null if the supplier does not state it. */
  arrivalAt: string | null;
  /** Minutes from departure to arrival, gate to gate. Null if the supplier does not state it. */
  durationMinutes: number | null;
  /** Great-circle distance in kilometers. Null if the supplier does not state it. */
  distanceKm: number | null;
  /** Technical stops in order of travel. Null if the supplier does not state it. */
  stops: TechnicalStop[] | null;
}

/** New plan of an account. */
export interface SetAccountPlan {
  /** Plan of live data. */
  plan: PlanName;
}

/** Outcome of an order, as an operator found it. */
export interface SettleBooking {
  /** `confirmed`: the order `orderReference` exists; it is read at the supplier first. `failed`: there is no order. */
  outcome: "confirmed" | "failed";
  /** The supplier's id of the order. Required for `confirmed`. */
  orderReference?: string;
}

/** Open invitation of a customer to create an account. */
export interface SignUpInvitation {
  /** Id of the invitation. */
  id: string;
  /** Email address for sign-in, not case-sensitive. */
  email: string;
  /** Time of creation. */
  createdAt: string;
  /** Time at which the link expires. */
  expiresAt: string;
}

/** One page of the list. */
export interface SignUpInvitationPage {
  /** Newest first. */
  data: SignUpInvitation[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** One direction of a trip. */
export interface Slice {
  /** First airport. */
  origin: string;
  /** Last airport. */
  destination: string;
  /** First departure. */
  departureAt: string;
  /** Last arrival. */
  arrivalAt: string;
  /** Minutes from first departure to last arrival. */
  durationMinutes: number;
  /** Number of stops: layovers and technical stops. */
  stops: number;
  /** Segments in order of travel. */
  segments: Segment[];
  /** Layovers between the segments. */
  layovers: Layover[];
}

/** Slice before and after a change. */
export interface SliceChange {
  /** Index of the slice in the booking's flight. */
  slice: number;
  /** Null for a slice that was added or removed. */
  before: ChangedSlice | null;
  /** Null for a slice that was added or removed. */
  after: ChangedSlice | null;
}

/** Conditions of one slice. */
export interface SliceConditions {
  /** Terms of a cancellation before departure. Null if the supplier does not state them. */
  refund: Condition | null;
  /** Terms of a change of dates or flights before departure. Null if the supplier does not state them. */
  change: Condition | null;
  /** Terms if the first flight departs without a cancellation. Null if the supplier does not state them. */
  noShow: Condition | null;
}

/** Spend in the current period so far. */
export interface Spend {
  /** Environment of the data. */
  environment: Environment;
  /** Current plan. */
  plan: PlanName;
  /** Current period. */
  period: Period;
  /** Searches of the current period. */
  searches: SpendSearches;
  /** Charges of the current period so far. */
  lines: InvoiceLine[];
  total: Money;
}

/** Searches of the current period. */
export interface SpendSearches {
  /** Live searches used in the current period, up to the last full hour. */
  used: number;
  /** Included searches, prorated if the plan changed during the period. */
  included: number;
  /** Searches beyond the included ones, charged as overage. */
  beyond: number;
}

/** Nights between departure and return, at most 10 different stays. */
export interface StayNights {
  /** Minimum nights. */
  min: number;
  /** Maximum nights. */
  max: number;
}

/** Subscription of the account. */
export interface Subscription {
  /** Id of the subscription; null if the account never had one. */
  id: SubscriptionId | null;
  /** Environment of the data. */
  environment: Environment;
  /** Current plan. */
  plan: PlanName;
  /** Display name of the plan. */
  planTitle: string;
  /** Version of the plan's terms. */
  planVersion: number;
  /** Status of the subscription. `past_due`: an invoice is overdue. `cancelled`: the subscription has ended and the current plan is `free`. */
  status: SubscriptionStatus;
  price: Money;
  /** Live searches included in each period. */
  searchesIncluded: number;
  /** Price of the first search beyond the included ones; null if the plan has no overage. `overageTiers` has all prices. */
  overagePerSearch: Money | null;
  /** Graduated prices of the searches beyond the included ones, in order: each search has the price of its tier. Empty if searches stop there. */
  overageTiers: OverageTier[];
  /** Current period: the period of the subscription, or the UTC calendar month without a subscription. */
  period: Period;
  /** Plan after the current period; null if it does not change, `free` if the subscription was cancelled. */
  pendingPlan: PlanName | null;
  /** True if the subscription ends with the current period. */
  cancelAtPeriodEnd: boolean;
  /** True if the account can start a trial: no subscription, no previous trial and no overdue invoice. */
  trialAvailable: boolean;
  /** Time at which the subscription ended; null if it has not. */
  endedAt: string | null;
  /** Coupons that discount periods, oldest first. */
  coupons: RedeemedCoupon[];
}

/** Result of a plan change. */
export interface SubscriptionChange {
  subscription: Subscription;
  /** Invoice of the change; null if nothing was charged. */
  invoice: Invoice | null;
}

export type SubscriptionId = string;

/** Preview of the charges of a plan change. */
export interface SubscriptionPreview {
  /** Requested plan. */
  plan: PlanName;
  /** Time of the change. Upgrades take effect now, downgrades at the end of the period. */
  takesEffect: TakesEffect;
  /** Time at which the change takes effect. */
  effectiveAt: string;
  /** Period in which the change takes effect. */
  period: Period;
  /** Lines charged now; empty if nothing is charged. */
  lines: InvoiceLine[];
  total: Money;
  credit: Money;
  due: Money;
  /** Token for the plan change, which then charges exactly these amounts. */
  token: string;
  /** Time at which the token expires. */
  expiresAt: string;
}

/** Status of a subscription. */
export type SubscriptionStatus = "trialing" | "active" | "past_due" | "cancelled";

/** Live supplier, as the caller's account uses it in the caller's environment. */
export interface Supplier {
  /** Code of the supplier. */
  name: string;
  /** Environment of the data. */
  environment: Environment;
  /** True if searches of this environment include the supplier. */
  enabled: boolean;
  /** Owner of the credential that searches use; null if there is none. */
  credentialOwner: CredentialOwner | null;
  /** True if the account can save a separate credential in this environment. */
  acceptsCredential: boolean;
  /** End of the account's credential; null without one. */
  credentialHint: string | null;
  /** Time of the last successful check of the credential; null without one. */
  checkedAt: string | null;
  /** URL to register at the supplier for the events of orders, such as changed and canceled flights; null for suppliers without them. */
  webhookUrl: string | null;
  /** True if the account has saved the secret of the supplier's webhook. Events are refused without it. */
  hasWebhookSecret: boolean;
  /** True if the supplier has cash offers. */
  cash: boolean;
  /** True if the supplier has awards. */
  award: boolean;
  budget: SupplierBudget;
  /** Calls of this UTC day that the supplier counts. Calls of other processes appear within a second or two. */
  callsToday: number;
  costThisMonth: Money;
  /** Searches of this UTC day that included the supplier. */
  searchesToday: number;
  /** Share of today's searches that the supplier answered in time; null without searches. */
  answeredShare: number | null;
  /** Share of today's searches with offers of the supplier; null without searches. */
  offersShare: number | null;
  /** Mean time of today's searches in milliseconds; null without searches. */
  averageMs: number | null;
  /** Time of today's last failure; null without one. */
  lastFailureAt: string | null;
  /** Reason of today's last failure, without data of the request; null without one. */
  lastFailure: string | null;
}

/** Limits of the calls to a supplier, over all processes. */
export interface SupplierBudget {
  /** Maximum number of calls in a UTC day; null for no limit. */
  callsPerDay: number | null;
  /** Maximum cost of calls in a UTC month, in USD; null for no limit. */
  spendPerMonth: Money | null;
  /** Maximum number of calls per booking in a UTC month (look-to-book ratio); null for no limit. */
  callsPerBooking: number | null;
}

/** The whole list. */
export interface SupplierList {
  /** All live suppliers of the environment. */
  data: Supplier[];
  /** Always null: the list has one page. */
  nextCursor: null;
}

/** Observations of one process. */
export interface SupplierProcess {
  /** Searches that included the supplier since the process started. */
  searches: number;
  /** Searches of these that the supplier answered in time. */
  answered: number;
  /** Searches that left the supplier out, by reason. */
  skipped: { budget: number; breaker: number; unsupported: number; busy: number };
  /** Circuit breaker, as the last search of the process found it; `unknown` before one. Each credential in each search thread has its own. */
  circuit: "closed" | "open" | "unknown";
  /** Time of that search; null before one. */
  circuitObservedAt: string | null;
}

/** Result of one supplier. */
export interface Supply {
  /** Code of the supplier. */
  source: string;
  /** Result of the supplier. */
  status: SupplyStatus;
  /** Reason why the supplier was skipped: its call budget is used up (`budget`), it failed repeatedly (`breaker`), it does not support the request (`unsupported`) or it has too many pending searches (`busy`). Null unless `status` is `skipped`. */
  reason: "budget" | "breaker" | "unsupported" | "busy" | null;
  /** Number of offers that the supplier sent: `offers` and the counts of `dropped`. */
  received: number;
  /** Number of offers returned. In the event `supply` of a stream, which comes before the limits of the response apply: offers that pass the filters. */
  offers: number;
  /** Received offers that are not returned, by reason; reasons without any are left out. */
  dropped: DroppedOffers[];
  /** Response time in milliseconds. */
  tookMs: number;
  /** Time of the oldest data in the result; null without flights. */
  observedAt: string | null;
  /** Share of the search that the result covers, such as the airport pairs that were queried; null if it is unknown: the supplier has not answered, it was stopped before the end of its answer, or it may not have waited for every airline. */
  coverage: number | null;
}

/** Result of a supplier. */
export type SupplyStatus = "ok" | "timeout" | "error" | "skipped";

/** Reason of a suspension. */
export interface SuspendAccount {
  /** Reason, shown to operators and in the audit logs of both accounts. */
  reason: string;
}

/** Time at which a plan change takes effect. */
export type TakesEffect = "now" | "period_end";

/** Tax or airport charge. */
export interface Tax {
  /** Code of the tax on tickets; null for a modeled charge, for one whose code is not known, and if the supplier states only the sum. */
  code: string | null;
  amount: Money;
  /** Basis of the amount: the text of a `law`; a tariff or notice that was `published`; an `approximate` amount, such as that of the largest airport for the whole country; or a model of airport charges (`modelled`). The weakest, if several amounts have one code. Null for the taxes of a live supplier. */
  basis: TaxBasis | null;
  /** Last day of departure for which the source states the rate; later departures have the latest known one. If the tax has several charges, the earliest of their days, or of the days that are past. Null if the source names no end, and for the taxes of a live supplier. */
  validUntil: string | null;
}

/** Basis of the amount of a tax. */
export type TaxBasis = "law" | "published" | "approximate" | "modelled";

/** Type of a tax id. Values may be added: accept unknown values. */
export type TaxIdType = "eu_vat" | "gb_vat" | "ch_vat" | "no_vat" | "au_abn" | "in_gst";

/** Stop within a flight, without a change of the flight number. Travelers may need a visa for it. */
export interface TechnicalStop {
  /** Airport of the stop. */
  airport: string;
  /** Arrival time with the UTC offset of the airport. Null if the supplier does not state it. */
  arrivalAt: string | null;
  /** Departure time with the UTC offset of the airport. Null if the supplier does not state it. */
  departureAt: string | null;
  /** Minutes on the ground. Null if the supplier does not state it. */
  durationMinutes: number | null;
}

/** Clock of the account's test data. */
export interface TestClock {
  /** Current time of the account's test data. */
  now: string;
  /** Seconds ahead of real time. */
  offsetSeconds: number;
}

/** Range of local times, inclusive. If `from` is later than `to`, the range spans midnight. */
export interface TimeWindow {
  /** Earliest local time, HH:MM. */
  from: string;
  /** Latest local time, HH:MM. */
  to: string;
}

export interface TransferPartner {
  /** Points that can be transferred to the program. */
  currency: string;
  /** Miles per point. */
  ratio: number;
}

/** Travel document. */
export interface TravelDocument {
  /** Type of the document. */
  type: "passport";
  /** Number of the document. */
  number: string;
  /** Country that issued the document (ISO 3166-1 alpha-2). */
  issuingCountry: string;
  /** Last day of validity. */
  expiresOn: string;
}

/** Traveler. */
export interface Traveler {
  /** Type of traveler by age on the date of the last slice: adults are 18 or older, youths 12 to 17, children 2 to 11, infants under 2, on a lap (`infant`) or with a seat (`infant_in_seat`). If the search stated no ages, travelers aged 12 to 17 can be adults. */
  type: TravelerType;
  /** Given names. */
  givenName: string;
  /** Family name. */
  familyName: string;
  /** Date of birth, 1900 or later. */
  bornOn: string;
  /** Title, if the offer `requires` it. */
  title?: "mr" | "ms" | "mrs" | "miss" | "dr";
  /** Gender as in the travel document, if the offer `requires` it. */
  gender?: "female" | "male";
  document?: TravelDocument;
  /** For an infant on a lap: index in `travelers` of the adult on whose lap it travels. By default, the first infant travels with the first adult, the second with the second. */
  withAdult?: number;
}

/** Number of travelers. */
export interface TravelerCounts {
  /** Travelers aged 18 or older. Without `ages`, travelers aged 12 to 17 can be counted here as well, at the price of adults. */
  adults: number;
  /** Travelers aged 12 to 17. */
  youths: number;
  /** Travelers aged 2 to 11. */
  children: number;
  /** Travelers under 2 on an adult's lap. */
  infants: number;
  /** Travelers under 2 with a separate seat. */
  infantsInSeat: number;
  /** Ages of all travelers under 18 in years on the date of the last slice, in any order. Absent counts follow from it; others must agree with it. Without it, 16 is assumed for youths, 8 for children and 1 for infants. */
  ages?: number[];
}

/** Data of a traveler that some sellers need: title, gender, an identity document, or the exact age in the search. Values may be added: accept unknown values. */
export type TravelerData = "title" | "gender" | "document" | "ages";

/** Type of traveler. */
export type TravelerType = "adult" | "youth" | "child" | "infant_in_seat" | "infant";

/** Number of travelers by their age on the date of the last slice, at most 9 seats. An infant who turns two by then needs a seat and counts as a child. */
export interface Travelers {
  /** Travelers aged 18 or older. Without `ages`, travelers aged 12 to 17 can be counted here as well, at the price of adults. */
  adults: number;
  /** Travelers aged 12 to 17. Default: `0`. */
  youths?: number;
  /** Travelers aged 2 to 11. Default: `0`. */
  children?: number;
  /** Travelers under 2 on an adult's lap, at most one per adult. Default: `0`. */
  infants?: number;
  /** Travelers under 2 with a separate seat. Default: `0`. */
  infantsInSeat?: number;
  /** Ages of all travelers under 18 in years on the date of the last slice, in any order. Absent counts follow from it; others must agree with it. Without it, 16 is assumed for youths, 8 for children and 1 for infants. */
  ages?: number[];
}

/** Type of an example event. */
export interface TriggerEvent {
  /** Type of the event. */
  type: EventType;
}

/** Usage of an hour or a day. Hours and days without usage are omitted. */
export interface Usage {
  /** Start of the hour or day, in UTC. */
  from: string;
  /** End of the hour or day, exclusive. */
  to: string;
  /** Operation, with `groupBy=operation`. */
  operation?: Operation;
  /** Key of the requests, with `groupBy=key`; null for a portal user. */
  keyId?: KeyId | null;
  /** Portal user of the requests, with `groupBy=key`. */
  userId?: UserId;
  /** Application of the requests, with `groupBy=application`; null for keys without an application. */
  applicationId?: ApplicationId | null;
  /** Number of counted requests. */
  count: number;
}

/** Length of the time buckets. */
export type UsageGranularity = "hour" | "day";

/** Grouping of usage counts. */
export type UsageGroup = "operation" | "key" | "application";

/** Maximum number of searches or bookings of a key in a period. */
export interface UsageLimit {
  /** Maximum number in the period. */
  max: number;
  /** Period in UTC after which the count starts again. */
  period: UsageLimitPeriod;
}

/** Period of a usage limit, in UTC. */
export type UsageLimitPeriod = "day" | "month";

/** A usage limit of a key with the number of uses in the current period. */
export interface UsageLimitState {
  /** Maximum number in the period. */
  max: number;
  /** Period in UTC after which the count starts again. */
  period: UsageLimitPeriod;
  /** Number in the current period, by all keys that share the limit. */
  used: number;
  /** End of the current period. */
  resetsAt: string;
}

/** Usage limits of a key with their uses. */
export interface UsageLimitStates {
  /** Limit of searches, calendars and explorations, including runs of watches; null for none. */
  searches: UsageLimitState | null;
  /** Limit of bookings; null for none. */
  bookings: UsageLimitState | null;
}

/** Usage limits of a key. In a change, an omitted limit stays as it is, and null removes it. */
export interface UsageLimits {
  /** Limit of searches, calendars and explorations, including runs of watches; null for none. */
  searches?: UsageLimit | null;
  /** Limit of bookings; null for none. */
  bookings?: UsageLimit | null;
}

/** One page of the list. */
export interface UsagePage {
  /** Newest first. */
  data: Usage[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Plan whose quota the total counts toward; null for test data, which has no quota. */
export interface UsagePlan {
  /** Name of the plan. */
  name: string;
  /** Searches included in the period; null for no limit. */
  searchesIncluded: number | null;
}

/** Data of the event: Usage threshold reached. */
export interface UsageThresholdData {
  /** Threshold in percent. */
  percent: number;
  /** Searches used in the current period. */
  used: number;
  /** Searches included in the plan. */
  included: number;
  /** End of the period. */
  periodEndsAt: string;
}

/** Usage threshold reached. */
export interface UsageThresholdEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "usage.threshold";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: UsageThresholdData;
}

/** Usage threshold reached. */
export interface UsageThresholdRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "usage.threshold";
  data: UsageThresholdData;
}

export type UserId = string;

/** Webhook endpoint whose challenge was sent again. */
export interface VerificationStarted {
  /** Id of the webhook endpoint. */
  id: WebhookId;
  /** Environment of the data. */
  environment: Environment;
  /** URL that receives deliveries: absolute, https, port 443 or 8443. */
  url: string;
  /** New URL that is not verified yet. */
  pendingUrl: string | null;
  /** Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types. */
  events: string[];
  /** Display text. */
  description: string;
  /** Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed. */
  status: WebhookStatus;
  /** Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application. */
  applicationId: ApplicationId | null;
  /** Maximum deliveries per second, not counting challenges; null for no limit. */
  maxPerSecond: number | null;
  /** Reason why the last challenge failed; null if it did not. */
  challengeFailure: string | null;
  /** Time of creation of the secret that signs deliveries. */
  secretCreatedAt: string;
  /** Time of creation of the previous secret; null if there is none or the time is unknown. */
  previousSecretCreatedAt: string | null;
  /** Time until which the previous secret is valid; null if there is none. */
  previousSecretEndsAt: string | null;
  /** Time of the first failure since the last success; null if the last attempt succeeded. */
  firstFailureAt: string | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Reason why the endpoint is disabled; null if it is not. */
  disabledReason: string | null;
  /** Names of the custom headers. Their values are not returned. */
  headerNames: string[];
  /** Type of the credentials, `basic`, `oauth2` or `mtls`; null for none. */
  authType: string | null;
  /** Time at which the client certificate expires; null if the credentials are of another type. */
  certificateExpiresAt: string | null;
  /** Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions. */
  filter: Record<string, unknown> | null;
  /** True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries. */
  ordered: boolean;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
  /** Events that match the subscriptions and were not delivered to this endpoint; null if there are none, or if the endpoint is active. When it is active again, replay them with `POST /v1/webhooks/{id}/replay` and this `from`. */
  missedEvents: { from: string; matched: number; matchedIsMinimum: boolean } | null;
}

/** Limit of the data in a response. */
export interface Warning {
  /** Code of the warning. */
  code: WarningCode;
  /** Subject of the warning in this response. */
  detail: string;
}

/** Code of a warning in a response. Values may be added: accept unknown values. */
export type WarningCode = "TAX_RATES_OUTDATED";

/** Search that the service repeats, and the condition that it notifies on. */
export interface Watch {
  /** Id of the watch. */
  id: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the watch. A key of an application creates watches of that application. */
  applicationId: ApplicationId | null;
  /** `expired`: the departure date or `expiresAt` has passed. */
  status: WatchStatus;
  search: SearchRequest;
  condition: WatchCondition;
  /** Minutes between two runs. Each run counts as one search. Default: `60`. */
  intervalMinutes: number;
  /** Lowest price of the first run in which all suppliers answered, to which `dropPercent` refers; null before. */
  baseline: Money | null;
  /** Best values of the last run; null before the first. */
  lastPrices: WatchPrices | null;
  /** Flights that matched in the last run, best first, at most 10. */
  matches: WatchFlight[];
  /** Number of flights that match. */
  matchCount: number;
  /** Last run; null before the first. */
  lastRun: WatchRun | null;
  /** Time of the last `watch.matched` event; null before the first. */
  lastMatchedAt: string | null;
  /** Time of the next run; null for a paused or expired watch. */
  nextRunAt: string | null;
  /** Time of creation. */
  createdAt: string;
  /** Time after which the watch does not run. */
  expiresAt: string;
  metadata: Metadata;
}

/** Best award of a flight that matches a watch. */
export interface WatchAward {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight. */
  slices?: CompactSlice[];
  /** Code of the loyalty program. */
  program: string;
  /** Miles for all travelers. */
  miles: number;
  /** Money part for all travelers in the currency of the search. Null if the supplier does not state it. */
  total: Money | null;
  /** Value per mile; null without a cash offer to compare with. */
  centsPerPoint: number | null;
  /** Seats, 1–9; null if the supplier does not state them. */
  seatsRemaining: number | null;
}

/** Best cash offer of a flight that matches a watch. */
export interface WatchCash {
  /** Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`. */
  offerId: OfferId;
  /** Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight. */
  slices?: CompactSlice[];
  total: Money;
  /** Seats, 1–9; null if the supplier does not state them. */
  seatsRemaining: number | null;
}

/** Conditions on one offer. A cash offer matches if it meets `maxPrice`, `dropPercent` and `minSeats`, an award if it meets `maxMiles`, `minCentsPerPoint` and `minSeats`, as far as they are given. Offers of a kind without its own condition do not match, unless `minSeats` is the only condition. */
export interface WatchCondition {
  maxPrice?: Money;
  /** A cash offer must be at least this much cheaper than `baseline`, in percent. */
  dropPercent?: number;
  /** Highest miles of an award for all travelers. The search must have `includeAward`. */
  maxMiles?: number;
  /** Lowest value of an award in cents of the search's currency per mile, as `centsPerPoint` of an offer. The search must have `includeAward`. */
  minCentsPerPoint?: number;
  /** Lowest `seatsRemaining` of an offer; 9 means nine or more. Offers whose supplier does not state the seats do not match. */
  minSeats?: number;
}

/** Condition of a watch. Values may be added: accept unknown values. */
export type WatchConditionName = "maxPrice" | "maxMiles" | "minSeats" | "minCentsPerPoint" | "dropPercent";

/** Flight that matches a watch. */
export interface WatchFlight {
  /** Id of the flight. The same itinerary has the same id in all searches. */
  flightId: FlightId;
  /** Slices of the trip. */
  slices: CompactSlice[];
  /** `new`: the flight did not match before. `better`: its price, miles or value is better than last reported. `none`: neither. */
  change: "new" | "better" | "none";
  /** Best matching cash offer; null if none matches. */
  cash: WatchCash | null;
  /** Best matching award; null if none matches. */
  award: WatchAward | null;
}

/** Data of the event: Watch matched. */
export interface WatchMatchedData {
  /** Id of the watch. */
  watchId: string;
  /** Search of the watch. */
  search: SearchRequest;
  /** Condition of the watch. */
  condition: WatchCondition;
  /** Flights that match now and did not before, or that are better than last reported: the best 10. */
  flights: WatchFlight[];
  /** Number of such flights. */
  flightCount: number;
  /** Number of all flights that match now. */
  matchCount: number;
  /** Conditions that these flights meet. */
  because: WatchReason[];
  /** Time of the run. */
  searchedAt: string;
  metadata: Metadata;
}

/** Watch matched. */
export interface WatchMatchedEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "watch.matched";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: WatchMatchedData;
}

/** Watch matched. */
export interface WatchMatchedRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "watch.matched";
  data: WatchMatchedData;
}

/** One page of the list. */
export interface WatchPage {
  /** Newest first. */
  data: Watch[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Best values of all offers of a run that meet `minSeats`, whether they meet the other conditions or not. */
export interface WatchPrices {
  /** Lowest total of cash offers; null if there are none. */
  price: Money | null;
  /** Lowest miles of awards; null if there are none. */
  miles: number | null;
  /** Highest value of awards per mile; null if it is unknown. */
  centsPerPoint: number | null;
  /** Most seats of an offer; null if they are unknown. */
  seats: number | null;
}

/** Condition that the flights of an event meet, with previous and present value. */
export interface WatchReason {
  /** Condition that is met. */
  condition: WatchConditionName;
  /** Value of the condition: an amount for `maxPrice`, else a number. */
  limit: Money | number;
  /** Best value of the run before: price, miles, seats or cents per point; for `dropPercent`, the baseline. Null if there was none. */
  previous: Money | number | null;
  /** Best value of the flights of the event. */
  present: Money | number;
}

/** A run of a watch. */
export interface WatchRun {
  /** Time of the run. */
  startedAt: string;
  /** `succeeded`: all suppliers answered. `partial`: some did. `failed` and `skipped`: the watch was not compared with any offer. */
  status: WatchRunStatus;
  /** Reason if the run did not succeed, else null. */
  reason: WatchRunReason | null;
}

/** Reason of a run of a watch that did not succeed. Values may be added: accept unknown values. */
export type WatchRunReason = "supplier_failed" | "supply_unavailable" | "search_refused" | "quota_exceeded" | "key_limit_exceeded" | "account_suspended" | "error";

/** Result of a run of a watch. Values may be added: accept unknown values. */
export type WatchRunStatus = "succeeded" | "partial" | "failed" | "skipped";

/** Status of a watch. Values may be added: accept unknown values. */
export type WatchStatus = "active" | "paused" | "expired";

/** Webhook endpoint without its secret. */
export interface Webhook {
  /** Id of the webhook endpoint. */
  id: WebhookId;
  /** Environment of the data. */
  environment: Environment;
  /** URL that receives deliveries: absolute, https, port 443 or 8443. */
  url: string;
  /** New URL that is not verified yet. */
  pendingUrl: string | null;
  /** Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types. */
  events: string[];
  /** Display text. */
  description: string;
  /** Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed. */
  status: WebhookStatus;
  /** Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application. */
  applicationId: ApplicationId | null;
  /** Maximum deliveries per second, not counting challenges; null for no limit. */
  maxPerSecond: number | null;
  /** Reason why the last challenge failed; null if it did not. */
  challengeFailure: string | null;
  /** Time of creation of the secret that signs deliveries. */
  secretCreatedAt: string;
  /** Time of creation of the previous secret; null if there is none or the time is unknown. */
  previousSecretCreatedAt: string | null;
  /** Time until which the previous secret is valid; null if there is none. */
  previousSecretEndsAt: string | null;
  /** Time of the first failure since the last success; null if the last attempt succeeded. */
  firstFailureAt: string | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Reason why the endpoint is disabled; null if it is not. */
  disabledReason: string | null;
  /** Names of the custom headers. Their values are not returned. */
  headerNames: string[];
  /** Type of the credentials, `basic`, `oauth2` or `mtls`; null for none. */
  authType: string | null;
  /** Time at which the client certificate expires; null if the credentials are of another type. */
  certificateExpiresAt: string | null;
  /** Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions. */
  filter: Record<string, unknown> | null;
  /** True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries. */
  ordered: boolean;
  metadata: Metadata;
  /** Time of creation. */
  createdAt: string;
}

/** Credentials for challenges and deliveries, by `type`. They are stored encrypted and not returned. */
export type WebhookAuth = WebhookBasicAuth | WebhookOAuth2 | WebhookMtls;

/** User name and password of HTTP Basic authentication. */
export interface WebhookBasicAuth {
  /** HTTP Basic authentication. */
  type: "basic";
  /** User name, without colons. */
  username: string;
  /** Password. */
  password: string;
}

/** Data of the event: Webhook endpoint disabled. */
export interface WebhookDisabledData {
  /** Id of the webhook endpoint. */
  webhookId: WebhookId;
  /** URL of the webhook endpoint. */
  url: string;
  /** Time of the first failure after the last success. */
  firstFailureAt: string;
  /** Failed attempts since the last success. */
  failures: number;
  /** Reason. */
  reason: string;
}

/** Webhook endpoint disabled. */
export interface WebhookDisabledEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "webhook.disabled";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: WebhookDisabledData;
}

/** Webhook endpoint disabled. */
export interface WebhookDisabledRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "webhook.disabled";
  data: WebhookDisabledData;
}

/** Data of the event: Webhook endpoint failing. */
export interface WebhookFailingData {
  /** Id of the webhook endpoint. */
  webhookId: WebhookId;
  /** URL of the webhook endpoint. */
  url: string;
  /** Time of the first failure after the last success. */
  firstFailureAt: string;
  /** Failed attempts since the last success. */
  failures: number;
}

/** Webhook endpoint failing. */
export interface WebhookFailingEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "webhook.failing";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: WebhookFailingData;
}

/** Webhook endpoint failing. */
export interface WebhookFailingRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "webhook.failing";
  data: WebhookFailingData;
}

export type WebhookId = string;

/** Client certificate that is presented to the server of an https URL. */
export interface WebhookMtls {
  /** Client certificate of mutual TLS. */
  type: "mtls";
  /** Certificate in PEM, followed by those of its issuers, up to 10. It must allow client authentication. */
  certificate: string;
  /** Private key of the certificate in PEM, without a passphrase. */
  privateKey: string;
}

/** OAuth 2.0 client credentials, which are exchanged for the bearer token of challenges and deliveries. */
export interface WebhookOAuth2 {
  /** OAuth 2.0 client credentials. */
  type: "oauth2";
  /** URL from which tokens are requested, with the client id and secret in HTTP Basic authentication. The rules for the URL of an endpoint apply. */
  tokenUrl: string;
  /** Client id. */
  clientId: string;
  /** Client secret. */
  clientSecret: string;
  /** Scopes to request, separated by spaces; absent for the default of the server. */
  scope?: string;
}

/** One page of the list. */
export interface WebhookPage {
  /** Newest first. */
  data: Webhook[];
  /** `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/** Status of a webhook endpoint. */
export type WebhookStatus = "pending_verification" | "active" | "paused" | "verification_failed" | "disabled";

/** Test event and its delivery. */
export interface WebhookTest {
  /** Id of the event. */
  eventId: EventId;
  /** Id of the delivery, the same for all attempts. */
  deliveryId: DeliveryId;
}

/** Data of the event: Test event. */
export interface WebhookTestData {
  /** Fixed text. */
  message: string;
}

/** Test event. */
export interface WebhookTestEvent {
  /** Id of the event. */
  id: EventId;
  /** Type of the event. */
  type: "webhook.test";
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Version of the API. */
  apiVersion: "v1";
  /** Id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  data: WebhookTestData;
}

/** Test event. */
export interface WebhookTestRecord {
  /** Id of the event. */
  id: EventId;
  /** Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it. */
  subject: string | null;
  /** Time of the event. */
  createdAt: string;
  /** Environment of the data. */
  environment: Environment;
  /** Application of the booking, key or endpoint; null for events of the account. */
  applicationId: ApplicationId | null;
  /** Type of the event. */
  type: "webhook.test";
  data: WebhookTestData;
}

/** Weights of the score components relative to the profile: 1 is the default, 0 ignores the component, 2 doubles it. */
export interface Weights {
  /** Effective cost. */
  price?: number;
  /** Time from first departure to last arrival. */
  duration?: number;
  /** Connections. */
  stops?: number;
  /** Convenience of departure and arrival times. */
  schedule?: number;
  /** Cabin and aircraft. */
  comfort?: number;
  /** Refunds and changes. */
  flexibility?: number;
  /** CO2. */
  emissions?: number;
  /** Risk of a missed connection. */
  risk?: number;
}

/** Event of a type, or of any type. `type` determines the type of `data`. */
export type EventOf<Type extends EventType = EventType> = Extract<Event, { type: Type }>;

/** Types of `data` by the type of the event. */
export type EventData = { [Type in EventType]: EventOf<Type>["data"] };

/** Event in the body of a webhook delivery. `type` determines the type of `data`. A newer service may send further types. */
export type WebhookEvent = BookingPendingEvent | BookingConfirmedEvent | BookingFailedEvent | BookingChangedEvent | BookingCancelledEvent | WatchMatchedEvent | WebhookTestEvent | WebhookFailingEvent | WebhookDisabledEvent | KeyRevokedEvent | InvoiceFinalizedEvent | InvoicePaymentFailedEvent | UsageThresholdEvent;
