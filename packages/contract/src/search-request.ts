import { type Static, type TSchema, Type } from "typebox";
import { currencies } from "./money.ts";
import { maxPlaces, placeSchema, placesSchema } from "./places.ts";
import { MoneySchema } from "./price.ts";
import { alliances } from "./reference.ts";
import { nullable, oneOf, ref } from "./schema.ts";
import { TravelersSchema } from "./travelers.ts";

export const cabins = ["economy", "premium_economy", "business", "first"] as const;
export type Cabin = (typeof cabins)[number];

/** Segments of a slice that must be in the requested cabin or a higher one. */
export const cabinMatches = ["main", "strict", "any"] as const;
export type CabinMatch = (typeof cabinMatches)[number];

export const sorts = ["price", "duration", "departure", "arrival", "miles"] as const;
export type Sort = (typeof sorts)[number];

export const profiles = ["leisure", "business", "points"] as const;
export type Profile = (typeof profiles)[number];

/** Representations of a search response. */
export const searchViews = ["full", "compact"] as const;
export type SearchView = (typeof searchViews)[number];

export const scoreComponents = [
  "price",
  "duration",
  "stops",
  "schedule",
  "comfort",
  "flexibility",
  "emissions",
  "risk",
] as const;

export type ScoreComponent = (typeof scoreComponents)[number];

/** Maximum days between today (at the origin) and the departure. */
export const searchHorizonDays = 330;
export const maxSeats = 9;

const timePattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
const localTimePattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$";
const airlineCode = Type.String({ pattern: "^[A-Za-z0-9]{2}$", examples: ["BA"] });

export const TimeWindowSchema = Type.Object(
  {
    from: Type.String({ pattern: timePattern, description: "Earliest local time, HH:MM.", examples: ["06:00"] }),
    to: Type.String({ pattern: timePattern, description: "Latest local time, HH:MM.", examples: ["12:00"] }),
  },
  {
    $id: "TimeWindow",
    examples: [{ from: "06:00", to: "12:00" }],
    additionalProperties: false,
    description: "Range of local times, inclusive. If `from` is later than `to`, the range spans midnight.",
  },
);

const airportCodes = (description: string, example: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Za-z]{3}$", examples: [example] }), {
      minItems: 1,
      maxItems: 50,
      description,
      examples: [[example]],
    }),
  );

export const ConnectingAirportsSchema = Type.Object(
  {
    include: airportCodes("Connect only at these airports (IATA codes, not case-sensitive).", "KEF"),
    exclude: airportCodes("Connect at none of these airports.", "ORD"),
  },
  {
    $id: "ConnectingAirports",
    examples: [{ exclude: ["ORD"] }],
    additionalProperties: false,
    description:
      "Conditions on the airports of connections, both of them if the airport changes. Nonstop flights have no connection, so they match.",
  },
);

const weight = (about: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: about, examples: [1] }));

export const WeightsSchema = Type.Object(
  {
    price: weight("Effective cost."),
    duration: weight("Time from first departure to last arrival."),
    stops: weight("Connections."),
    schedule: weight("Convenience of departure and arrival times."),
    comfort: weight("Cabin and aircraft."),
    flexibility: weight("Refunds and changes."),
    emissions: weight("CO2."),
    risk: weight("Risk of a missed connection."),
  } satisfies Record<ScoreComponent, TSchema>,
  {
    $id: "Weights",
    examples: [{ price: 1, stops: 2 }],
    additionalProperties: false,
    description:
      "Weights of the score components relative to the profile: 1 is the default, 0 ignores the component, 2 doubles it.",
  },
);

const placeFormats =
  "an IATA code (not case-sensitive), a place id, or a code with its kind. " +
  "A code shared by an airport and a city (`DFW`) means the airport.";

export const originSchema = placeSchema(`Airport or city of departure: ${placeFormats}`, "JFK");
export const destinationSchema = placeSchema("Airport or city of arrival, in the same formats as `origin`.", "LHR");

const departureDateSchema = Type.String({
  format: "date",
  description: "Departure date at the origin, from today to 330 days ahead.",
  examples: ["2027-01-20"],
});

/** Slices of a multi-city search. */
export const minSlices = 2;
export const maxSlices = 6;
/** Maximum of `flexibleDays`. */
export const maxFlexibleDays = 3;
/** Maximum of `minCarryOnBags` and `minCheckedBags`. */
export const maxCarryOnBags = 1;
export const maxCheckedBags = 3;
/** Maximum of `nearbyKm`. */
export const maxNearbyKm = 300;

