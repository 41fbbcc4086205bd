import { type Static, Type } from "typebox";
import { ConditionsSchema } from "./conditions.ts";
import { SliceSchema } from "./itinerary.ts";
import { charges, money, statedMoney, taxes } from "./price.ts";
import { nullable, oneOf, ref } from "./schema.ts";
import { travelerTypes } from "./travelers.ts";
import { cabin, expiry, instant, offerId, source } from "./wire-values.ts";

const unstated = "Null if the supplier does not state it.";
const seatsRemaining = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 9,
    description: `Seats left; 9 means nine or more. ${unstated}`,
    examples: [4],
  }),
);
const travelerType = oneOf(travelerTypes, { description: "Type of traveler.", examples: ["adult"] });
const travelerCount = Type.Integer({ description: "Number of travelers of this type.", examples: [1] });

export const BaggageSchema = Type.Object(
  {
    carryOn: nullable(Type.Integer({ description: `Number of cabin bags. ${unstated}`, examples: [1] })),
    checked: nullable(Type.Integer({ description: `Number of checked bags. ${unstated}`, examples: [0] })),
  },
  { $id: "Baggage", description: "Included bags per traveler." },
);

export const FareSegmentSchema = Type.Object(
  {
    cabin: cabin("Cabin on this segment."),
    bookingClass: nullable(Type.String({ description: `Booking class. ${unstated}`, examples: ["Q"] })),
    fareBasis: nullable(Type.String({ description: `Fare basis. ${unstated}`, examples: ["QLX7A1US"] })),
    baggage: ref(BaggageSchema),
  },
  { $id: "FareSegment", description: "Fare on a segment." },
);

/** Data of a traveler that some sellers need. */
export const travelerData = ["title", "gender", "document", "ages"] as const;

export const offerKinds = ["cash", "award"] as const;
export type OfferKind = (typeof offerKinds)[number];

/** Members of all kinds of offer. */
const offerMembers = <Kind extends OfferKind>(kind: Kind) => ({
  id: offerId,
  kind: oneOf([kind], { description: "Kind of offer, which determines its schema.", examples: [kind] }),
  source,
  slices: Type.Optional(
    Type.Array(ref(SliceSchema), {
      description:
        "Slices as the supplier of this offer states them: its own flight numbers, times, terminals, aircraft and technical stops. Present only if a stated value differs from the slices of the flight. These are the slices that are booked.",
    }),
  ),
  mixedCabin: Type.Boolean({
    description: "True if any segment is in a lower cabin than requested.",
    examples: [false],
  }),
  cabinShare: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Share of the flying time in the requested cabin or a higher one, rounded down to two decimals: 1 exactly when `mixedCabin` is false. Null if the supplier does not state the times.",
      examples: [1],
    }),
  ),
  separateTickets: Type.Boolean({
    description:
      "True if the offer needs more than one ticket. A change or cancellation of one ticket does not change the others.",
    examples: [false],
  }),
  bookingLink: nullable(
    Type.String({
      format: "uri",
      description: "URL of the seller's booking page; null if there is none.",
      examples: ["https://www.example.com/book/8731"],
    }),
  ),
  conditions: ref(ConditionsSchema),
  requires: nullable(
    Type.Array(oneOf(travelerData, { description: "Data of a traveler.", examples: ["document"] }), {
      description: `Data of each traveler that the seller needs for a booking, in addition to name and date of birth. \`ages\`: the price is for the ages that the search assumed; search again with \`travelers.ages\` to book for others. ${unstated}`,
      examples: [[]],
    }),
  ),
});

export const OfferTicketSchema = Type.Object(
  {
    validatingCarrier: Type.String({ description: "Airline that issues the ticket.", examples: ["BA"] }),
    fareBrand: Type.String({ description: "Name of the fare brand.", examples: ["Light"] }),
    segments: Type.Integer({ description: "Number of segments.", examples: [1] }),
    total: money("Price for all travelers, part of the `total` of the offer."),
  },
  { $id: "OfferTicket", description: "Ticket that is sold alone." },
);

export const AwardTicketSchema = Type.Object(
  {
    segments: Type.Integer({ description: "Number of segments.", examples: [1] }),
    miles: Type.Integer({
      description: "Miles for all travelers, part of the `miles` of the offer.",
      examples: [30000],
    }),
    total: statedMoney("Money part for all travelers."),
    seatsRemaining,
    bookingLink: nullable(
      Type.String({
        format: "uri",
        description: "URL of the page where this ticket is booked; null if there is none.",
        examples: ["https://www.example.com/book/8731"],
      }),
    ),
  },
  { $id: "AwardTicket", description: "Ticket of an award that is booked as several." },
);

