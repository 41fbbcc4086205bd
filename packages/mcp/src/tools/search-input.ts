import { cabins, currencies, maxAges, maxFlexibleDays, maxNearbyKm, maxPlaces, oneOf } from "@wayfare/contract";
import { Type } from "typebox";

const placePattern = "^((airport|city):)?[A-Za-z]{3}$";
const placeHint = "IATA code or place id, such as JFK or city:NYC. Find codes of names with find_places.";

const place = (description: string, example: string) =>
  Type.String({ pattern: placePattern, description: `${description}: ${placeHint}`, examples: [example] });

/** One place, or a list of them. */
const places = (description: string, example: string) =>
  Type.Union(
    [
      place(description, example),
      Type.Array(Type.String({ pattern: placePattern }), { minItems: 1, maxItems: maxPlaces }),
    ],
    { description: `${description}: ${placeHint} Or a list of up to ${maxPlaces}.`, examples: [example] },
  );

const date = (description: string, example: string) =>
  Type.String({
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    description: `${description}, YYYY-MM-DD.`,
    examples: [example],
  });

export const dateRange = (description: string) =>
  Type.Object(
    { from: date("First date", "2027-01-01"), to: date("Last date", "2027-01-31") },
    { additionalProperties: false, description, examples: [{ from: "2027-01-01", to: "2027-01-31" }] },
  );

/** Arguments of every search, named as in the API. */
export const searchOptions = {
  cabin: Type.Optional(oneOf(cabins, { description: "Cabin; economy by default.", examples: ["business"] })),
  travelers: Type.Optional(
    Type.Object(
      {
        adults: Type.Integer({ minimum: 1, maximum: 9 }),
        youths: Type.Optional(Type.Integer({ minimum: 0, maximum: 8, description: "Aged 12 to 17." })),
        children: Type.Optional(Type.Integer({ minimum: 0, maximum: 8, description: "Aged 2 to 11." })),
        infants: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, description: "Under 2, on a lap." })),
        infantsInSeat: Type.Optional(Type.Integer({ minimum: 0, maximum: 8, description: "Under 2, with a seat." })),
        ages: Type.Optional(
          Type.Array(Type.Integer({ minimum: 0, maximum: 17 }), {
            maxItems: maxAges,
            description: "Ages of all travelers under 18 on the date of the last flight; counts follow from it.",
          }),
        ),
      },
      {
        additionalProperties: false,
        description:
          "Number of travelers; one adult by default. Prices and bookings depend on the ages of travelers under 18: find them out first.",
        examples: [{ adults: 2 }],
      },
    ),
  ),
  maxStops: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2, description: "Maximum stops per direction; 0 for nonstop flights." }),
  ),
  currency: Type.Optional(oneOf(currencies, { description: "Currency of prices; USD by default.", examples: ["EUR"] })),
  maxPrice: Type.Optional(
    Type.Object(
      {
        amount: Type.String({ pattern: "^[0-9]{1,10}(\\.[0-9]{1,3})?$", examples: ["450"] }),
        currency: Type.String({ pattern: "^[A-Z]{3}$", examples: ["USD"] }),
      },
      {
        additionalProperties: false,
        description: "Highest price of an offer for all travelers, in `currency`; of awards the money part.",
        examples: [{ amount: "450", currency: "USD" }],
      },
    ),
  ),
  airlines: Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Za-z0-9]{2}$" }), {
      minItems: 1,
      maxItems: 50,
      description: "Only these airlines (IATA codes).",
      examples: [["BA", "AA"]],
    }),
  ),
};

export const programs = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    minItems: 1,
    maxItems: 50,
    description: "Only awards of these loyalty programs: codes of list_programs.",
    examples: [["aeroplan"]],
  }),
);

/** Arguments of a search on given dates. */
export const datedSearch = {
  origin: places("Departure", "JFK"),
  destination: places("Arrival", "LHR"),
  departureDate: date("Departure date, from today to 330 days ahead", "2027-01-20"),
  returnDate: Type.Optional(date("Return date; omit it for one way", "2027-01-27")),
  flexibleDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxFlexibleDays, description: "Days before and after the dates to include." }),
  ),
  nearbyKm: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxNearbyKm, description: "Add airports within this distance." }),
  ),
  ...searchOptions,
};

/** Arguments of a search for one place on each side. */
export const onePlace = {
  origin: place("Departure", "JFK"),
  destination: place("Arrival", "LHR"),
};

export const stayNights = Type.Optional(
  Type.Object(
    { min: Type.Integer({ minimum: 0, maximum: 330 }), max: Type.Integer({ minimum: 0, maximum: 330 }) },
    {
      additionalProperties: false,
      description: "Nights between departure and return, for round trips; one way by default.",
      examples: [{ min: 5, max: 7 }],
    },
  ),
);

export const maxResults = (byDefault: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description: `Results to list; ${byDefault} by default.` }));

export const offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 200, description: "Results to skip, from `next` of an earlier answer." }),
);
