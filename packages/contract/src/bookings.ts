import { type Static, Type } from "typebox";
import { ConditionsSchema } from "./conditions.ts";
import { FlightSchema, SegmentSchema, SliceSchema } from "./flight.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nameTextPattern, nullable, oneOf, orNull, ref } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, offerId, searchId } from "./wire-values.ts";

export const bookingStatuses = ["pending", "confirmed", "failed", "cancelled"] as const;

/** Reasons why a booking at a supplier failed. */
export const bookingFailures = [
  "offer_unavailable",
  "price_changed",
  "refused",
  "supplier_unavailable",
  "not_created",
] as const;

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
    type: oneOf(["adult", "child", "infant"], {
      description:
        "Type of traveler by age on the day of departure: adults are 12 or older, children 2 to 11, infants under 2.",
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
          "For an infant: index in `travelers` of the adult on whose lap it travels. By default, the first infant travels with the first adult, the second with the second.",
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
        "Email address. In the sandbox, `sold-out@`, `price-changed@` and `airline-cancels@` at any domain simulate these outcomes.",
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
      description: "Travelers: the same number of each type as in the search.",
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
          "Highest total that you accept, in the currency of the offer. A price that changed within it is booked; without this member, every change returns 409 `OFFER_CHANGED`. A total above it is never booked.",
      }),
    ),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateBooking", additionalProperties: false, description: "Booking to create." },
);

export const RefundSchema = Type.Object(
  {
    money: ref(MoneySchema, { description: "Refunded money." }),
    miles: nullable(Type.Integer({ description: "Refunded miles; null for a cash booking.", examples: [60_000] })),
    fee: orNull(ref(MoneySchema), "Part of the total that is not refunded; null if unknown."),
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
        "`offer_unavailable`: the supplier no longer sells the offer. `price_changed`: the price changed before the order. `refused`: the airline or the supplier refused the order. `supplier_unavailable`: the supplier was not reached. `not_created`: the supplier did not answer, and has no order.",
      examples: ["offer_unavailable"],
    }),
    supplierCode: nullable(
      Type.String({ description: "Error code of the supplier; null without one.", examples: ["airline_unknown"] }),
    ),
  },
  { $id: "BookingFailure", description: "Reason why a booking failed. Nothing was ordered." },
);

export const BookingSchema = Type.Object(
  {
    id: bookingId,
    environment: environmentName,
    applicationId: nullable(idOf("app", "Application of the key that created the booking.")),
    status: oneOf(bookingStatuses, {
      description:
        "`pending`: ordered at the supplier, without a result yet. `confirmed`, `cancelled`: as named. `failed`: the supplier created no order; see `failure`.",
      examples: ["confirmed"],
    }),
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
    flight: ref(FlightSchema, { description: "Flight as quoted, with only the booked offer." }),
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
      oneOf(["customer", "airline"], {
        description: "Party that cancelled; null if not cancelled.",
        examples: ["customer"],
      }),
    ),
    refund: orNull(ref(RefundSchema), "Refund; null if the booking is not cancelled."),
    failure: orNull(ref(BookingFailureSchema), "Reason of the failure; null unless `status` is `failed`."),
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

export const BookingParamsSchema = Type.Object({ id: bookingId });

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
