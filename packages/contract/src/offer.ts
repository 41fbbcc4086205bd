import { type Static, Type } from "typebox";
import { charges, money } from "./price.ts";
import { nullable, oneOf, refer } from "./schema.ts";
import { cabin, expiry, instant, offerId, source } from "./wire-values.ts";

const seatsRemaining = Type.Integer({
  minimum: 1,
  maximum: 9,
  description: "Seats left; 9 means nine or more.",
  examples: [4],
});
const travelerType = oneOf(["adult", "child", "infant"], { description: "Type of traveler.", examples: ["adult"] });
const travelerCount = Type.Integer({ description: "How many of the type.", examples: [1] });

export const BaggageSchema = Type.Object(
  {
    carryOn: Type.Integer({ description: "Cabin bags.", examples: [1] }),
    checked: Type.Integer({ description: "Checked bags.", examples: [0] }),
  },
  { $id: "Baggage", description: "Bags included for each traveler." },
);

export const FareSegmentSchema = Type.Object(
  {
    cabin: cabin("Cabin of this segment."),
    bookingClass: Type.String({ description: "Booking class.", examples: ["Q"] }),
    fareBasis: Type.String({ description: "Fare basis.", examples: ["QLX7A1US"] }),
    baggage: refer(BaggageSchema),
  },
  { $id: "FareSegment", description: "The fare on one segment." },
);

export const offerKinds = ["cash", "award"] as const;
export type OfferKind = (typeof offerKinds)[number];

/** Members that every kind of offer has. */
const offerMembers = <Kind extends OfferKind>(kind: Kind) => ({
  id: offerId,
  kind: oneOf([kind], { description: "Kind of offer, which tells its schema.", examples: [kind] }),
  source,
  mixedCabin: Type.Boolean({
    description: "True if any segment is in a lower cabin than the search asked for.",
    examples: [false],
  }),
  cabinShare: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false.",
    examples: [1],
  }),
  separateTickets: Type.Boolean({
    description:
      "True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others.",
    examples: [false],
  }),
  bookingLink: nullable(
    Type.String({
      format: "uri",
      description: "Page of the seller where the offer can be booked; null if there is none.",
      examples: ["https://www.example.com/book/8731"],
    }),
  ),
});

export const CashOfferSchema = Type.Object(
  {
    ...offerMembers("cash"),
    total: money("Everything, for all travelers."),
    base: money("The fare without taxes and surcharges."),
    taxes: charges("Taxes and airport charges."),
    surcharges: charges("Surcharges of the carrier."),
    perTraveler: Type.Array(
      Type.Object({ type: travelerType, count: travelerCount, total: money("For one traveler of the type.") }),
      { description: "The price by type of traveler." },
    ),
    fareBrand: Type.String({ description: "Name of the fare brand.", examples: ["Light"] }),
    cabin: cabin("Cabin of the fare."),
    segments: Type.Array(refer(FareSegmentSchema), { description: "One for each segment of all slices, in order." }),
    seatsRemaining,
    refundable: Type.Boolean({ description: "Whether money comes back on cancellation.", examples: [false] }),
    changeable: Type.Boolean({ description: "Whether dates can be changed.", examples: [true] }),
    validatingCarrier: Type.String({
      description: "Airline that issues the ticket; with `separateTickets`, the first ticket.",
      examples: ["BA"],
    }),
    observedAt: instant("When the supplier quoted the price."),
    expiresAt: expiry("Until when the offer holds."),
  },
  { $id: "CashOffer", description: "A price in money." },
);

export const AwardChartSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the chart.", examples: ["Aeroplan partners"] }),
    band: Type.String({ description: "Zone or distance band.", examples: ["Atlantic 4001-6000"] }),
    basis: oneOf(["published", "modelled"], {
      description: "Whether the program publishes the chart.",
      examples: ["published"],
    }),
  },
  { description: "The award chart that gave the miles; null where there is none." },
);

export const AwardOfferSchema = Type.Object(
  {
    ...offerMembers("award"),
    program: Type.String({ description: "Loyalty program, named in `dictionaries.programs`.", examples: ["aeroplan"] }),
    miles: Type.Integer({ description: "For all travelers together.", examples: [35000] }),
    perTraveler: Type.Array(
      Type.Object({
        type: travelerType,
        count: travelerCount,
        miles: Type.Integer({ description: "For one traveler of the type.", examples: [35000] }),
        total: money("Money part for one traveler of the type."),
      }),
      { description: "The price by type of traveler." },
    ),
    total: money("The money part, for all travelers."),
    taxes: charges("Taxes and airport charges."),
    surcharges: charges("Surcharges of the carrier."),
    fees: charges("Fees of the program."),
    cabin: cabin("Cabin of the award."),
    level: oneOf(["saver", "standard", "dynamic"], { description: "Kind of award price.", examples: ["saver"] }),
    chart: nullable(AwardChartSchema),
    seatsRemaining,
    centsPerPoint: nullable(
      Type.Number({
        description:
          "What a mile saves against the cheapest cash offer of the same flight and cabin, in hundredths of the currency's unit whatever decimals it has: 1.42 is 1.42 US cents, and 200 is two yen. Null without a cash offer.",
        examples: [1.42],
      }),
    ),
    observedAt: instant("When the program's seats were last seen; a price by fare is asked for live."),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "How sure it is still there: it falls with the age of `observedAt`.",
      examples: [0.95],
    }),
    expiresAt: expiry("Until when the offer holds."),
  },
  { $id: "AwardOffer", description: "A price in miles." },
);

/** An offer of either kind. */
export const OfferSchema = Type.Unsafe<Static<typeof CashOfferSchema> | Static<typeof AwardOfferSchema>>({
  $id: "Offer",
  oneOf: [refer(CashOfferSchema), refer(AwardOfferSchema)],
  discriminator: {
    propertyName: "kind",
    mapping: { cash: "#/components/schemas/CashOffer", award: "#/components/schemas/AwardOffer" },
  },
  description: "A price in money or in miles; `kind` tells which.",
});

export const OfferDifferenceSchema = Type.Object(
  {
    total: money("New total minus old total; negative if the offer is cheaper now."),
    miles: nullable(
      Type.Integer({ description: "New miles minus old miles; null for a cash offer.", examples: [5000] }),
    ),
  },
  { $id: "OfferDifference", description: "Change of an offer's price; zero if only other terms changed." },
);

export type Offer = Static<typeof OfferSchema>;
export type OfferDifference = Static<typeof OfferDifferenceSchema>;
export type CashOffer = Static<typeof CashOfferSchema>;
export type AwardOffer = Static<typeof AwardOfferSchema>;
export type Baggage = Static<typeof BaggageSchema>;
export type FareSegment = Static<typeof FareSegmentSchema>;
