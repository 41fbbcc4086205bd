import { type Static, Type } from "typebox";
import { currencies } from "./money.ts";
import { PlaceReferenceSchema, placeIdSchema } from "./places.ts";
import { MoneySchema } from "./price.ts";
import { oneOf, orNull, ref } from "./schema.ts";
import { cabins } from "./search-request.ts";
import { environmentName } from "./wire-values.ts";

/** Minimum number of prices for quartiles. */
export const minPriceSamples = 10;
/** First days of the ranges of lead times whose prices are compared. */
export const leadTimeStarts = [0, 14, 28, 56, 112] as const;

export const priceLevels = ["low", "typical", "high"] as const;
export type PriceLevel = (typeof priceLevels)[number];

const departureDate = Type.String({
  format: "date",
  description: "Departure date at the origin, from today to 330 days ahead.",
  examples: ["2027-01-20"],
});
const cabin = oneOf(cabins, { description: "Cabin.", examples: ["economy"] });
const currency = oneOf(currencies, { description: "Currency of the prices.", examples: ["USD"] });

export const PriceLevelQuerySchema = Type.Object(
  {
    origin: placeIdSchema("Airport or city of departure: an IATA code or a place id.", "JFK"),
    destination: placeIdSchema("Airport or city of arrival: an IATA code or a place id.", "LHR"),
    departureDate,
    cabin: Type.Optional({ ...cabin, default: "economy" }),
    currency: Type.Optional({ ...currency, default: "USD" }),
    amount: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,10}(\\.[0-9]{1,3})?$",
        description: "Price of one adult to compare, in `currency`. By default the current price is compared.",
        examples: ["412.60"],
      }),
    ),
  },
  { additionalProperties: false },
);

export const PriceQuartilesSchema = Type.Object(
  {
    lower: ref(MoneySchema, { description: "A quarter of the prices are lower." }),
    median: ref(MoneySchema, { description: "Half of the prices are lower." }),
    upper: ref(MoneySchema, { description: "A quarter of the prices are higher." }),
  },
  { $id: "PriceQuartiles", description: "Quartiles of comparable prices." },
);

const leadDays = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const LeadTimeSchema = Type.Object(
  { min: leadDays("First day.", 56), max: leadDays("Last day, inclusive.", 111) },
  { $id: "LeadTime", description: "Days between the search and the departure." },
);

export const PriceLevelSchema = Type.Object(
  {
    environment: environmentName,
    origin: ref(PlaceReferenceSchema, { description: "Airport or city of departure." }),
    destination: ref(PlaceReferenceSchema, { description: "Airport or city of arrival." }),
    departureDate,
    cabin,
    leadTimeDays: ref(LeadTimeSchema, { description: "Lead times whose prices are compared." }),
    basis: oneOf(["searches", "fare_model"], {
      description:
        "Origin of the prices: `searches` of the account in the last 90 days, or the `fare_model` of the sandbox.",
      examples: ["fare_model"],
    }),
    sampleSize: Type.Integer({ minimum: 0, description: "Number of compared prices.", examples: [56] }),
    quartiles: orNull(
      ref(PriceQuartilesSchema),
      `Quartiles of the prices; null if there are fewer than ${minPriceSamples}.`,
    ),
    price: orNull(
      ref(MoneySchema),
      "Price that is compared: `amount`, or the lowest known price of the departure date; null if none is known.",
    ),
    level: orNull(
      oneOf(priceLevels, {
        description: "`low` below the lower quartile, `high` above the upper one, otherwise `typical`.",
        examples: ["typical"],
      }),
      "Level of the price; null without a price or quartiles.",
    ),
    simulated: Type.Boolean({ description: "True if the prices come from the sandbox.", examples: [true] }),
  },
  { $id: "PriceLevel", description: "Level of a price among comparable ones: one-way trips of one adult." },
);

export type PriceLevelQuery = Static<typeof PriceLevelQuerySchema>;
export type PriceLevelResponse = Static<typeof PriceLevelSchema>;
