import { cabins, travelerTypes } from "@wayfare/contract";
import { type Static, type TSchema, Type } from "typebox";

/* Schemas of the protocol for suppliers over HTTP. docs/suppliers/openapi.json is made of them. */

const unstated = "Absent or null if unknown, never 0 or false.";
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = (description: string, pattern?: string) =>
  Type.String({ description, maxLength: 200, ...(pattern === undefined ? {} : { pattern }) });
const airport = (description: string) => text(description, "^[A-Z]{3}$");
const carrier = (description: string) => text(description, "^[A-Z0-9]{2}$");
const flightNumber = (description: string) => text(description, "^[0-9]{1,4}[A-Z]?$");
const zoned = (description: string) =>
  text(
    `${description} RFC 3339 with the offset of the airport.`,
    "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?([+-]\\d{2}:\\d{2}|Z)$",
  );
const instant = (description: string) =>
  text(`${description} RFC 3339 in UTC.`, "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$");
const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: "string", enum: [...values], description });
const cabin = (description: string) => oneOf(cabins, description);
const seats = Type.Integer({ minimum: 1, maximum: 9, description: "9 means nine or more." });

const MoneySchema = Type.Object(
  {
    amount: text("Decimal string with at most the decimals of the currency.", "^[0-9]{1,13}(\\.[0-9]{1,3})?$"),
    currency: text("ISO 4217 code.", "^[A-Z]{3}$"),
  },
  { description: "Amount of money. All amounts of an offer have the same currency." },
);
const charges = optional(
  Type.Array(Type.Object({ code: optional(text("Code of the tax, surcharge or fee.")), amount: MoneySchema }), {
    maxItems: 100,
    description: `Amounts for all travelers. ${unstated}`,
  }),
);
const travelerType = oneOf(travelerTypes, "Type of traveler.");

const SegmentSchema = Type.Object({
  marketingCarrier: carrier("Airline that sells the flight."),
  flightNumber: flightNumber("Flight number without the carrier."),
  operatingCarrier: optional(carrier(`Airline that operates the flight. ${unstated}`)),
  operatingFlightNumber: optional(flightNumber(`Flight number of the operating airline. ${unstated}`)),
  aircraft: optional(text(`IATA aircraft code. ${unstated}`, "^[A-Z0-9]{3}$")),
  origin: airport("Departure airport."),
  destination: airport("Arrival airport."),
  originTerminal: optional(text("Departure terminal.")),
  destinationTerminal: optional(text("Arrival terminal.")),
  departureAt: optional(zoned("Departure. Required for the first segment of a slice.")),
  arrivalAt: optional(zoned("Arrival. Required for the last segment of a slice.")),
  distanceKm: optional(Type.Number({ minimum: 0, description: "Great-circle distance." })),
});

const condition = (description: string) =>
  optional(
    Type.Object(
      {
        allowed: Type.Boolean({ description: "False if the fare is not refundable, or cannot be changed." }),
        fee: optional(MoneySchema),
        per: optional(oneOf(["traveler", "offer"], "Unit of the fee; the offer if absent.")),
        total: optional(MoneySchema),
        milesFee: optional(Type.Integer({ minimum: 0, description: "Miles that all travelers lose together." })),
        until: optional(instant("End of these terms; the first departure if absent.")),
      },
      { description: `${description} \`total\` is the money that all travelers lose together. ${unstated}` },
    ),
  );

const terms = {
  conditions: optional(
    Type.Object({
      refund: condition("Terms of a cancellation before departure."),
      change: condition("Terms of a change before departure, in addition to the difference in fares."),
      noShow: condition("Terms if the flight departs without a cancellation."),
    }),
  ),
  reference: optional(Type.String({ maxLength: 1000, description: "Your reference of the offer, to price it again." })),
  bookingLink: optional(text("https URL of the page where the offer can be booked.", "^https://")),
  separateTickets: optional(Type.Boolean({ description: "True if the offer needs more than one ticket." })),
  expiresAt: optional(instant("Time until which you keep the offer.")),
  cabin: cabin("Cabin of the offer."),
  seatsRemaining: optional(seats),
  taxes: charges,
  surcharges: charges,
};

