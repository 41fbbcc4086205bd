import { listTravelerCounts, oneOf, travelerTypes } from "@wayfare/contract";
import type { Booking, CreateBooking, OfferResponse } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import type { Answer } from "../answers/answer.ts";
import { OfferTermsSchema, priceText, renderTerms, termsOf } from "../answers/offer-terms.ts";
import { simulatedNote } from "../answers/supply-notes.ts";
import { renderSlices, TripSliceSchema, toTripSlice } from "../answers/trip.ts";
import { checkBooking } from "../input/check-booking.ts";
import { InputError } from "../input/input-error.ts";
import { offerId } from "./get-offer.ts";
import { defineTool, searchScopes, type ToolContext } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

const traveler = Type.Object(
  {
    type: oneOf(travelerTypes, {
      description:
        "By age on the date of the last slice: adult from 18, youth 12 to 17, child 2 to 11, infant under 2 on a lap, infant_in_seat under 2 with a seat.",
    }),
    givenName: Type.String({ minLength: 1, maxLength: 60, description: "As in the travel document." }),
    familyName: Type.String({ minLength: 1, maxLength: 60 }),
    bornOn: Type.String({ description: "Date of birth, YYYY-MM-DD.", examples: ["1990-12-10"] }),
    title: Type.Optional(oneOf(["mr", "ms", "mrs", "miss", "dr"])),
    gender: Type.Optional(oneOf(["female", "male"])),
    document: Type.Optional(
      Type.Object(
        {
          type: oneOf(["passport"]),
          number: Type.String({ maxLength: 20 }),
          issuingCountry: Type.String({ description: "ISO 3166-1 alpha-2.", examples: ["GB"] }),
          expiresOn: Type.String({ description: "YYYY-MM-DD." }),
        },
        { additionalProperties: false, description: "If the offer requires it." },
      ),
    ),
    withAdult: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 17, description: "Adult of an infant on a lap, by index." }),
    ),
  },
  { additionalProperties: false },
);

const input = Type.Object(
  {
    offerId,
    travelers: Type.Array(traveler, {
      minItems: 1,
      maxItems: 18,
      description: "The same travelers as in the search.",
      examples: [[{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }]],
    }),
    contact: Type.Object(
      {
        email: Type.String({ maxLength: 254, examples: ["ada@example.com"] }),
        phone: Type.String({
          maxLength: 20,
          description: "E.164, such as +442071234567.",
          examples: ["+442071234567"],
        }),
      },
      { additionalProperties: false, description: "Contact details of the travelers." },
    ),
    confirmation: Type.Optional(
      Type.String({
        maxLength: 400,
        description: "Token of the quote. Send it only after the user has confirmed the price and the rules.",
      }),
    ),
  },
  { additionalProperties: false },
);

const data = Type.Object({
  status: oneOf(["confirmation_required", "confirmed", "pending", "failed", "cancelled"], {
    description: "`confirmation_required`: nothing is booked. `pending`: ordered, without a result yet.",
  }),
  quote: Type.Optional(
    Type.Object(
      {
        offerId: Type.String({ description: "Offer to book. Another one than requested if the price changed." }),
        terms: OfferTermsSchema,
        confirmation: Type.String({ description: "Token for the second call." }),
        expiresAt: Type.String({ description: "End of the validity of the token." }),
      },
      { additionalProperties: false },
    ),
  ),
  booking: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        reference: Type.String({ description: "Record locator." }),
        price: Type.String(),
        failure: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  ),
  slices: Type.Array(TripSliceSchema),
});

type Input = Static<typeof input>;
type Data = Static<typeof data>;

/**
 * Books in two calls: the first quotes, the second books with the token of the quote. A repeated second call returns the same booking,
 * because its idempotency key is derived from the token.
 */
export const book = defineTool({
  name: "book",
  title: "Book an offer",
  description:
    "Books an offer in two steps. The first call, without confirmation, returns a quote and books nothing. Show price and rules to the user; after they confirm, repeat the call with the token of the quote as confirmation.",
  input,
  data,
  scopes: [["flights.book"], searchScopes],
  annotations: { readOnlyHint: false, destructiveHint: true },
  async run({ confirmation, ...order }, context): Promise<Answer<Data>> {
    const checked = checkBooking(order);
    return confirmation === undefined ? quoteOrder(checked, context) : bookOrder(checked, confirmation, context);
  },
});

