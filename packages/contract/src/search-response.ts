import { type Static, Type } from "typebox";
import { DictionariesSchema } from "./dictionaries.ts";
import { FlightSchema } from "./flight.ts";
import { currencies } from "./money.ts";
import { type PlaceReference, PlaceReferenceSchema } from "./places.ts";
import { MoneySchema } from "./price.ts";
import { alliances } from "./reference.ts";
import { nullable, oneOf, ref } from "./schema.ts";
import { ScoreOptionSchema } from "./score.ts";
import {
  ConnectingAirportsSchema,
  cabinMatches,
  profiles,
  SearchRequestSchema,
  SearchSliceSchema,
  type SearchView,
  sorts,
  TimeWindowSchema,
  WeightsSchema,
} from "./search-request.ts";
import { TravelerCountsSchema } from "./travelers.ts";
import { WarningSchema } from "./warnings.ts";
import { cabin, environmentName, expiry, instant, searchId, source } from "./wire-values.ts";

export const DroppedOffersSchema = Type.Object(
  {
    reason: oneOf(["currency", "incomplete", "time_zone", "duplicate", "expired", "filter", "selection"], {
      description:
        "Reason: a currency that ISO 4217 does not know (`currency`), a missing value or another format (`incomplete`), an airport in an unknown time zone (`time_zone`), an offer that the supplier sent twice (`duplicate`), one that had expired on arrival (`expired`), that does not pass the filters of the request (`filter`), or that the limits of the response leave out, such as `limit` and two brands for each flight (`selection`).",
      examples: ["selection"],
    }),
    count: Type.Integer({ minimum: 1, description: "Number of offers.", examples: [6] }),
  },
  { $id: "DroppedOffers", description: "Offers of a supplier that are not returned, for one reason." },
);

export const SupplySchema = Type.Object(
  {
    source,
    status: oneOf(["ok", "timeout", "error", "skipped"], { description: "Result of the supplier.", examples: ["ok"] }),
    reason: nullable(
      oneOf(["budget", "breaker", "unsupported", "busy"], {
        description:
          "Reason why the supplier was skipped: its call budget is used up (`budget`), it failed repeatedly (`breaker`), it does not support the request (`unsupported`) or it has too many pending searches (`busy`). Null unless `status` is `skipped`.",
        examples: ["budget"],
      }),
    ),
    received: Type.Integer({
      description: "Number of offers that the supplier sent: `offers` and the counts of `dropped`.",
      examples: [70],
    }),
    offers: Type.Integer({
      description:
        "Number of offers returned. In the event `supply` of a stream, which comes before the limits of the response apply: offers that pass the filters.",
      examples: [64],
    }),
    dropped: Type.Array(ref(DroppedOffersSchema), {
      description: "Received offers that are not returned, by reason; reasons without any are left out.",
    }),
    tookMs: Type.Number({ description: "Response time in milliseconds.", examples: [18] }),
    observedAt: nullable(
      instant("Time of the oldest data in the result; null without flights.", "2026-11-21T07:33:00.000Z"),
    ),
    coverage: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Share of the search that the result covers, such as the airport pairs that were queried; null if it is unknown: the supplier has not answered, it was stopped before the end of its answer, or it may not have waited for every airline.",
        examples: [1],
      }),
    ),
  },
  { $id: "Supply", description: "Result of one supplier." },
);

const request = SearchRequestSchema.properties;

/** One place as a reference, or several as a list of them. */
const places = (description: string) =>
  Type.Unsafe<PlaceReference | PlaceReference[]>({
    anyOf: [ref(PlaceReferenceSchema), { type: "array", items: ref(PlaceReferenceSchema), description }],
    description,
  });

export const NormalizedSliceSchema = Type.Object(
  {
    origin: ref(PlaceReferenceSchema, { description: "Airport or city of departure." }),
    destination: ref(PlaceReferenceSchema, { description: "Airport or city of arrival." }),
    departureDate: SearchSliceSchema.properties.departureDate,
  },
  { $id: "NormalizedSlice", description: "One slice of a multi-city search." },
);

