import { type Static, Type } from "typebox";
import { CalendarRequestSchema, CalendarSearchSchema, DateRangeSchema, StayNightsSchema } from "./calendar.ts";
import { PlaceSchema, placeSchema } from "./places.ts";
import { MoneySchema, money } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { supplyMembers } from "./search-response.ts";
import { environmentName, instant } from "./wire-values.ts";

/** Maximum departure dates of an exploration. */
export const maxExploreDays = 31;
/** Maximum number of different stays of an exploration. */
export const maxExploreStays = 3;
/** Maximum number of places in `destinations`. */
export const maxExploreDestinations = 200;

export const exploreRegions = [
  "north_america",
  "central_america",
  "caribbean",
  "south_america",
  "europe",
  "middle_east",
  "africa",
  "central_asia",
  "south_asia",
  "east_asia",
  "southeast_asia",
  "oceania",
] as const;
export type ExploreRegion = (typeof exploreRegions)[number];

/** Days of the week in the order of `Date.getUTCDay`. */
export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof weekdays)[number];

const {
  destination: _destination,
  departureDates: _dates,
  stayNights: _stays,
  returnDates: _returns,
  ...searchMembers
} = CalendarRequestSchema.properties;

export const ExploreRequestSchema = Type.Object(
  {
    destinations: Type.Optional(
      Type.Array(placeSchema("Airport or city.", "LIS"), {
        minItems: 1,
        maxItems: maxExploreDestinations,
        description:
          "Only these places. Not together with `regions` or `countries`; without any of them, all airports.",
        examples: [["LIS", "city:ROM"]],
      }),
    ),
    regions: Type.Optional(
      Type.Array(oneOf(exploreRegions, { description: "Region.", examples: ["europe"] }), {
        minItems: 1,
        uniqueItems: true,
        description: "Airports of these regions.",
        examples: [["europe"]],
      }),
    ),
    countries: Type.Optional(
      Type.Array(
        Type.String({ pattern: "^[A-Z]{2}$", description: "Country code (ISO 3166-1 alpha-2).", examples: ["ES"] }),
        {
          minItems: 1,
          maxItems: 50,
          uniqueItems: true,
          description: "Airports of these countries, in addition to `regions`.",
          examples: [["ES", "PT"]],
        },
      ),
    ),
    departureDates: ref(DateRangeSchema, {
      description: `Departure dates at the origin, from today to 330 days ahead; at most ${maxExploreDays} days.`,
    }),
    departureWeekdays: Type.Optional(
      Type.Array(oneOf(weekdays, { description: "Day of the week.", examples: ["friday"] }), {
        minItems: 1,
        uniqueItems: true,
        description: "Only departure dates on these days: `friday` with a stay of 2 nights is a weekend.",
        examples: [["friday"]],
      }),
    ),
    stayNights: Type.Optional(
      ref(StayNightsSchema, {
        description: `For round trips with these stays, at most ${maxExploreStays} different ones.`,
      }),
    ),
    ...searchMembers,
    maxTotal: Type.Optional(
      ref(MoneySchema, { description: "Maximum total cash price, in the currency of the request." }),
    ),
    maxMiles: Type.Optional(
      Type.Integer({ minimum: 1, description: "Maximum miles for all travelers.", examples: [50_000] }),
    ),
    sort: Type.Optional(
      oneOf(["price", "miles"], {
        default: "price",
        description: "Order of the destinations. Those without the price come last.",
        examples: ["price"],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 4000,
        default: 200,
        description: "Maximum number of destinations.",
        examples: [50],
      }),
    ),
  },
  {
    $id: "ExploreRequest",
    additionalProperties: false,
    description: "Criteria of an exploration: those of a search, with many destinations and a range of dates.",
    examples: [
      {
        origin: "JFK",
        regions: ["europe"],
        departureDates: { from: "2027-01-01", to: "2027-01-31" },
        departureWeekdays: ["friday"],
        stayNights: { min: 2, max: 3 },
      },
    ],
  },
);

const { destination: _searchDestination, ...exploreSearch } = CalendarSearchSchema.properties;

export const ExploreSearchSchema = Type.Object(exploreSearch, {
  $id: "ExploreSearch",
  description:
    "Search of every price, with defaults filled in: add the `id` of the place as `destination` and the dates of the price, and send it to `POST /v1/flights/search`.",
});

const dates = {
  departureDate: Type.String({ format: "date", description: "Departure date.", examples: ["2027-01-22"] }),
  returnDate: nullable(
    Type.String({ format: "date", description: "Return date; null for one way.", examples: ["2027-01-24"] }),
  ),
};

export const ExplorePriceSchema = Type.Object(
  { total: money("Lowest total for all travelers."), ...dates },
  { $id: "ExplorePrice", description: "Lowest cash price, and the first dates that have it." },
);

export const ExploreAwardSchema = Type.Object(
  {
    program: Type.String({ description: "Code of the loyalty program.", examples: ["aeroplan"] }),
    miles: Type.Integer({ description: "Lowest miles for all travelers.", examples: [35_000] }),
    ...dates,
  },
  { $id: "ExploreAward", description: "Lowest award of all programs, and the first dates that have it." },
);

export const ExploreDestinationSchema = Type.Object(
  {
    place: ref(PlaceSchema),
    cash: orNull(ref(ExplorePriceSchema), "Lowest price of any flight; null if there is none."),
    nonstopCash: orNull(ref(ExplorePriceSchema), "Lowest price of nonstop flights; null if there is none."),
    award: orNull(ref(ExploreAwardSchema), "Lowest award; null if there is none."),
  },
  { $id: "ExploreDestination", description: "Destination with its lowest prices." },
);

export const ExploreResponseSchema = Type.Object(
  {
    environment: environmentName,
    createdAt: instant("Time of the prices."),
    request: ref(ExploreSearchSchema),
    departureDates: Type.Array(Type.String({ format: "date" }), {
      description: "Departure dates that were searched.",
      examples: [["2027-01-22", "2027-01-29"]],
    }),
    stayNights: nullable(
      Type.Array(Type.Integer(), { description: "Stays that were searched; null for one way.", examples: [[2, 3]] }),
    ),
    destinations: Type.Array(ref(ExploreDestinationSchema), { description: "Destinations in the requested order." }),
    found: Type.Integer({
      description: "Number of destinations that meet the request, including those beyond `limit`.",
      examples: [212],
    }),
    ...supplyMembers,
    simulated: Type.Boolean({ description: "True if the prices come from the sandbox.", examples: [true] }),
  },
  { $id: "ExploreResponse", description: "Lowest prices by destination." },
);

export type ExploreRequest = Static<typeof ExploreRequestSchema>;
export type ExploreSearch = Static<typeof ExploreSearchSchema>;
export type ExploreDestination = Static<typeof ExploreDestinationSchema>;
export type ExploreResponse = Static<typeof ExploreResponseSchema>;
