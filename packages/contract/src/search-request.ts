import { type Static, type TSchema, Type } from "typebox";
import { currencies } from "./money.ts";
import { placeMember } from "./places.ts";
import { nullable, oneOf, refer } from "./schema.ts";

export const cabins = ["economy", "premium_economy", "business", "first"] as const;
export type Cabin = (typeof cabins)[number];

export const sorts = ["price", "duration", "departure", "arrival", "miles"] as const;
export type Sort = (typeof sorts)[number];

export const profiles = ["leisure", "business", "points"] as const;
export type Profile = (typeof profiles)[number];

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

/** How many days ahead of today, at the origin, a search may look. */
export const searchHorizonDays = 330;
export const maxSeats = 9;

const timePattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
const airlineCode = Type.String({ pattern: "^[A-Za-z0-9]{2}$", examples: ["BA"] });

export const TravelersSchema = Type.Object(
  {
    adults: Type.Integer({ minimum: 1, maximum: 9, description: "Travelers of 12 years and over.", examples: [1] }),
    children: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 8, default: 0, description: "Travelers of 2 to 11 years.", examples: [0] }),
    ),
    infants: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9,
        default: 0,
        description: "Travelers under 2 years on an adult's lap; at most one for each adult.",
        examples: [0],
      }),
    ),
  },
  {
    $id: "Travelers",
    additionalProperties: false,
    examples: [{ adults: 1 }],
    description: "Who travels; at most 9 seats.",
  },
);

export const TimeWindowSchema = Type.Object(
  {
    from: Type.String({ pattern: timePattern, description: "Earliest local time, HH:MM.", examples: ["06:00"] }),
    to: Type.String({ pattern: timePattern, description: "Latest local time, HH:MM.", examples: ["12:00"] }),
  },
  {
    $id: "TimeWindow",
    examples: [{ from: "06:00", to: "12:00" }],
    additionalProperties: false,
    description: "Local times of day, both included; `from` later than `to` is a window over midnight.",
  },
);

const weight = (about: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: about, examples: [1] }));

export const WeightsSchema = Type.Object(
  {
    price: weight("Effective cost."),
    duration: weight("Time from first departure to last arrival."),
    stops: weight("Connections."),
    schedule: weight("Convenience of the hours."),
    comfort: weight("Cabin and aircraft."),
    flexibility: weight("Refunds and changes."),
    emissions: weight("CO2."),
    risk: weight("Danger of missing a connection."),
  } satisfies Record<ScoreComponent, TSchema>,
  {
    $id: "Weights",
    examples: [{ price: 1, stops: 2 }],
    additionalProperties: false,
    description: "How much each component of the score counts: 1 as usual, 0 not at all, 2 twice.",
  },
);

export const SearchRequestSchema = Type.Object(
  {
    origin: placeMember(
      "Airport or city of departure: an IATA code in any case, a place id, or a code with its kind. " +
        "A code that an airport and a city share (`DFW`) means the airport.",
      "JFK",
    ),
    destination: placeMember("Airport or city of arrival, in the same forms as `origin`.", "LHR"),
    departureDate: Type.String({
      format: "date",
      description: "Day of departure at the origin, from today to 330 days ahead.",
      examples: ["2027-01-20"],
    }),
    returnDate: Type.Optional(
      nullable(
        Type.String({
          format: "date",
          description: "Day of return, or null for one way.",
          examples: ["2027-01-27"],
        }),
      ),
    ),
    cabin: Type.Optional(oneOf(cabins, { default: "economy", description: "The cabin.", examples: ["economy"] })),
    travelers: Type.Optional(
      refer(TravelersSchema, { default: { adults: 1 }, description: "Who travels: an object, not a number." }),
    ),
    includeCash: Type.Optional(Type.Boolean({ default: true, description: "Answer cash fares.", examples: [true] })),
    includeAward: Type.Optional(
      Type.Boolean({ default: false, description: "Answer award availability.", examples: [true] }),
    ),
    maxStops: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2, default: 2, description: "Most stops of each slice.", examples: [1] }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 250,
        default: 50,
        description: "Most flights of the answer.",
        examples: [20],
      }),
    ),
    currency: Type.Optional(
      oneOf(currencies, { default: "USD", description: "Currency of every price (ISO 4217).", examples: ["USD"] }),
    ),
    airlines: Type.Optional(
      Type.Array(airlineCode, {
        minItems: 1,
        maxItems: 50,
        description: "Only these marketing carriers, by IATA code in any case.",
        examples: [["BA", "AA"]],
      }),
    ),
    excludeAirlines: Type.Optional(
      Type.Array(airlineCode, { maxItems: 50, description: "None of these marketing carriers.", examples: [["NK"]] }),
    ),
    programs: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
        minItems: 1,
        maxItems: 50,
        description: "Only awards of these programs, by the codes that `GET /v1/programs` lists.",
        examples: [["aeroplan"]],
      }),
    ),
    departureTime: Type.Optional(refer(TimeWindowSchema, { description: "When each slice departs." })),
    arrivalTime: Type.Optional(refer(TimeWindowSchema, { description: "When each slice arrives." })),
    maxDurationMinutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: "Longest slice.", examples: [900] }),
    ),
    sort: Type.Optional(
      oneOf(sorts, {
        description: "Order of the flights: price unless only awards were asked for, then miles.",
        examples: ["price"],
      }),
    ),
    profile: Type.Optional(
      oneOf(profiles, {
        default: "leisure",
        description: "Whose taste the score follows; the raw operation ignores it.",
        examples: ["leisure"],
      }),
    ),
    weights: Type.Optional(refer(WeightsSchema, { description: "Changes the score; the raw operation ignores them." })),
    allOffers: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Answer every fare brand and every award of a flight instead of at most two and three.",
        examples: [false],
      }),
    ),
  },
  {
    $id: "SearchRequest",
    examples: [{ origin: "JFK", destination: "LHR", departureDate: "2027-01-20" }],
    additionalProperties: false,
    description: "What to search for.",
  },
);

export type SearchRequest = Static<typeof SearchRequestSchema>;
export type TravelersRequest = Static<typeof TravelersSchema>;
export type TimeWindowRequest = Static<typeof TimeWindowSchema>;
export type Weights = Static<typeof WeightsSchema>;
