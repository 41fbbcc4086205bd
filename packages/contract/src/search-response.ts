import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { currencies } from "./money.ts";
import { PlaceReferenceSchema } from "./places.ts";
import { nullable, oneOf, ref } from "./schema.ts";
import { ScoreOptionSchema } from "./score.ts";
import {
  cabinMatches,
  profiles,
  SearchRequestSchema,
  type SearchView,
  sorts,
  TimeWindowSchema,
  TravelersSchema,
  WeightsSchema,
} from "./search-request.ts";
import { cabin, environmentName, expiry, instant, searchId, source } from "./wire-values.ts";

export const SupplySchema = Type.Object(
  {
    source,
    status: oneOf(["ok", "timeout", "error", "skipped"], { description: "Result of the supplier.", examples: ["ok"] }),
    offers: Type.Integer({ description: "Number of offers returned.", examples: [64] }),
    tookMs: Type.Number({ description: "Response time in milliseconds.", examples: [18] }),
  },
  { $id: "Supply", description: "Result of one supplier." },
);

const request = SearchRequestSchema.properties;

/** Request with defaults filled in and codes in upper case. */
export const NormalizedRequestSchema = Type.Object(
  {
    origin: ref(PlaceReferenceSchema, { description: "Airport or city of departure." }),
    destination: ref(PlaceReferenceSchema, { description: "Airport or city of arrival." }),
    departureDate: request.departureDate,
    returnDate: nullable(
      Type.String({ format: "date", description: "Return date; null for a one-way trip.", examples: ["2027-01-27"] }),
    ),
    cabin: cabin("Cabin."),
    cabinMatch: oneOf(cabinMatches, {
      description: "Segments that must be in `cabin` or a higher cabin.",
      examples: ["main"],
    }),
    travelers: Type.Object(
      {
        adults: TravelersSchema.properties.adults,
        children: Type.Integer({ description: "Travelers aged 2 to 11.", examples: [0] }),
        infants: Type.Integer({ description: "Travelers under 2.", examples: [0] }),
      },
      { description: "Number of travelers." },
    ),
    includeCash: Type.Boolean({ description: "True if cash offers were requested.", examples: [true] }),
    includeAward: Type.Boolean({ description: "True if award offers were requested.", examples: [true] }),
    maxStops: Type.Integer({ description: "Maximum stops per slice.", examples: [2] }),
    limit: Type.Integer({ description: "Maximum number of flights.", examples: [50] }),
    currency: oneOf(currencies, { description: "Currency of all prices.", examples: ["USD"] }),
    airlines: Type.Optional(
      Type.Array(Type.String(), { description: "Only these marketing carriers.", examples: [["BA"]] }),
    ),
    excludeAirlines: Type.Optional(
      Type.Array(Type.String(), { description: "Excluded marketing carriers.", examples: [["NK"]] }),
    ),
    programs: Type.Optional(
      Type.Array(Type.String(), { description: "Only awards of these loyalty programs.", examples: [["aeroplan"]] }),
    ),
    departureTime: Type.Optional(ref(TimeWindowSchema)),
    arrivalTime: Type.Optional(ref(TimeWindowSchema)),
    maxDurationMinutes: Type.Optional(
      Type.Integer({ description: "Maximum duration of each slice in minutes.", examples: [900] }),
    ),
    sort: oneOf(sorts, { description: "Order of the flights.", examples: ["price"] }),
    profile: oneOf(profiles, { description: "Traveler profile of the score.", examples: ["leisure"] }),
    weights: Type.Optional(ref(WeightsSchema)),
    allOffers: Type.Boolean({ description: "True if all fare brands and awards were requested.", examples: [false] }),
  },
  { $id: "NormalizedRequest", description: "Search request with defaults filled in." },
);

/** First members of every search response. */
export const searchHeader = <View extends SearchView>(view: View) => ({
  id: searchId,
  environment: environmentName,
  view: oneOf([view], {
    description: "Representation, which determines the schema of the response.",
    examples: [view],
  }),
  request: ref(NormalizedRequestSchema),
  createdAt: instant("Time of the search."),
  expiresAt: expiry("Time until which the offers are valid: 15 minutes after the search."),
});

/** Last members of every search response. */
export const searchFooter = {
  supply: Type.Array(ref(SupplySchema), { description: "Result of each supplier." }),
  simulated: Type.Boolean({ description: "True if any flight comes from the sandbox.", examples: [true] }),
};

const searchMembers = {
  ...searchHeader("full"),
  flights: Type.Array(ref(FlightSchema), { description: "Flights in the requested order." }),
  dictionaries: ref(DictionariesSchema),
  ...searchFooter,
};

export const SearchResponseSchema = Type.Object(searchMembers, {
  $id: "SearchResponse",
  description: "Flights with their offers.",
});

export const ScoredSearchResponseSchema = Type.Object(
  {
    ...searchMembers,
    scoreOptions: Type.Array(ref(ScoreOptionSchema), { description: "All offers of the flights, best first." }),
  },
  { $id: "ScoredSearchResponse", description: "Flights with their offers, and a ranking of all offers." },
);

export type SupplyRow = Static<typeof SupplySchema>;
export type NormalizedRequest = Static<typeof NormalizedRequestSchema>;
export type SearchResponse = Static<typeof SearchResponseSchema>;
export type ScoredSearchResponse = Static<typeof ScoredSearchResponseSchema>;
