import { type Static, Type } from "typebox";
import { ConditionsSchema } from "./conditions.ts";
import { FlightSchema } from "./flight.ts";
import { SegmentSchema, SliceSchema } from "./itinerary.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nameTextPattern, nullable, oneOf, orNull, ref } from "./schema.ts";
import { travelerTypes } from "./travelers.ts";
import { createdRange, environmentName, idOf, instant, offerId, searchId } from "./wire-values.ts";

export const bookingStatuses = ["pending", "confirmed", "failed", "cancelled"] as const;

/** Reasons why a booking at a supplier failed. */
export const bookingFailures = [
  "offer_unavailable",
  "offer_expired",
  "price_changed",
  "refused",
  "insufficient_balance",
  "supplier_unavailable",
  "not_created",
] as const;

/** Reasons why a booking at a supplier is pending. */
export const pendingReasons = ["accepted", "unknown"] as const;

/** Parties that cancel a booking. */
export const cancellers = ["customer", "operator", "airline"] as const;

/** Destinations of a refund. */
export const refundTargets = ["balance", "original_payment", "airline_credit"] as const;

export const changeInitiators = ["customer", "airline"] as const;
export const changeStatuses = ["pending", "applied", "accepted", "cancelled", "failed"] as const;
export const changeActions = ["accept", "cancel"] as const;

export const bookingReference = Type.String({
  pattern: "^[A-HJ-NP-Z2-9]{6}$",
  description: "Record locator, unique within the account.",
  examples: ["K3QX7P"],
});

export const clientReference = Type.String({
  pattern: "^[\\x21-\\x7e]{1,100}$",
  description: "Your own reference, such as an order number: 1 to 100 visible ASCII characters.",
  examples: ["order-8731"],
});

const bookingId = idOf("bkg", "Id of the booking.");

const name = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: nameTextPattern,
    description,
    examples: [example],
  });

export const TravelDocumentSchema = Type.Object(
  {
    type: oneOf(["passport"], { description: "Type of the document.", examples: ["passport"] }),
    number: Type.String({
      pattern: "^[A-Za-z0-9]{3,20}$",
      description: "Number of the document.",
      examples: ["19KL56147"],
    }),
    issuingCountry: Type.String({
      pattern: "^[A-Z]{2}$",
      description: "Country that issued the document (ISO 3166-1 alpha-2).",
      examples: ["GB"],
    }),
    expiresOn: Type.String({
      format: "date",
      pattern: "^2",
      description: "Last day of validity.",
      examples: ["2035-04-25"],
    }),
  },
  { $id: "TravelDocument", additionalProperties: false, description: "Travel document." },
);

export const TravelerSchema = Type.Object(
  {
    type: oneOf(travelerTypes, {
      description:
        "Type of traveler by age on the date of the last slice: adults are 18 or older, youths 12 to 17, children 2 to 11, infants under 2, on a lap (`infant`) or with a seat (`infant_in_seat`). If the search stated no ages, travelers aged 12 to 17 can be adults.",
      examples: ["adult"],
    }),
    givenName: name("Given names.", "Ada"),
    familyName: name("Family name.", "Lovelace"),
    bornOn: Type.String({
      format: "date",
      pattern: "^(19|2)",
      description: "Date of birth, 1900 or later.",
      examples: ["1990-12-10"],
    }),
    title: Type.Optional(
      oneOf(["mr", "ms", "mrs", "miss", "dr"], {
        description: "Title, if the offer `requires` it.",
        examples: ["ms"],
      }),
    ),
    gender: Type.Optional(
      oneOf(["female", "male"], {
        description: "Gender as in the travel document, if the offer `requires` it.",
        examples: ["female"],
      }),
    ),
    document: Type.Optional(ref(TravelDocumentSchema, { description: "Travel document, if the offer `requires` it." })),
    withAdult: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 17,
        description:
          "For an infant on a lap: index in `travelers` of the adult on whose lap it travels. By default, the first infant travels with the first adult, the second with the second.",
        examples: [0],
      }),
    ),
  },
  { $id: "Traveler", additionalProperties: false, description: "Traveler." },
);

export const ContactSchema = Type.Object(
  {
    email: Type.String({
      maxLength: 254,
      pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}([.][A-Za-z0-9-]{1,63})+$",
      description:
        "Email address. In the sandbox, `sold-out@`, `price-changed@`, `pending@`, `airline-changes@` and `airline-cancels@` at any domain simulate these outcomes.",
      examples: ["ada@example.com"],
    }),
    phone: Type.String({
      pattern: "^[+][1-9][0-9]{6,14}$",
      description: "Phone number in E.164 format: country code, no spaces.",
      examples: ["+442071234567"],
    }),
  },
  { $id: "Contact", additionalProperties: false, description: "Contact details for the travelers." },
);

