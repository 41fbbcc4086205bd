import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { OfferDifferenceSchema, OfferSchema } from "./offer.ts";
import { oneOf, orNull, ref } from "./schema.ts";
import { NormalizedRequestSchema } from "./search-response.ts";
import { environmentName, expiry, instant, offerId, searchId } from "./wire-values.ts";

export const offerStatuses = ["available", "changed", "sold_out", "expired"] as const;

export const OfferResponseSchema = Type.Object(
  {
    id: offerId,
    status: oneOf(offerStatuses, {
      description:
        "Status of the offer. `available`: price and terms are unchanged. `changed`: price or terms changed; `offer` is the current offer for the same flight, with its own id, and `difference` is the new price minus the old price. `sold_out`: the flight does not have enough seats for the travelers at any price (for an award: in its program). `expired`: the offer is past its `expiresAt`, its price data was replaced, or its supplier no longer keeps it or is no longer connected.",
      examples: ["available"],
    }),
    environment: environmentName,
    searchId,
    request: ref(NormalizedRequestSchema),
    checkedAt: instant("Time at which the offer was repriced."),
    expiresAt: expiry(
      "Time until which the offer with this `id` is valid. A replacement offer has its own `expiresAt`.",
    ),
    offer: orNull(
      ref(OfferSchema),
      "Offer that can be booked now: this offer if `available`, its replacement if `changed`, null if `sold_out`. If `expired`, an offer of the sandbox is present as long as its price and terms are unchanged.",
    ),
    difference: orNull(ref(OfferDifferenceSchema), "Price difference if the offer is `changed`, else null."),
    flight: orNull(ref(FlightSchema), "Flight with only this offer; null if `offer` is null."),
    dictionaries: ref(DictionariesSchema),
    simulated: Type.Boolean({ description: "True if the offer comes from the sandbox.", examples: [true] }),
  },
  { $id: "OfferResponse", description: "Repriced offer." },
);

export type OfferResponse = Static<typeof OfferResponseSchema>;