const CashOfferSchema = Type.Object({
  ...terms,
  total: MoneySchema,
  base: optional(MoneySchema),
  perTraveler: optional(
    Type.Array(
      Type.Object({ type: travelerType, count: Type.Integer({ minimum: 1, maximum: 9 }), total: MoneySchema }),
      {
        maxItems: 9,
      },
    ),
  ),
  fareBrand: optional(text(`Name of the fare brand. ${unstated}`)),
  segments: Type.Array(
    Type.Object({
      cabin: cabin("Cabin on the segment."),
      bookingClass: optional(text("Booking class.", "^[A-Z]$")),
      fareBasis: optional(text("Fare basis.")),
      baggage: optional(
        Type.Object({
          carryOn: optional(Type.Integer({ minimum: 0, maximum: 9 })),
          checked: optional(Type.Integer({ minimum: 0, maximum: 9 })),
        }),
      ),
    }),
    { maxItems: 12, description: "One for each segment of all slices, in order." },
  ),
  refundable: optional(Type.Boolean()),
  changeable: optional(Type.Boolean()),
  validatingCarrier: optional(carrier("Airline that issues the ticket.")),
  verified: optional(
    Type.Boolean({ description: "True if the price was checked with the seller, false if it was not." }),
  ),
  observedAt: optional(instant("Time of the quote; the time of the search if absent.")),
});

const AwardOfferSchema = Type.Object({
  ...terms,
  program: text("Code of the program, as in GET /v1/programs.", "^[a-z]{2,30}$"),
  miles: Type.Integer({ minimum: 1, maximum: 100_000_000, description: "Miles for all travelers." }),
  total: optional(MoneySchema),
  fees: charges,
  level: optional(oneOf(["saver", "standard", "dynamic"], "Level of the award price.")),
  segmentCabins: optional(
    Type.Array(cabin("Cabin on the segment."), {
      maxItems: 12,
      description: "Only for mixed cabins: one for each segment.",
    }),
  ),
  observedAt: instant("Time at which the seats were last seen."),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: "Probability that the award is still available." }),
});

export const FlightSchema = Type.Object(
  {
    slices: Type.Array(Type.Object({ segments: Type.Array(SegmentSchema, { minItems: 1, maxItems: 6 }) }), {
      minItems: 1,
      maxItems: 2,
    }),
    cash: optional(Type.Array(CashOfferSchema, { maxItems: 100 })),
    award: optional(Type.Array(AwardOfferSchema, { maxItems: 100 })),
    emissions: optional(
      Type.Object({
        kgCO2ePerTraveler: Type.Number({ minimum: 0 }),
        typicalKg: optional(Type.Number({ minimum: 0 })),
        method: text("Name of the method."),
      }),
    ),
  },
  { description: "Itinerary with its offers." },
);

/** Flights in one answer. */
export const maxFlights = 2000;

export const SearchAnswerSchema = Type.Object(
  {
    flights: Type.Array(Type.Unknown(), { maxItems: maxFlights, description: "Flights, see the schema `Flight`." }),
    observedAt: optional(instant("Time of your oldest data.")),
    coverage: optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Share of the search that the flights cover." }),
    ),
  },
  { description: "Answer to a search, or one line of an answer of type application/x-ndjson." },
);

export const RepriceAnswerSchema = Type.Object(
  {
    status: oneOf(["available", "changed", "sold_out", "expired"], "Status of the offer."),
    flight: optional(
      Type.Unknown({ description: "The flight with the current offer alone; required for available and changed." }),
    ),
  },
  { description: "Answer to the repricing of an offer." },
);

export type HttpFlight = Static<typeof FlightSchema>;
export type HttpSegment = Static<typeof SegmentSchema>;
export type HttpCashOffer = Static<typeof CashOfferSchema>;
export type HttpAwardOffer = Static<typeof AwardOfferSchema>;
export type HttpMoney = Static<typeof MoneySchema>;
