import { type Static, Type } from "typebox";
import { errorCodes } from "./errors.ts";
import { type Offer, type OfferDifference, OfferDifferenceSchema, OfferSchema } from "./offer.ts";
import { oneOf, ref } from "./schema.ts";

/** Reasons why a member of a request is invalid. */
export const fieldErrorCodes = [
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
  "DATE_ORDER",
  "TOO_MANY_INFANTS",
  "TOO_MANY_SEATS",
  "AGES_MISMATCH",
  "NAME_ALPHABET",
  "NOTHING_REQUESTED",
  "INVALID",
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.String({
      description: "JSON pointer (RFC 6901) into the body, the query parameters or the path parameters.",
      examples: ["/travelers"],
    }),
    code: oneOf(fieldErrorCodes, { description: "Kind of error.", examples: ["TYPE"] }),
    detail: Type.String({
      description: "Reason and expected value.",
      examples: ['travelers must be an object such as {"adults":1}, not a number.'],
    }),
    suggestion: Type.Optional(
      Type.String({
        description:
          "Value to send instead. With `UNKNOWN_PLACE`, the code that replaced an airport code which is no longer in use; with `NAME_ALPHABET`, the name in the letters that the supplier accepts; absent if there is none.",
        examples: ["Li"],
      }),
    ),
  },
  { $id: "FieldError", description: "Error in one member of a request." },
);

export type FieldError = Static<typeof FieldErrorSchema>;

export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: "uri-reference",
      description: "URL of the documentation of the code.",
      examples: ["http://localhost:8080/errors/REQUEST_INVALID"],
    }),
    title: Type.String({
      description: "Short summary of the code.",
      examples: ["Invalid request"],
    }),
    status: Type.Integer({ description: "HTTP status code.", examples: [400] }),
    code: oneOf(errorCodes, { description: "Stable error code.", examples: ["REQUEST_INVALID"] }),
    detail: Type.String({
      description: "Explanation of this occurrence.",
      examples: ['travelers must be an object such as {"adults":1}, not a number.'],
    }),
    requestId: Type.String({
      description: "Id of the request, also in the `Request-Id` header.",
      examples: ["req_01kahz2j7p3v8c5m9n4q6r7s8t"],
    }),
    errors: Type.Optional(
      Type.Array(Type.Unsafe<FieldError>({ $ref: "FieldError#" }), {
        description: "Errors of single members, with status 400 and 422 only.",
      }),
    ),
  },
  { $id: "Problem", description: "An error (RFC 9457)." },
);

export const BookingConflictSchema = Type.Object(
  {
    ...ProblemSchema.properties,
    offer: Type.Optional(
      ref(OfferSchema, {
        description: "With `OFFER_CHANGED`: current offer for the same flight. Book its `id` to accept it.",
      }),
    ),
    difference: Type.Optional(
      ref(OfferDifferenceSchema, {
        description: "With `OFFER_CHANGED`: price of `offer` minus price of the requested offer.",
      }),
    ),
  },
  {
    $id: "BookingConflict",
    description:
      "Error of a booking that conflicts with the current state. With `OFFER_CHANGED` it contains the current offer.",
  },
);

/** Replacement of an offer whose price or terms changed. */
export interface OfferChange {
  offer: Offer;
  difference: OfferDifference;
}

export type BookingConflict = Static<typeof BookingConflictSchema>;
export type Problem = Static<typeof ProblemSchema>;
