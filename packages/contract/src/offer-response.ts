import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { AwardOfferSchema, CashOfferSchema } from "./offer.ts";
import { nullable, oneOf, refer } from "./schema.ts";
import { NormalizedRequestSchema } from "./search-response.ts";
import { environmentName, expiry, instant, offerId, searchId } from "./wire-values.ts";

export const offerStatuses = ["available", "changed", "sold_out", "expired"] as const;

/**
 * An offer found again. Where it was, its flight stands in `flight` with this offer alone; where the supply has moved
 * on, `flight` is null.
 */
export const OfferResponseSchema = Type.Object(
  {
    id: offerId,
    status: oneOf(offerStatuses, {
      description:
        "`available`: the price and the terms hold; `changed`: the supply has moved on and the offer is gone; `sold_out`: its seats are gone; `expired`: its time is over.",
      examples: ["available"],
    }),
    kind: nullable(
      oneOf(["cash", "award"], { description: "Kind of offer; null where it is gone.", examples: ["cash"] }),
    ),
    environment: environmentName,
    searchId,
    request: refer(NormalizedRequestSchema),
    checkedAt: instant("When it was priced again."),
    expiresAt: expiry("Until when the offer holds."),
    offer: Type.Unsafe<Static<typeof CashOfferSchema> | Static<typeof AwardOfferSchema> | null>({
      anyOf: [refer(CashOfferSchema), refer(AwardOfferSchema), { type: "null" }],
      description: "The offer with its price; null where it is gone.",
    }),
    flight: Type.Unsafe<Static<typeof FlightSchema> | null>({
      anyOf: [refer(FlightSchema), { type: "null" }],
      description: "Its flight, with this offer alone; null where it is gone.",
    }),
    dictionaries: refer(DictionariesSchema),
    simulated: Type.Boolean({ description: "Whether the offer comes from the sandbox.", examples: [true] }),
  },
  { $id: "OfferResponse", description: "An offer, priced again." },
);

export type OfferResponse = Static<typeof OfferResponseSchema>;
