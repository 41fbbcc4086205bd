import { type Static, Type } from "typebox";
import { errorCodes } from "./errors.ts";
import { type Offer, type OfferDifference, OfferDifferenceSchema, OfferSchema } from "./offer.ts";
import { oneOf, refer } from "./schema.ts";

/** What is wrong with one member of a request. */
export const faultCodes = [
  "TYPE",
  "REQUIRED",
  "UNKNOWN_MEMBER",
  "ENUM",
  "FORMAT",
  "PATTERN",
  "RANGE",
  "LENGTH",
  "DUPLICATE",
  "UNKNOWN_PLACE",
  "SAME_PLACE",
  "UNKNOWN_PROGRAM",
  "UNKNOWN_APPLICATION",
  "ADDRESS_RANGE",
  "NOT_FOR_SERVICE_KEYS",
  "DATE_IN_PAST",
  "BEYOND_HORIZON",
  "RETURN_BEFORE_DEPARTURE",
  "TOO_MANY_INFANTS",
  "TOO_MANY_SEATS",
  "NOTHING_ASKED",
  "INVALID",
] as const;

export type FaultCode = (typeof faultCodes)[number];

export const FaultSchema = Type.Object(
  {
    pointer: Type.String({
      description: "JSON pointer (RFC 6901) into the body, or into the query or path parameters.",
      examples: ["/travelers"],
    }),
    code: oneOf(faultCodes, { description: "The kind of fault.", examples: ["TYPE"] }),
    detail: Type.String({
      description: "What was found and what belongs there.",
      examples: ['travelers is an object such as {"adults":1}, not a number.'],
    }),
  },
  { $id: "Fault", description: "One fault of a request." },
);

export type Fault = Static<typeof FaultSchema>;

export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: "uri-reference",
      description: "A page about the code.",
      examples: ["http://localhost:8080/errors/REQUEST_INVALID"],
    }),
    title: Type.String({
      description: "The code in a few words.",
      examples: ["Request does not match its schema"],
    }),
    status: Type.Integer({ description: "The HTTP status.", examples: [400] }),
    code: oneOf(errorCodes, { description: "The stable name of the error.", examples: ["REQUEST_INVALID"] }),
    detail: Type.String({
      description: "What happened this time.",
      examples: ['travelers is an object such as {"adults":1}, not a number.'],
    }),
    requestId: Type.String({
      description: "The same as the `Request-Id` header.",
      examples: ["req_01kahz2j7p3v8c5m9n4q6r7s8t"],
    }),
    errors: Type.Optional(
      Type.Array(Type.Unsafe<Fault>({ $ref: "Fault#" }), {
        description: "One row for each fault, only with status 400 and 422.",
      }),
    ),
  },
  { $id: "Problem", description: "An error (RFC 9457)." },
);

export const BookingConflictSchema = Type.Object(
  {
    ...ProblemSchema.properties,
    offer: Type.Optional(
      refer(OfferSchema, {
        description: "With `OFFER_CHANGED`: the current offer of the same flight. Book its `id` to accept it.",
      }),
    ),
    difference: Type.Optional(
      refer(OfferDifferenceSchema, {
        description: "With `OFFER_CHANGED`: the price of `offer` minus the price of the offer that was to be booked.",
      }),
    ),
  },
  {
    $id: "BookingConflict",
    description:
      "The problem of a booking that conflicts with the current state; `OFFER_CHANGED` carries the current offer.",
  },
);

/** The replacement of an offer whose price or terms changed. */
export interface OfferChange {
  offer: Offer;
  difference: OfferDifference;
}

export type BookingConflict = Static<typeof BookingConflictSchema>;
export type Problem = Static<typeof ProblemSchema>;
