import { type Static, Type } from "typebox";
import { SliceSchema } from "./itinerary.ts";
import { AwardOfferSchema, CashOfferSchema } from "./offer.ts";
import { nullable, orNull, ref } from "./schema.ts";
import { flightId } from "./wire-values.ts";

const unstated = "Null if the supplier does not state it.";

export const EmissionsSchema = Type.Object(
  {
    kgCO2ePerTraveler: nullable(
      Type.Number({
        description: `CO2e in kilograms for one traveler in the cabin. ${unstated}`,
        examples: [612],
      }),
    ),
    typicalKg: nullable(
      Type.Number({ description: `Typical CO2e in kilograms for the route and cabin. ${unstated}`, examples: [655] }),
    ),
    method: Type.String({ description: "Method of the estimate.", examples: ["wayfare-fuel-burn-2"] }),
  },
  { $id: "Emissions", description: "Greenhouse gas emissions." },
);

export const FlightSchema = Type.Object(
  {
    id: flightId,
    slices: Type.Array(ref(SliceSchema), {
      description: "Slices in order of travel: one, two for a round trip, or up to six for a multi-city trip.",
    }),
    cash: Type.Array(ref(CashOfferSchema), { description: "Cash offers, cheapest first." }),
    award: Type.Array(ref(AwardOfferSchema), { description: "Award offers, lowest effective cost first." }),
    emissions: orNull(ref(EmissionsSchema), "Emissions of the flight; null if the supplier states none."),
  },
  { $id: "Flight", description: "Itinerary with its offers." },
);

export type Flight = Static<typeof FlightSchema>;
export type Emissions = Static<typeof EmissionsSchema>;