export const SearchSliceSchema = Type.Object(
  {
    origin: originSchema,
    destination: destinationSchema,
    departureDate: departureDateSchema,
  },
  {
    $id: "SearchSlice",
    additionalProperties: false,
    examples: [{ origin: "JFK", destination: "LHR", departureDate: "2027-01-20" }],
    description: "One slice of a multi-city search.",
  },
);

export const SearchRequestSchema = Type.Object(
  {
    origin: Type.Optional(
      placesSchema(
        `Airport or city of departure: ${placeFormats} Or a list of up to ${maxPlaces} of them. Required without \`slices\`.`,
        "JFK",
      ),
    ),
    destination: Type.Optional(
      placesSchema("Airport or city of arrival, in the same formats as `origin`. Required without `slices`.", "LHR"),
    ),
    departureDate: Type.Optional(
      Type.String({
        format: "date",
        description: "Departure date at the origin, from today to 330 days ahead. Required without `slices`.",
        examples: ["2027-01-20"],
      }),
    ),
    returnDate: Type.Optional(
      nullable(
        Type.String({
          format: "date",
          description: "Return date, or null for a one-way trip.",
          examples: ["2027-01-27"],
        }),
      ),
    ),
    slices: Type.Optional(
      Type.Array(ref(SearchSliceSchema), {
        description:
          `Multi-city search, instead of \`origin\`, \`destination\`, \`departureDate\` and \`returnDate\`: ${minSlices} to ${maxSlices} slices in order of their dates. ` +
          "A slice may start at another place than the one before it ended.",
        examples: [
          [
            { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
            { origin: "CDG", destination: "JFK", departureDate: "2027-01-27" },
          ],
        ],
      }),
    ),
    nearbyKm: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxNearbyKm,
        default: 0,
        description: `Adds the busiest airports within this distance of \`origin\` and \`destination\`, to at most ${maxPlaces} places each.`,
        examples: [100],
      }),
    ),
    flexibleDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxFlexibleDays,
        default: 0,
        description: "Days before and after `departureDate` and `returnDate` on which flights may depart as well.",
        examples: [1],
      }),
    ),
    cabin: Type.Optional(oneOf(cabins, { default: "economy", description: "Cabin.", examples: ["economy"] })),
    cabinMatch: Type.Optional(
      oneOf(cabinMatches, {
        default: "main",
        description:
          "Segments that must be in `cabin` or a higher cabin, in each slice, for cash offers and awards. `main`: every segment of more than three hours, and at least 75 % of the flying time. `strict`: every segment. `any`: no condition.",
        examples: ["main"],
      }),
    ),
    travelers: Type.Optional(
      ref(TravelersSchema, { default: { adults: 1 }, description: "Number of travelers: an object, not a number." }),
    ),
    includeCash: Type.Optional(Type.Boolean({ default: true, description: "Include cash offers.", examples: [true] })),
    includeAward: Type.Optional(
      Type.Boolean({ default: false, description: "Include award offers.", examples: [true] }),
    ),
    maxStops: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2, default: 2, description: "Maximum stops per slice.", examples: [1] }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 250,
        default: 50,
        description: "Maximum number of flights.",
        examples: [20],
      }),
    ),
    currency: Type.Optional(
      oneOf(currencies, { default: "USD", description: "Currency of all prices (ISO 4217).", examples: ["USD"] }),
    ),
    airlines: Type.Optional(
      Type.Array(airlineCode, {
        minItems: 1,
        maxItems: 50,
        description: "Only these marketing carriers (IATA codes, not case-sensitive).",
        examples: [["BA", "AA"]],
      }),
    ),
    excludeAirlines: Type.Optional(
      Type.Array(airlineCode, {
        maxItems: 50,
        description: "Exclude these marketing carriers (IATA codes, not case-sensitive).",
        examples: [["NK"]],
      }),
    ),
    alliances: Type.Optional(
      Type.Array(oneOf(alliances, { description: "Airline alliance.", examples: ["oneworld"] }), {
        minItems: 1,
        uniqueItems: true,
        description:
          "Only marketing carriers of these alliances. `GET /v1/airlines` lists the alliance of each airline. With `airlines`, only those that are in one of them.",
        examples: [["oneworld"]],
      }),
    ),
    programs: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
        minItems: 1,
        maxItems: 50,
        description: "Only awards of these loyalty programs. `GET /v1/programs` lists their codes.",
        examples: [["aeroplan"]],
      }),
    ),
    connectingAirports: Type.Optional(
      ref(ConnectingAirportsSchema, { description: "Airports at which connections are allowed." }),
    ),
    minLayoverMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1440,
        description: "Minimum of each layover in minutes. The minimum connection time of the airport applies as well.",
        examples: [60],
      }),
    ),
    maxLayoverMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1440,
        description:
          "Maximum of each layover in minutes. In the sandbox, layovers last at most six hours, or a day if there is no other itinerary.",
        examples: [240],
      }),
    ),
    departureTime: Type.Optional(ref(TimeWindowSchema, { description: "Departure time range of each slice." })),
    arrivalTime: Type.Optional(ref(TimeWindowSchema, { description: "Arrival time range of each slice." })),
    arriveBy: Type.Optional(
      Type.String({
        pattern: localTimePattern,
        description:
          "Latest arrival at the destination, as local time without an offset. In a round trip, of the outbound slice. Not together with `slices`.",
        examples: ["2027-01-21T09:00"],
      }),
    ),
    excludeBasic: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Exclude basic economy: economy fares that can be neither changed nor refunded. If a supplier does not state the conditions of a fare, its name decides.",
        examples: [true],
      }),
    ),
    minCarryOnBags: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxCarryOnBags,
        default: 0,
        description:
          "Cabin bags of each traveler with a seat. Cash offers then have `bagFees` and `totalWithBags`, by which flights are sorted and ranked.",
        examples: [1],
      }),
    ),
    minCheckedBags: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxCheckedBags,
        default: 0,
        description: "Checked bags of each traveler with a seat, as for `minCarryOnBags`.",
        examples: [1],
      }),
    ),
    allowSelfTransfer: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Add connections of two flights on separate tickets, three to eight hours apart, if they cost less than every flight on one ticket. The traveler collects bags, checks in again, and bears the cost of a missed flight. Not together with `slices`.",
        examples: [true],
      }),
    ),
    maxDurationMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: "Maximum duration of each slice in minutes.",
        examples: [900],
      }),
    ),
    maxPrice: Type.Optional(
      ref(MoneySchema, {
        description:
          "Maximum price of each offer for all travelers, in `currency`: of cash offers `total`, or `totalWithBags` if bags are requested, and of awards `total`, their money part. Awards whose money part is unknown are left out.",
      }),
    ),
    sort: Type.Optional(
      oneOf(sorts, {
        description: "Order of the flights. Default: `price`, or `miles` if only awards are requested.",
        examples: ["price"],
      }),
    ),
    profile: Type.Optional(
      oneOf(profiles, {
        default: "leisure",
        description: "Traveler profile of the score. Ignored by the raw search.",
        examples: ["leisure"],
      }),
    ),
    weights: Type.Optional(ref(WeightsSchema, { description: "Weights of the score. Ignored by the raw search." })),
    allOffers: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Return all fare brands and all awards of a flight, instead of at most two fare brands and three awards.",
        examples: [false],
      }),
    ),
    view: Type.Optional(
      oneOf(searchViews, {
        default: "full",
        description:
          "Representation of the response. `compact` returns one short object per flight: times, carriers, stops, the cheapest cash offer, the best award and the score.",
        examples: ["full"],
      }),
    ),
  },
  {
    $id: "SearchRequest",
    examples: [{ origin: "JFK", destination: "LHR", departureDate: "2027-01-20" }],
    additionalProperties: false,
    description:
      "Search criteria: `origin`, `destination` and `departureDate` of a one-way trip or, with `returnDate`, a round trip; or `slices`.",
    if: { type: "object", required: ["slices"] },
    else: { type: "object", required: ["origin", "destination", "departureDate"] },
  },
);

export type SearchRequest = Static<typeof SearchRequestSchema>;
export type SearchSlice = Static<typeof SearchSliceSchema>;
export type ConnectingAirports = Static<typeof ConnectingAirportsSchema>;
export type TimeWindowRequest = Static<typeof TimeWindowSchema>;
export type Weights = Static<typeof WeightsSchema>;
