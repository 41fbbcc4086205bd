import { offerIdPattern, oneOf } from "@wayfare/contract";
import type { OfferResponse } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import type { Answer } from "../answers/answer.ts";
import { OfferTermsSchema, priceText, renderTerms, termsOf } from "../answers/offer-terms.ts";
import { simulatedNote } from "../answers/supply-notes.ts";
import { renderSlices, TripSliceSchema, toTripSlice } from "../answers/trip.ts";
import { defineTool, searchScopes } from "./tool.ts";

export const offerId = Type.String({
  pattern: `^${offerIdPattern}$`,
  description: "Id of an offer, from search_flights or compare_cash_and_miles.",
  examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_0"],
});

const input = Type.Object({ offerId }, { additionalProperties: false });

const data = Type.Object({
  status: oneOf(["available", "changed", "sold_out", "expired"], {
    description: "`changed`: the terms are of the current offer, which has a new id.",
  }),
  offerId: Type.Union([Type.String(), Type.Null()], { description: "Offer to book; null if there is none." }),
  terms: Type.Union([OfferTermsSchema, Type.Null()]),
  slices: Type.Array(TripSliceSchema),
  validUntil: Type.String(),
});

type Data = Static<typeof data>;

export const getOffer = defineTool({
  name: "get_offer",
  title: "Check an offer",
  description:
    "Prices an offer again and returns its terms: taxes, baggage, refund and change rules, seats, the data that the seller needs of travelers, and whether it is still available.",
  input,
  data,
  scopes: [searchScopes],
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const found = await client.offers.get(args.offerId, { signal });
    const { status, offer, flight, expiresAt } = found;
    return {
      complete: true,
      notes: notesOf(found),
      next: [],
      data: {
        status,
        offerId: offer?.id ?? null,
        terms: offer === null ? null : termsOf(offer),
        slices: flight?.slices.map(toTripSlice) ?? [],
        validUntil: offer?.expiresAt ?? expiresAt,
      },
      render: ({ terms, slices, offerId: id, validUntil }) =>
        terms === null
          ? `The offer is ${status === "sold_out" ? "sold out" : status}. Search again.`
          : `${status} [${id}]: ${renderTerms(terms)}\n${renderSlices(slices)}\nValid until ${validUntil}.`,
    };
  },
});

function notesOf({ status, difference, simulated, offer }: OfferResponse): string[] {
  const change = difference === null ? "" : ` by ${priceText(difference.total, difference.miles)}`;
  return [
    ...(simulated ? [simulatedNote] : []),
    ...(status === "changed" ? [`The price or the terms changed${change}: use the new offerId.`] : []),
    ...(status === "expired" ? ["The offer has expired: search again before you book."] : []),
    ...(offer?.separateTickets === true
      ? ["Separate tickets: the traveler bears the cost of a missed connection."]
      : []),
  ];
}