/** Request with defaults filled in and codes in upper case. */
export const NormalizedRequestSchema = Type.Object(
  {
    origin: Type.Optional(
      places("Airport or city of departure, or a list of them as requested; absent with `slices`."),
    ),
    destination: Type.Optional(
      places("Airport or city of arrival, or a list of them as requested; absent with `slices`."),
    ),
    departureDate: request.departureDate,
    returnDate: Type.Optional(
      nullable(
        Type.String({
          format: "date",
          description: "Return date; null for a one-way trip, absent with `slices`.",
          examples: ["2027-01-27"],
        }),
      ),
    ),
    slices: Type.Optional(Type.Array(ref(NormalizedSliceSchema), { description: "Slices of a multi-city search." })),
    nearbyKm: Type.Optional(
      Type.Integer({ description: "Distance within which other airports were added.", examples: [100] }),
    ),
    flexibleDays: Type.Optional(Type.Integer({ description: "Days before and after the dates.", examples: [1] })),
    cabin: cabin("Cabin."),
    cabinMatch: oneOf(cabinMatches, {
      description: "Segments that must be in `cabin` or a higher cabin.",
      examples: ["main"],
    }),
    travelers: TravelerCountsSchema,
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
    alliances: Type.Optional(
      Type.Array(oneOf(alliances, { description: "Airline alliance.", examples: ["oneworld"] }), {
        description: "Only marketing carriers of these alliances.",
        examples: [["oneworld"]],
      }),
    ),
    programs: Type.Optional(
      Type.Array(Type.String(), { description: "Only awards of these loyalty programs.", examples: [["aeroplan"]] }),
    ),
    connectingAirports: Type.Optional(ref(ConnectingAirportsSchema)),
    minLayoverMinutes: Type.Optional(Type.Integer({ description: "Minimum of each layover.", examples: [60] })),
    maxLayoverMinutes: Type.Optional(Type.Integer({ description: "Maximum of each layover.", examples: [240] })),
    departureTime: Type.Optional(ref(TimeWindowSchema)),
    arrivalTime: Type.Optional(ref(TimeWindowSchema)),
    arriveBy: Type.Optional(
      Type.String({
        description: "Latest arrival of the outbound slice, as local time.",
        examples: ["2027-01-21T09:00"],
      }),
    ),
    excludeBasic: Type.Optional(Type.Boolean({ description: "True if basic economy is excluded.", examples: [true] })),
    minCarryOnBags: Type.Optional(
      Type.Integer({ description: "Cabin bags of each traveler with a seat.", examples: [1] }),
    ),
    minCheckedBags: Type.Optional(
      Type.Integer({ description: "Checked bags of each traveler with a seat.", examples: [1] }),
    ),
    allowSelfTransfer: Type.Optional(
      Type.Boolean({ description: "True if connections on separate tickets were requested.", examples: [true] }),
    ),
    maxDurationMinutes: Type.Optional(
      Type.Integer({ description: "Maximum duration of each slice in minutes.", examples: [900] }),
    ),
    maxPrice: Type.Optional(ref(MoneySchema, { description: "Maximum price of each offer." })),
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

/** Members about the supply of every response with prices. */
export const supplyMembers = {
  supply: Type.Array(ref(SupplySchema), { description: "Result of each supplier." }),
  simulated: Type.Boolean({ description: "True if any flight comes from the sandbox.", examples: [true] }),
};

/** Last members of every search response. */
export const searchFooter = {
  ...supplyMembers,
  warnings: Type.Array(ref(WarningSchema), { description: "Limits of the data in the response; usually empty." }),
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
/** A request as responses show it. */
export type ShownRequest = Static<typeof NormalizedRequestSchema>;
export type NormalizedSlice = Static<typeof NormalizedSliceSchema>;

/**
 * A request with defaults filled in. A multi-city request has the places and date of its first slice as `origin`, `destination` and
 * `departureDate`, and no return.
 */
export interface NormalizedRequest
  extends Omit<ShownRequest, "origin" | "destination" | "departureDate" | "returnDate" | "slices"> {
  origin: PlaceReference;
  destination: PlaceReference;
  departureDate: string;
  returnDate: string | null;
  /** Absent unless the request has more than one slice in `slices`. */
  slices?: NormalizedSlice[];
  /** Lists of places as requested; absent if the request has one place, not in a list. */
  originList?: PlaceReference[];
  destinationList?: PlaceReference[];
  /** Airports that `nearbyKm` adds to the places; absent if there are none. */
  originsNearby?: PlaceReference[];
  destinationsNearby?: PlaceReference[];
  /** Airlines of `alliances`; absent without it. */
  allianceAirlines?: string[];
}

/** Returns a request as responses show it: sent again, it is the same search. */
export function showRequest(normalized: NormalizedRequest): ShownRequest {
  const { origin, destination, departureDate, returnDate, slices, allianceAirlines: _airlines, ...others } = normalized;
  const { originList, destinationList, originsNearby: _origins, destinationsNearby: _destinations, ...rest } = others;
  if (slices !== undefined) return { slices, ...rest };
  return {
    origin: originList ?? origin,
    destination: destinationList ?? destination,
    departureDate,
    returnDate,
    ...rest,
  };
}

export type SearchResponse = Static<typeof SearchResponseSchema>;
export type ScoredSearchResponse = Static<typeof ScoredSearchResponseSchema>;