export const CreateBookingSchema = Type.Object(
  {
    offerId,
    travelers: Type.Array(ref(TravelerSchema), {
      minItems: 1,
      maxItems: 18,
      description: "Travelers: the same number of each type as in the search, and the same ages if it stated them.",
    }),
    contact: ref(ContactSchema),
    clientReference: Type.Optional({
      ...clientReference,
      description:
        "Your own reference, such as an order number: 1 to 100 visible ASCII characters. A second booking with the same reference in the same account and environment within 24 hours returns 409 `CONFLICT`.",
    }),
    maxTotal: Type.Optional(
      ref(MoneySchema, {
        description:
          "Highest total that you accept, in the currency of the offer. An offer whose price, flights or times changed is booked within it; without this member, every change returns 409 `OFFER_CHANGED`. A total above it is never booked.",
      }),
    ),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateBooking", additionalProperties: false, description: "Booking to create." },
);

export const AirlineCreditSchema = Type.Object(
  {
    code: nullable(
      Type.String({ description: "Code of the credit; null before the airline issues it.", examples: ["AC-7731"] }),
    ),
    amount: ref(MoneySchema, { description: "Value of the credit." }),
    expiresAt: nullable(instant("End of the validity of the credit; null if the supplier does not state it.")),
  },
  { $id: "AirlineCredit", description: "Credit that an airline issues instead of money." },
);

export const RefundSchema = Type.Object(
  {
    money: orNull(ref(MoneySchema), "Refund; see `refundTo` for its form. Null if the supplier does not state it."),
    miles: nullable(Type.Integer({ description: "Refunded miles; null for a cash booking.", examples: [60_000] })),
    fee: orNull(ref(MoneySchema), "Part of the total that is not refunded; null if unknown."),
    refundTo: nullable(
      oneOf(refundTargets, {
        description:
          "`balance`: the balance with the supplier. `original_payment`: the form of payment of the order. `airline_credit`: a credit of the airline, not money. Null in the sandbox, and if the supplier does not state it.",
        examples: ["balance"],
      }),
    ),
    credits: Type.Array(ref(AirlineCreditSchema), { description: "Credits of the airline; empty without any." }),
    quoted: Type.Optional(
      ref(MoneySchema, {
        description: "Refund that the supplier quoted before the cancellation; absent if it confirmed the same amount.",
      }),
    ),
    rule: Type.String({
      description: "Rule that determined the refund.",
      examples: ["The fare is refundable: all of it."],
    }),
    expiresAt: nullable(instant("End of the validity of a quote by a supplier; null without one.")),
  },
  { $id: "Refund", description: "Refund of a booking." },
);

export const BookingFailureSchema = Type.Object(
  {
    code: oneOf(bookingFailures, {
      description:
        "`offer_unavailable`: the supplier no longer sells the offer. `offer_expired`: the offer expired before the order. `price_changed`: the price changed before the order, beyond `maxTotal`. `refused`: the airline or the supplier refused the order. `insufficient_balance`: the balance with the supplier is too low. `supplier_unavailable`: the supplier was not reached. `not_created`: the supplier reports that it created no order.",
      examples: ["offer_unavailable"],
    }),
    supplierCode: nullable(
      Type.String({ description: "Error code of the supplier; null without one.", examples: ["airline_unknown"] }),
    ),
  },
  { $id: "BookingFailure", description: "Reason why a booking failed. Nothing was ordered." },
);

const { marketingCarrier, flightNumber, origin, destination, departureAt, arrivalAt } = SegmentSchema.properties;

export const ChangedSliceSchema = Type.Object(
  {
    departureAt: SliceSchema.properties.departureAt,
    arrivalAt: SliceSchema.properties.arrivalAt,
    segments: Type.Array(Type.Object({ marketingCarrier, flightNumber, origin, destination, departureAt, arrivalAt }), {
      description: "Flights in order of travel.",
    }),
  },
  { $id: "ChangedSlice", description: "Slice before or after a change by the airline." },
);

/** A slice that the airline has changed. */
export interface BookingChange {
  slice: number;
  before: Static<typeof ChangedSliceSchema> | null;
  after: Static<typeof ChangedSliceSchema> | null;
}

const changedSlice = orNull(ref(ChangedSliceSchema), "Null for a slice that was added or removed.");

export const SliceChangeSchema = Type.Object(
  {
    slice: Type.Integer({ minimum: 0, description: "Index of the slice in the booking's flight.", examples: [0] }),
    before: changedSlice,
    after: changedSlice,
  },
  { $id: "SliceChange", description: "Slice before and after a change." },
);

/** Slices before and after a change. */
export const changedSlices = (description: string) => Type.Array(ref(SliceChangeSchema), { description });

export const changeId = idOf("chg", "Id of the change.");

export const changeAction = oneOf(changeActions, {
  description:
    "`accept`: take the new flights with `POST /v1/bookings/{id}/changes/{changeId}/accept`. `cancel`: cancel the booking on the airline's terms with `POST /v1/bookings/{id}/changes/{changeId}/cancel`.",
  examples: ["accept"],
});

export const ChangeSchema = Type.Object(
  {
    id: changeId,
    initiatedBy: oneOf(changeInitiators, { description: "Party that initiated the change.", examples: ["airline"] }),
    status: oneOf(changeStatuses, {
      description:
        "`pending`: the change is neither accepted nor applied, and the booking has its old flights. `accepted`: the booking has the new flights. `applied`: the order was changed in another way. `cancelled`: the booking was cancelled instead. `failed`: the change was not made.",
      examples: ["pending"],
    }),
    slices: changedSlices("Slices that change."),
    actions: Type.Array(changeAction, { description: "Actions that are available now." }),
    createdAt: instant("Time at which the change became known."),
    updatedAt: instant("Time of the last change of its status."),
  },
  { $id: "Change", description: "Change of a booking." },
);

export const BookingSchema = Type.Object(
  {
    id: bookingId,
    environment: environmentName,
    applicationId: nullable(idOf("app", "Application of the key that created the booking.")),
    status: oneOf(bookingStatuses, {
      description:
        "`pending`: ordered at the supplier, without a result yet; see `pendingReason`. `confirmed`, `cancelled`: as named. `failed`: the supplier created no order; see `failure`. An order that appears after that is cancelled, or confirms the booking if the operator has set `BOOKINGS_LATE_ORDERS=adopt`.",
      examples: ["confirmed"],
    }),
    pendingReason: nullable(
      oneOf(pendingReasons, {
        description:
          "Why the booking is pending. `accepted`: the supplier has accepted the order and has not confirmed it. `unknown`: no answer yet, or it was lost. Null unless `status` is `pending`.",
        examples: ["accepted"],
      }),
    ),
    reference: bookingReference,
    source: Type.String({
      description: "Supplier of the booked offer: `sandbox`, or a live supplier.",
      examples: ["sandbox"],
    }),
    supplierReference: nullable(
      Type.String({
        description: "Record locator of the airline; null in the sandbox and before it is known.",
        examples: ["RZPNX8"],
      }),
    ),
    clientReference: nullable(clientReference),
    kind: oneOf(["cash", "award"], { description: "Kind of payment: money or miles.", examples: ["cash"] }),
    offerId,
    searchId,
    flight: ref(FlightSchema, {
      description: "Flight as the supplier of the offer states it, with only the booked offer.",
    }),
    conditions: ref(ConditionsSchema, { description: "Conditions of the booked offer." }),
    travelers: Type.Array(ref(TravelerSchema), { description: "Travelers as sent in the request." }),
    contact: ref(ContactSchema),
    total: ref(MoneySchema, { description: "Money part of the price for all travelers." }),
    miles: nullable(
      Type.Integer({ description: "Miles for all travelers; null for a cash booking.", examples: [60_000] }),
    ),
    program: nullable(
      Type.String({ description: "Loyalty program; null for a cash booking.", examples: ["aeroplan"] }),
    ),
    supplierCharge: orNull(
      ref(MoneySchema),
      "Amount that the supplier charged; null in the sandbox and before it is known.",
    ),
    createdAt: instant("Time of the booking."),
    cancelledAt: nullable(instant("Time of the cancellation; null if not cancelled.")),
    cancelledBy: nullable(
      oneOf(cancellers, {
        description: "Party that cancelled; null if not cancelled, and if the supplier does not state it.",
        examples: ["customer"],
      }),
    ),
    refund: orNull(ref(RefundSchema), "Refund; null if the booking is not cancelled."),
    failure: orNull(ref(BookingFailureSchema), "Reason of the failure; null unless `status` is `failed`."),
    changes: Type.Array(ref(ChangeSchema), { description: "Changes by the airline, oldest first." }),
    metadata: ref(MetadataSchema),
    simulated: Type.Boolean({
      description: "True for bookings in the sandbox and with test credentials of a supplier.",
      examples: [true],
    }),
    travelersErasedAt: nullable(
      instant(
        "Time at which the travelers' data was erased; null if it was not. Then `travelers` and `metadata` are empty, `contact` has placeholders, and `clientReference` and `supplierReference` are null.",
      ),
    ),
  },
  { $id: "Booking", description: "Booking of an offer." },
);

export const BookingParamsSchema = Type.Object({ id: bookingId });
export const ChangeParamsSchema = Type.Object({ id: bookingId, changeId });

export const bookingQuery = {
  status: Type.Optional(
    oneOf(bookingStatuses, { description: "Only bookings with this status.", examples: ["confirmed"] }),
  ),
  reference: Type.Optional({ ...bookingReference, description: "Only the booking with this record locator." }),
  clientReference: Type.Optional({ ...clientReference, description: "Only bookings with this client reference." }),
  ...createdRange,
};

export type BookingFailure = Static<typeof BookingFailureSchema>;
export type Traveler = Static<typeof TravelerSchema>;
export type Contact = Static<typeof ContactSchema>;
export type CreateBooking = Static<typeof CreateBookingSchema>;
export type Booking = Static<typeof BookingSchema>;
export type Refund = Static<typeof RefundSchema>;
export type Change = Static<typeof ChangeSchema>;
export type Canceller = (typeof cancellers)[number];