export const CashOfferSchema = Type.Object(
  {
    ...offerMembers("cash"),
    total: money("Total price for all travelers, including taxes and surcharges."),
    base: statedMoney("Fare for all travelers, without taxes and surcharges."),
    taxes: taxes("Taxes and airport charges."),
    surcharges: charges("Carrier surcharges."),
    margin: Type.Optional(
      money("Margin of the operator of this service, included in `total`. Absent if the operator charges none."),
    ),
    bagFees: Type.Optional(
      statedMoney(
        "Estimated fees for the requested bags that the fare does not include, for all travelers, from a table of the airlines' fees. Not included in `total`, and not sold with the offer. Absent if no bags were requested.",
      ),
    ),
    totalWithBags: Type.Optional(
      statedMoney("`total` plus `bagFees`, by which flights are sorted and ranked. Absent if no bags were requested."),
    ),
    perTraveler: Type.Array(
      Type.Object({
        type: travelerType,
        count: travelerCount,
        total: statedMoney("Price for one traveler of this type."),
      }),
      { description: "Price by type of traveler; a type has several rows if its travelers pay different taxes." },
    ),
    tickets: Type.Optional(
      Type.Array(ref(OfferTicketSchema), {
        description: "Tickets of an offer with a self-transfer, in the order of their segments. Absent for others.",
      }),
    ),
    fareBrand: nullable(Type.String({ description: `Name of the fare brand. ${unstated}`, examples: ["Light"] })),
    cabin: cabin("Cabin of the fare."),
    segments: Type.Array(ref(FareSegmentSchema), { description: "Fare on each segment, for all slices in order." }),
    seatsRemaining,
    refundable: nullable(
      Type.Boolean({
        description: `\`conditions.refund.allowed\`: true if the fare is refundable. ${unstated}`,
        examples: [false],
      }),
    ),
    changeable: nullable(
      Type.Boolean({
        description: `\`conditions.change.allowed\`: true if the dates can be changed. ${unstated}`,
        examples: [true],
      }),
    ),
    validatingCarrier: nullable(
      Type.String({
        description: `Airline that issues the ticket; with \`separateTickets\`, the first ticket. ${unstated}`,
        examples: ["BA"],
      }),
    ),
    verified: nullable(
      Type.Boolean({
        description:
          "True if the supplier has checked the price with the seller, false if it has not: the price can differ when the offer is booked. Null if the supplier does not say.",
        examples: [null],
      }),
    ),
    observedAt: instant("Time at which the supplier quoted the price."),
    expiresAt: expiry("Time until which the offer is valid."),
  },
  { $id: "CashOffer", description: "Offer priced in money." },
);

export const AwardChartSchema = Type.Object(
  {
    name: Type.String({ description: "Name of the award chart.", examples: ["Aeroplan partners"] }),
    band: Type.String({ description: "Zone or distance band.", examples: ["Atlantic 4001-6000"] }),
    basis: oneOf(["published", "modelled"], {
      description: "Origin of the chart: `published` by the program, or `modelled`.",
      examples: ["published"],
    }),
  },
  { description: "Award chart that determines the miles; null if the program has none." },
);

export const AwardOfferSchema = Type.Object(
  {
    ...offerMembers("award"),
    program: Type.String({
      description: "Code of the loyalty program, a key of `dictionaries.programs`.",
      examples: ["aeroplan"],
    }),
    miles: Type.Integer({ description: "Miles for all travelers.", examples: [35000] }),
    tickets: Type.Optional(
      Type.Array(ref(AwardTicketSchema), {
        description:
          "Tickets of an award that is booked as several, such as a round trip of two one-ways, in the order of their segments. `miles` is their sum, and `total` too; `total` is null if their currencies differ. Absent for others.",
      }),
    ),
    perTraveler: Type.Array(
      Type.Object({
        type: travelerType,
        count: travelerCount,
        miles: Type.Integer({ description: "Miles for one traveler of this type.", examples: [35000] }),
        total: statedMoney("Money part for one traveler of this type."),
      }),
      { description: "Price by type of traveler; a type has several rows if its travelers pay different taxes." },
    ),
    total: statedMoney("Money part for all travelers."),
    taxes: taxes("Taxes and airport charges."),
    surcharges: charges("Carrier surcharges."),
    fees: charges("Program fees."),
    cabin: cabin("Cabin of the award."),
    level: nullable(
      oneOf(["saver", "standard", "dynamic"], {
        description: `Level of the award price. ${unstated}`,
        examples: ["saver"],
      }),
    ),
    chart: nullable(AwardChartSchema),
    seatsRemaining,
    centsPerPoint: nullable(
      Type.Number({
        description:
          "Value of a mile compared with the cheapest cash offer for the same flight and cabin, in hundredths of the currency unit: 1.42 is 1.42 US cents, 200 is 2 yen. Null without a cash offer.",
        examples: [1.42],
      }),
    ),
    observedAt: instant(
      "Time at which the award seats were last observed; the time of the search for awards priced by fare.",
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Probability that the award is still available. Decreases with the age of `observedAt`.",
      examples: [0.95],
    }),
    expiresAt: expiry("Time until which the offer is valid."),
  },
  { $id: "AwardOffer", description: "Offer priced in miles." },
);

/** Cash offer or award offer. */
export const OfferSchema = Type.Unsafe<Static<typeof CashOfferSchema> | Static<typeof AwardOfferSchema>>({
  $id: "Offer",
  oneOf: [ref(CashOfferSchema), ref(AwardOfferSchema)],
  discriminator: {
    propertyName: "kind",
    mapping: { cash: "#/components/schemas/CashOffer", award: "#/components/schemas/AwardOffer" },
  },
  description: "Offer priced in money or in miles, by `kind`.",
});

export const OfferDifferenceSchema = Type.Object(
  {
    total: money("New total minus old total; negative if the offer is cheaper now."),
    miles: nullable(
      Type.Integer({ description: "New miles minus old miles; null for a cash offer.", examples: [5000] }),
    ),
  },
  { $id: "OfferDifference", description: "Price difference between two offers; zero if only the terms changed." },
);

export type Offer = Static<typeof OfferSchema>;
export type OfferDifference = Static<typeof OfferDifferenceSchema>;
export type CashOffer = Static<typeof CashOfferSchema>;
export type AwardOffer = Static<typeof AwardOfferSchema>;
export type Baggage = Static<typeof BaggageSchema>;
export type FareSegment = Static<typeof FareSegmentSchema>;
