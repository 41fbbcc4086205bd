import { type Static, Type } from "typebox";
import { FlightSchema } from "./flight.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nameTextPattern, nullable, oneOf, ref } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, offerId, searchId } from "./wire-values.ts";

export const bookingStatuses = ["confirmed", "cancelled"] as const;

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
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateBooking", additionalProperties: false, description: "Booking to create." },
);

export const RefundSchema = Type.Object(
  {
    money: ref(MoneySchema, { description: "Refunded money." }),
    miles: nullable(Type.Integer({ description: "Refunded miles; null for a cash booking.", examples: [60_000] })),
    rule: Type.String({
      description: "Rule that determined the refund.",
      examples: ["The fare is refundable: all of it."],
    }),
  },
  { $id: "Refund", description: "Refund of a booking." },
);

export const BookingSchema = Type.Object(
  {
    id: bookingId,
    environment: environmentName,
    applicationId: nullable(idOf("app", "Application of the key that created the booking.")),
    status: oneOf(bookingStatuses, { description: "Status of the booking.", examples: ["confirmed"] }),
    reference: bookingReference,
    clientReference: nullable(clientReference),
    kind: oneOf(["cash", "award"], { description: "Kind of payment: money or miles.", examples: ["cash"] }),
    offerId,
    searchId,
    flight: ref(FlightSchema, { description: "Flight as quoted, with only the booked offer." }),
    travelers: Type.Array(ref(TravelerSchema), { description: "Travelers as sent in the request." }),
    contact: ref(ContactSchema),
    total: ref(MoneySchema, { description: "Money part of the price for all travelers." }),
    miles: nullable(
      Type.Integer({ description: "Miles for all travelers; null for a cash booking.", examples: [60_000] }),
    ),
    program: nullable(
      Type.String({ description: "Loyalty program; null for a cash booking.", examples: ["aeroplan"] }),
    ),
    createdAt: instant("Time of the booking."),
    cancelledAt: nullable(instant("Time of the cancellation; null if not cancelled.")),
    cancelledBy: nullable(
      oneOf(["customer", "airline"], {
        description: "Party that cancelled; null if not cancelled.",
        examples: ["customer"],
      }),
    ),
    refund: Type.Unsafe<Static<typeof RefundSchema> | null>({
      anyOf: [ref(RefundSchema), { type: "null" }],
      description: "Refund; null if the booking is not cancelled.",
    }),
    metadata: ref(MetadataSchema),
    simulated: Type.Boolean({ description: "Always true: only sandbox offers can be booked.", examples: [true] }),
  },
  { $id: "Booking", description: "Booking of an offer." },
);

export const BookingParamsSchema = Type.Object({ id: bookingId });

export const bookingQuery = {
  status: Type.Optional(
    oneOf(bookingStatuses, { description: "Only bookings with this status.", examples: ["confirmed"] }),
  ),
  reference: Type.Optional({ ...bookingReference, description: "Only the booking with this record locator." }),
  clientReference: Type.Optional({ ...clientReference, description: "Only bookings with this client reference." }),
  ...createdRange,
};

export type Traveler = Static<typeof TravelerSchema>;
export type Contact = Static<typeof ContactSchema>;
export type CreateBooking = Static<typeof CreateBookingSchema>;
export type Booking = Static<typeof BookingSchema>;
export type Refund = Static<typeof RefundSchema>;