type OrderInput = Omit<Input, "confirmation">;

async function quoteOrder(
  order: CreateBooking,
  { client, signal, confirmations, nowMs }: ToolContext,
): Promise<Answer<Data>> {
  const found = await client.offers.get(order.offerId, { signal });
  const { offer, flight, difference, simulated, status } = found;
  if (offer === null || status === "expired" || status === "sold_out") {
    throw new ToolFailure(
      `The offer is ${status === "sold_out" ? "sold out" : "expired"}. Call search_flights again and book a new offer.`,
    );
  }
  assertTravelers(order, found);
  const terms = termsOf(offer);
  const { token, expiresAtMs } = confirmations.issue({ ...order, offerId: offer.id }, terms.price, nowMs);
  const expiresAt = new Date(Math.min(expiresAtMs, Date.parse(offer.expiresAt))).toISOString();
  const changed =
    difference === null
      ? []
      : [`The price changed by ${priceText(difference.total, difference.miles)} since the search.`];
  return {
    complete: true,
    notes: [
      ...(simulated ? [simulatedNote] : []),
      ...changed,
      "Nothing is booked. Ask the user to confirm the price and the rules before the second call.",
    ],
    next: [
      {
        tool: "book",
        arguments: { offerId: offer.id, confirmation: token },
        purpose: "Book after the user has confirmed, with the same travelers and contact.",
      },
    ],
    data: {
      status: "confirmation_required",
      quote: { offerId: offer.id, terms, confirmation: token, expiresAt },
      slices: flight?.slices.map(toTripSlice) ?? [],
    },
    render: ({ slices }) =>
      [
        `Quote for ${order.travelers.length} traveler(s): ${renderTerms(terms)}`,
        renderSlices(slices),
        `offerId ${offer.id}, confirmation ${token}, until ${expiresAt}`,
      ].join("\n"),
  };
}

/** @throws InputError unless there are as many travelers of each type as in the search, with the data that the seller needs */
function assertTravelers({ travelers }: OrderInput, { request, offer }: OfferResponse): void {
  const expected = new Map(listTravelerCounts(request.travelers).map(({ type, count }) => [type, count]));
  const faults = travelerTypes.flatMap((type) => {
    const count = expected.get(type) ?? 0;
    const given = travelers.filter((each) => each.type === type).length;
    return given === count ? [] : [`/travelers must have ${count} of type ${type}, as in the search, not ${given}.`];
  });
  const missing = (offer?.requires ?? []).flatMap((name) =>
    travelers.flatMap((each, at) =>
      // The service checks ages, on the date of the last slice.
      name !== "ages" && each[name] === undefined ? [`/travelers/${at}/${name} is required by the seller.`] : [],
    ),
  );
  if (faults.length + missing.length > 0) throw new InputError([...faults, ...missing]);
}

async function bookOrder(
  order: CreateBooking,
  token: string,
  { client, signal, confirmations, nowMs }: ToolContext,
): Promise<Answer<Data>> {
  const check = confirmations.check(token, order, nowMs);
  if (check.result !== "valid") {
    const reason =
      check.result === "expired"
        ? "The confirmation has expired."
        : "The confirmation does not belong to this offer, these travelers and this contact.";
    throw new ToolFailure(`${reason} Nothing was booked. Call book without confirmation for a new quote.`);
  }
  const booking = await client.bookings.create(order, { signal, idempotencyKey: check.idempotencyKey });
  const { id, reference, status, flight } = booking;
  return {
    complete: status !== "pending",
    notes: [
      ...(booking.simulated ? [simulatedNote] : []),
      ...(status === "pending"
        ? ["The airline has not answered yet. Repeat the call with the same arguments for the result; it books once."]
        : []),
    ],
    next: [],
    data: {
      status,
      booking: { id, reference, price: priceOf(booking), ...failureOf(booking) },
      slices: flight.slices.map(toTripSlice),
    },
    render: ({ slices }) => `Booking ${reference} (${id}) is ${status}: ${priceOf(booking)}\n${renderSlices(slices)}`,
  };
}

const priceOf = ({ total, miles, program }: Booking) =>
  miles === null
    ? `${total.amount} ${total.currency}`
    : `${miles} ${program ?? "miles"} + ${total.amount} ${total.currency}`;

const failureOf = ({ failure }: Booking) => (failure === null ? {} : { failure: failure.code });
