import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { OfferDifferenceSchema, OfferSchema } from "./offer.ts";
import { oneOf, orNull, refer } from "./schema.ts";
import { NormalizedRequestSchema } from "./search-response.ts";
import { environmentName, expiry, instant, offerId, searchId } from "./wire-values.ts";

export const offerStatuses = ["available", "changed", "sold_out", "expired"] as const;

export const OfferResponseSchema = Type.Object(
  {
    id: offerId,
    status: oneOf(offerStatuses, {
      description:
        "`available`: price and terms are as quoted. `changed`: they are not; `offer` is the current offer of the same flight under an id of its own, and `difference` is its price minus the old one. `sold_out`: the flight has too few seats for the travelers at any price (for an award: in its program). `expired`: the offer's time is over, or the data that it was priced from was replaced.",
      examples: ["available"],
    }),
    environment: environmentName,
    searchId,
    request: refer(NormalizedRequestSchema),
    checkedAt: instant("When it was priced again."),
    expiresAt: expiry("Until when the offer of this `id` holds; a current offer has its own `expiresAt`."),
    offer: orNull(
      refer(OfferSchema),
      "The offer that can be booked now: this one if it is `available`, another one if it is `changed`. Null if it is `sold_out`. An `expired` offer is shown while its price and terms are as quoted.",
    ),
    difference: orNull(refer(OfferDifferenceSchema), "Set if the offer is `changed`, else null."),
    flight: orNull(refer(FlightSchema), "The flight, with `offer` alone; null if `offer` is null."),
    dictionaries: refer(DictionariesSchema),
    simulated: Type.Boolean({ description: "True if the offer comes from the sandbox.", examples: [true] }),
  },
  { $id: "OfferResponse", description: "An offer, priced again." },
);

export type OfferResponse = Static<typeof OfferResponseSchema>;
