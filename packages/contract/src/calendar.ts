import { type Static, Type } from "typebox";
import { currencies } from "./money.ts";
import { PlaceReferenceSchema } from "./places.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { destinationSchema, originSchema, SearchRequestSchema } from "./search-request.ts";
import { NormalizedRequestSchema, supplyMembers } from "./search-response.ts";
import { environmentName, instant } from "./wire-values.ts";

/** Maximum departure days of a calendar with stays, or of one-way trips. */
export const maxCalendarDays = 331;
/** Maximum days of each side of a grid of departure and return dates. */
export const maxGridDays = 60;
/** Maximum number of different stays. */
export const maxStays = 10;

const date = (description: string, example: string) =>
  Type.String({ format: "date", description, examples: [example] });

export const DateRangeSchema = Type.Object(
  { from: date("First date.", "2027-01-01"), to: date("Last date, inclusive.", "2027-01-31") },
  {
    $id: "DateRange",
    additionalProperties: false,
    description: "Range of dates, inclusive.",
    examples: [{ from: "2027-01-01", to: "2027-01-31" }],
  },
);

const nights = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: 330, description, examples: [example] });

export const StayNightsSchema = Type.Object(
  { min: nights("Minimum nights.", 5), max: nights("Maximum nights.", 7) },
  {
    $id: "StayNights",
    additionalProperties: false,
    description: `Nights between departure and return, at most ${maxStays} different stays.`,
    examples: [{ min: 5, max: 7 }],
  },
);

const request = SearchRequestSchema.properties;

const searchMembers = {
  cabin: request.cabin,
  cabinMatch: request.cabinMatch,
  travelers: request.travelers,
  includeCash: request.includeCash,
  includeAward: request.includeAward,
  maxStops: request.maxStops,
  currency: request.currency,
  airlines: request.airlines,
  excludeAirlines: request.excludeAirlines,
  alliances: request.alliances,
  programs: request.programs,
  departureTime: request.departureTime,
  arrivalTime: request.arrivalTime,
  maxDurationMinutes: request.maxDurationMinutes,
  maxPrice: request.maxPrice,
};

export const CalendarRequestSchema = Type.Object(
  {
    origin: originSchema,
    destination: destinationSchema,
    departureDates: ref(DateRangeSchema, {
      description: `Departure dates at the origin, from today to 330 days ahead; at most ${maxGridDays} days with \`returnDates\`.`,
    }),
    stayNights: Type.Optional(
      ref(StayNightsSchema, {
        description: "For round trips with these stays. Not together with `returnDates`.",
      }),
    ),
    returnDates: Type.Optional(
      ref(DateRangeSchema, {
        description: `For round trips with these return dates, at most ${maxGridDays} days. Not together with \`stayNights\`.`,
      }),
    ),
    ...searchMembers,
  },
  {
    $id: "CalendarRequest",
    additionalProperties: false,
    description: "Criteria of a calendar: those of a search, with ranges of dates.",
    examples: [{ origin: "JFK", destination: "LHR", departureDates: { from: "2027-01-01", to: "2027-01-31" } }],
  },
);

const normalized = NormalizedRequestSchema.properties;

export const CalendarSearchSchema = Type.Object(
  {
    origin: ref(PlaceReferenceSchema, { description: "Airport or city of departure." }),
    destination: ref(PlaceReferenceSchema, { description: "Airport or city of arrival." }),
    cabin: normalized.cabin,
    cabinMatch: normalized.cabinMatch,
    travelers: normalized.travelers,
    includeCash: normalized.includeCash,
    includeAward: normalized.includeAward,
    maxStops: normalized.maxStops,
    currency: normalized.currency,
    airlines: normalized.airlines,
    excludeAirlines: normalized.excludeAirlines,
    alliances: normalized.alliances,
    programs: normalized.programs,
    departureTime: normalized.departureTime,
    arrivalTime: normalized.arrivalTime,
    maxDurationMinutes: normalized.maxDurationMinutes,
    maxPrice: normalized.maxPrice,
  },
  {
    $id: "CalendarSearch",
    description:
      "Search of every cell, with defaults filled in: add `departureDate` and, for a round trip, `returnDate`, and send it to `POST /v1/flights/search`.",
  },
);

const amounts = (of: string, example: (string | null)[]) =>
  Type.Array(nullable(Type.String()), {
    description: `Lowest total price ${of} by cell; null if there is none.`,
    examples: [example],
  });

const milesColumn = (of: string, example: number[]) =>
  Type.Array(Type.Integer({ minimum: 0 }), {
    description: `Lowest miles for all travelers ${of} by cell: an index of \`values\`.`,
    examples: [example],
  });

export const CalendarCashSchema = Type.Object(
  {
    currency: oneOf(currencies, { description: "Currency of the amounts.", examples: ["USD"] }),
    amounts: amounts("of any flight", ["412.60", null]),
    nonstopAmounts: amounts("of nonstop flights, as a search with `maxStops` 0 returns it,", ["498.10", null]),
  },
  { $id: "CalendarCash", description: "Lowest cash prices for all travelers, as decimal strings." },
);

export const CalendarAwardSchema = Type.Object(
  {
    program: Type.String({ description: "Code of the loyalty program.", examples: ["aeroplan"] }),
    values: Type.Array(nullable(Type.Integer()), {
      description: "Different values of the cells. The first is null: no award.",
      examples: [[null, 35_000, 40_000]],
    }),
    cells: milesColumn("of any flight", [1, 1, 0]),
    nonstopCells: milesColumn("of nonstop flights", [2, 0, 0]),
  },
  {
    $id: "CalendarAward",
    description:
      "Lowest awards of one program: those that a search with only this program in `programs` and with `sort` `miles` returns first.",
  },
);

export const CalendarResponseSchema = Type.Object(
  {
    environment: environmentName,
    createdAt: instant("Time of the prices."),
    request: ref(CalendarSearchSchema),
    departureDates: Type.Array(Type.String({ format: "date" }), {
      description: "Departure dates: the rows of the calendar.",
      examples: [["2027-01-20", "2027-01-21"]],
    }),
    stayNights: nullable(
      Type.Array(Type.Integer(), {
        description: "Nights of each column; null unless requested.",
        examples: [[5, 6, 7]],
      }),
    ),
    returnDates: nullable(
      Type.Array(Type.String({ format: "date" }), {
        description: "Return date of each column; null unless requested.",
        examples: [["2027-01-27", "2027-01-28"]],
      }),
    ),
    cash: orNull(ref(CalendarCashSchema), "Lowest cash prices; null unless requested."),
    award: Type.Array(ref(CalendarAwardSchema), {
      description: "Lowest awards, one element for each program with a price.",
    }),
    ...supplyMembers,
    simulated: Type.Boolean({ description: "True if the prices come from the sandbox.", examples: [true] }),
  },
  {
    $id: "CalendarResponse",
    description:
      "Lowest prices by day. Lists of prices contain the cells row by row: cell (row, column) is at index `row * columns + column`, with one column for one-way trips. Cells whose return is before the departure or after the last date that can be searched are null.",
  },
);

export type CalendarRequest = Static<typeof CalendarRequestSchema>;
export type CalendarSearch = Static<typeof CalendarSearchSchema>;
export type CalendarResponse = Static<typeof CalendarResponseSchema>;
export type DateRange = Static<typeof DateRangeSchema>;
