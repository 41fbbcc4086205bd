import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { currencies } from "./money.ts";
import { nullable, oneOf, refer } from "./schema.ts";
import { ScoreOptionSchema } from "./score.ts";
import {
  profiles,
  SearchRequestSchema,
  sorts,
  TimeWindowSchema,
  TravelersSchema,
  WeightsSchema,
} from "./search-request.ts";
import { cabin, environmentName, expiry, instant, searchId, source } from "./wire-values.ts";

export const SupplySchema = Type.Object(
  {
    source,
    status: oneOf(["ok", "timeout", "error", "skipped"], { description: "How it went.", examples: ["ok"] }),
    offers: Type.Integer({ description: "Offers that it gave.", examples: [64] }),
    tookMs: Type.Number({ description: "How long it took.", examples: [18] }),
  },
  { $id: "Supply", description: "What one supplier contributed." },
);

const request = SearchRequestSchema.properties;

/** The request with every default filled in and codes in upper case. */
export const NormalizedRequestSchema = Type.Object(
  {
    origin: request.origin,
    destination: request.destination,
    departureDate: request.departureDate,
    returnDate: nullable(
      Type.String({ format: "date", description: "Day of return, or null.", examples: ["2027-01-27"] }),
    ),
    cabin: cabin("The cabin."),
    travelers: Type.Object(
      {
        adults: TravelersSchema.properties.adults,
        children: Type.Integer({ description: "Travelers of 2 to 11 years.", examples: [0] }),
        infants: Type.Integer({ description: "Travelers under 2 years.", examples: [0] }),
      },
      { description: "Who travels." },
    ),
    includeCash: Type.Boolean({ description: "Whether cash fares were asked for.", examples: [true] }),
    includeAward: Type.Boolean({ description: "Whether awards were asked for.", examples: [true] }),
    maxStops: Type.Integer({ description: "Most stops of each slice.", examples: [2] }),
    limit: Type.Integer({ description: "Most flights of the answer.", examples: [50] }),
    currency: oneOf(currencies, { description: "Currency of every price.", examples: ["USD"] }),
    airlines: Type.Optional(Type.Array(Type.String(), { description: "Only these carriers.", examples: [["BA"]] })),
    excludeAirlines: Type.Optional(Type.Array(Type.String(), { description: "None of these.", examples: [["NK"]] })),
    programs: Type.Optional(
      Type.Array(Type.String(), { description: "Only these programs.", examples: [["aeroplan"]] }),
    ),
    departureTime: Type.Optional(refer(TimeWindowSchema)),
    arrivalTime: Type.Optional(refer(TimeWindowSchema)),
    maxDurationMinutes: Type.Optional(Type.Integer({ description: "Longest slice.", examples: [900] })),
    sort: oneOf(sorts, { description: "Order of the flights.", examples: ["price"] }),
    profile: oneOf(profiles, { description: "Whose taste the score follows.", examples: ["leisure"] }),
    weights: Type.Optional(refer(WeightsSchema)),
    allOffers: Type.Boolean({ description: "Whether the caps on offers are lifted.", examples: [false] }),
  },
  { $id: "NormalizedRequest", description: "The request with its defaults filled in." },
);

const searchMembers = {
  id: searchId,
  environment: environmentName,
  request: refer(NormalizedRequestSchema),
  createdAt: instant("When the search ran."),
  expiresAt: expiry("Until when its offers hold: 15 minutes."),
  flights: Type.Array(refer(FlightSchema), { description: "In the order asked for." }),
  dictionaries: refer(DictionariesSchema),
  supply: Type.Array(refer(SupplySchema), { description: "One row for each supplier." }),
  simulated: Type.Boolean({ description: "Whether any flight comes from the sandbox.", examples: [true] }),
};

export const SearchResponseSchema = Type.Object(searchMembers, {
  $id: "SearchResponse",
  description: "Flights with their prices.",
});

export const ScoredSearchResponseSchema = Type.Object(
  {
    ...searchMembers,
    scoreOptions: Type.Array(refer(ScoreOptionSchema), { description: "Every offer of the flights, best first." }),
  },
  { $id: "ScoredSearchResponse", description: "Flights with their prices, and every offer ranked." },
);

export type SupplyRow = Static<typeof SupplySchema>;
export type NormalizedRequest = Static<typeof NormalizedRequestSchema>;
export type SearchResponse = Static<typeof SearchResponseSchema>;
export type ScoredSearchResponse = Static<typeof ScoredSearchResponseSchema>;
