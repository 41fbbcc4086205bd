import { type Static, Type } from "typebox";
import { FlightSchema } from "./flight.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nameText, nullable, oneOf, refer } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, offerId, searchId } from "./wire-values.ts";

export const bookingStatuses = ["confirmed", "cancelled"] as const;

export const bookingReference = Type.String({
  pattern: "^[A-HJ-NP-Z2-9]{6}$",
  description: "Record locator, unique in the account.",
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
    pattern: nameText,
    description,
    examples: [example],
  });

export const TravelerSchema = Type.Object(
  {
    type: oneOf(["adult", "child", "infant"], {
      description: "By age on the day of departure: adults are 12 or older, children 2 to 11, infants under 2.",
      examples: ["adult"],
    }),
    givenName: name("Given names.", "Ada"),
    familyName: name("Family name.", "Lovelace"),
    bornOn: Type.String({
      format: "date",
      pattern: "^(19|2)",
      description: "Day of birth, from 1900 on.",
      examples: ["1990-12-10"],
    }),
  },
  { $id: "Traveler", additionalProperties: false, description: "Somebody who travels." },
);

export const ContactSchema = Type.Object(
  {
    email: Type.String({
      maxLength: 254,
      pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}([.][A-Za-z0-9-]{1,63})+$",
      description:
        "In the sandbox `sold-out@`, `price-changed@` and `airline-cancels@` of any domain make the booking end so.",
      examples: ["ada@example.com"],
    }),
    phone: Type.String({
      pattern: "^[+][1-9][0-9]{6,14}$",
      description: "With the country's code and without spaces (E.164).",
      examples: ["+442071234567"],
    }),
  },
  { $id: "Contact", additionalProperties: false, description: "How the travelers are reached." },
);

export const CreateBookingSchema = Type.Object(
  {
    offerId,
    travelers: Type.Array(refer(TravelerSchema), {
      minItems: 1,
      maxItems: 18,
      description: "As many of each type as the search asked for.",
    }),
    contact: refer(ContactSchema),
    clientReference: Type.Optional({
      ...clientReference,
      description:
        "Your own reference, such as an order number: 1 to 100 visible ASCII characters. A second booking of the account and environment with the same reference within 24 hours answers 409 `CONFLICT`.",
    }),
    metadata: Type.Optional(refer(MetadataSchema)),
  },
  { $id: "CreateBooking", additionalProperties: false, description: "An offer to book." },
);

export const RefundSchema = Type.Object(
  {
    money: refer(MoneySchema, { description: "Money that is given back." }),
    miles: nullable(
      Type.Integer({ description: "Miles that are given back; null where it was paid in money.", examples: [60_000] }),
    ),
    rule: Type.String({ description: "Why so much, in words.", examples: ["The fare is refundable: all of it."] }),
  },
  { $id: "Refund", description: "What was given back." },
);

export const BookingSchema = Type.Object(
  {
    id: bookingId,
    environment: environmentName,
    applicationId: nullable(idOf("app", "Application of the key that made the booking.")),
    status: oneOf(bookingStatuses, { description: "What it is now.", examples: ["confirmed"] }),
    reference: bookingReference,
    clientReference: nullable(clientReference),
    kind: oneOf(["cash", "award"], { description: "Paid in money or in miles.", examples: ["cash"] }),
    offerId,
    searchId,
    flight: refer(FlightSchema, { description: "As it was quoted, with the booked offer alone." }),
    travelers: Type.Array(refer(TravelerSchema), { description: "As they were sent." }),
    contact: refer(ContactSchema),
    total: refer(MoneySchema, { description: "The money part of the price, for all travelers." }),
    miles: nullable(
      Type.Integer({ description: "Miles of all travelers; null where it was paid in money.", examples: [60_000] }),
    ),
    program: nullable(Type.String({ description: "Loyalty program that was paid in.", examples: ["aeroplan"] })),
    createdAt: instant("When it was booked."),
    cancelledAt: nullable(instant("When it was cancelled.")),
    cancelledBy: nullable(oneOf(["customer", "airline"], { description: "Who cancelled.", examples: ["customer"] })),
    refund: Type.Unsafe<Static<typeof RefundSchema> | null>({
      anyOf: [refer(RefundSchema), { type: "null" }],
      description: "What was given back; null before it was cancelled.",
    }),
    metadata: refer(MetadataSchema),
    simulated: Type.Boolean({ description: "Always true: only the sandbox's offers can be booked.", examples: [true] }),
  },
  { $id: "Booking", description: "An offer that was booked." },
);

export const BookingParamsSchema = Type.Object({ id: bookingId });

export const bookingQuery = {
  status: Type.Optional(
    oneOf(bookingStatuses, { description: "Only bookings with this status.", examples: ["confirmed"] }),
  ),
  reference: Type.Optional({ ...bookingReference, description: "Only the booking with this record locator." }),
  clientReference: Type.Optional({ ...clientReference, description: "Only bookings with this reference of yours." }),
  ...createdRange,
};

export type Traveler = Static<typeof TravelerSchema>;
export type Contact = Static<typeof ContactSchema>;
export type CreateBooking = Static<typeof CreateBookingSchema>;
export type Booking = Static<typeof BookingSchema>;
export type Refund = Static<typeof RefundSchema>;
