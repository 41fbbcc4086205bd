import { type Static, Type } from "typebox";
import { money, statedMoney } from "./price.ts";
import { getSchemaName, nullable, orNull, ref } from "./schema.ts";
import { ScoredSearchResponseSchema, SearchResponseSchema, searchFooter, searchHeader } from "./search-response.ts";
import { flightId, offerId } from "./wire-values.ts";

export const CompactSliceSchema = Type.Object(
  {
    origin: Type.String({ description: "First airport.", examples: ["JFK"] }),
    destination: Type.String({ description: "Last airport.", examples: ["LHR"] }),
    departureAt: Type.String({
      format: "date-time",
      description: "First departure.",
      examples: ["2027-01-20T18:30:00-05:00"],
    }),
    arrivalAt: Type.String({
      format: "date-time",
      description: "Last arrival.",
      examples: ["2027-01-21T06:35:00+00:00"],
    }),
    stops: Type.Integer({ description: "Number of stops: layovers and technical stops.", examples: [0] }),
    flights: Type.Array(Type.String(), {
      description: "Marketing carrier and flight number of each segment.",
      examples: [["BA178"]],
    }),
  },
  { $id: "CompactSlice", description: "One direction of a trip, without its segments." },
);

/** Slices of an offer in the compact view. */
export const ownSlices = Type.Optional(
  Type.Array(ref(CompactSliceSchema), {
    description:
      "Slices as the supplier of this offer states them. Present only if a stated value differs from the slices of the flight.",
  }),
);

export const CompactCashSchema = Type.Object(
  {
    offerId,
    slices: ownSlices,
    total: money("Total price for all travelers."),
    refundable: nullable(
      Type.Boolean({
        description: "True if the fare is refundable. Null if the supplier does not state it.",
        examples: [false],
      }),
    ),
    changeable: nullable(
      Type.Boolean({
        description: "True if the dates can be changed. Null if the supplier does not state it.",
        examples: [true],
      }),
    ),
  },
  { $id: "CompactCash", description: "Cheapest cash offer of a flight." },
);

export const CompactAwardSchema = Type.Object(
  {
    offerId,
    slices: ownSlices,
    program: Type.String({ description: "Code of the loyalty program.", examples: ["aeroplan"] }),
    miles: Type.Integer({ description: "Miles for all travelers.", examples: [35000] }),
    total: statedMoney("Money part for all travelers."),
  },
  { $id: "CompactAward", description: "Award offer of a flight with the lowest effective cost." },
);

export const CompactFlightSchema = Type.Object(
  {
    id: flightId,
    slices: Type.Array(ref(CompactSliceSchema), { description: "Slices in order of travel." }),
    cash: orNull(ref(CompactCashSchema), "Cheapest cash offer; null if there is none."),
    award: orNull(ref(CompactAwardSchema), "Award offer with the lowest effective cost; null if there is none."),
    score: nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: "Highest score of the offers of the flight; null if the search does not rank.",
        examples: [81.4],
      }),
    ),
  },
  { $id: "CompactFlight", description: "Itinerary with its best offers, for lists." },
);

export const CompactSearchResponseSchema = Type.Object(
  {
    ...searchHeader("compact"),
    flights: Type.Array(ref(CompactFlightSchema), { description: "Flights in the requested order." }),
    ...searchFooter,
  },
  { $id: "CompactSearchResponse", description: "Flights in the compact view." },
);

/** Response of `POST /v1/flights/search`, by `view`. */
export const AnySearchResponseSchema = byView("AnySearchResponse", SearchResponseSchema);

/** Response of `POST /v1/search`, by `view`. */
export const AnyScoredSearchResponseSchema = byView("AnyScoredSearchResponse", ScoredSearchResponseSchema);

function byView<Full extends typeof SearchResponseSchema | typeof ScoredSearchResponseSchema>($id: string, full: Full) {
  return Type.Unsafe<Static<Full> | Static<typeof CompactSearchResponseSchema>>({
    $id,
    oneOf: [ref(full), ref(CompactSearchResponseSchema)],
    discriminator: {
      propertyName: "view",
      mapping: {
        full: `#/components/schemas/${getSchemaName(full)}`,
        compact: "#/components/schemas/CompactSearchResponse",
      },
    },
    description: "Search response in the requested `view`.",
  });
}

export type CompactSlice = Static<typeof CompactSliceSchema>;
export type CompactFlight = Static<typeof CompactFlightSchema>;
export type AnySearchResponse = Static<typeof AnySearchResponseSchema>;
export type AnyScoredSearchResponse = Static<typeof AnyScoredSearchResponseSchema>;
export type CompactSearchResponse = Static<typeof CompactSearchResponseSchema>;
