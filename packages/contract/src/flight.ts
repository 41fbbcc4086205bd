import { type Static, Type } from "typebox";
import { AwardOfferSchema, CashOfferSchema } from "./offer.ts";
import { nullable, refer } from "./schema.ts";
import { flightId } from "./wire-values.ts";

const place = (description: string, example: string) => Type.String({ description, examples: [example] });
const zoned = (description: string, example: string) =>
  Type.String({ format: "date-time", description, examples: [example] });
const departure = (description: string) => zoned(description, "2027-01-20T18:30:00-05:00");
const arrival = (description: string) => zoned(description, "2027-01-21T06:35:00+00:00");
const minutes = (description: string) => Type.Integer({ description, examples: [425] });

export const SegmentSchema = Type.Object(
  {
    marketingCarrier: Type.String({ description: "Airline whose flight number it is.", examples: ["BA"] }),
    operatingCarrier: Type.String({ description: "Airline that flies.", examples: ["AA"] }),
    flightNumber: Type.String({ description: "Number without the carrier.", examples: ["178"] }),
    aircraft: Type.String({ description: "Aircraft type, named in `dictionaries.aircraft`.", examples: ["77W"] }),
    origin: place("Airport of departure.", "JFK"),
    destination: place("Airport of arrival.", "LHR"),
    originTerminal: Type.Optional(Type.String({ description: "Terminal of departure, where known.", examples: ["8"] })),
    destinationTerminal: Type.Optional(
      Type.String({ description: "Terminal of arrival, where known.", examples: ["5"] }),
    ),
    departureAt: departure("Departure, with the airport's own offset."),
    arrivalAt: arrival("Arrival, with the airport's own offset."),
    durationMinutes: minutes("Time in the air and on the ground between doors."),
    distanceKm: Type.Integer({ description: "Great circle distance.", examples: [5540] }),
  },
  { $id: "Segment", description: "One flight number from one airport to the next." },
);

export const AirportChangeSchema = Type.Object(
  { from: place("Airport of arrival.", "LGA"), to: place("Airport of departure.", "JFK") },
  { description: "The airports of a layover that changes between two, or null." },
);

export const LayoverSchema = Type.Object(
  {
    airport: place("Airport of arrival, where the layover is spent or begins.", "LGA"),
    durationMinutes: minutes("Time between arrival and departure."),
    minimumMinutes: Type.Integer({ description: "Shortest connection allowed here.", examples: [60] }),
    slackMinutes: Type.Integer({ description: "`durationMinutes` less `minimumMinutes`.", examples: [45] }),
    overnight: Type.Boolean({ description: "Whether a night falls into it.", examples: [false] }),
    airportChange: nullable(AirportChangeSchema),
  },
  { $id: "Layover", description: "The time between two segments." },
);

export const SliceSchema = Type.Object(
  {
    origin: place("First airport.", "JFK"),
    destination: place("Last airport.", "LHR"),
    departureAt: departure("First departure."),
    arrivalAt: arrival("Last arrival."),
    durationMinutes: minutes("From first departure to last arrival."),
    stops: Type.Integer({ description: "Number of layovers.", examples: [0] }),
    segments: Type.Array(refer(SegmentSchema), { description: "In order of flight." }),
    layovers: Type.Array(refer(LayoverSchema), { description: "One fewer than the segments." }),
  },
  { $id: "Slice", description: "One direction of the journey." },
);

export const EmissionsSchema = Type.Object(
  {
    kgCO2ePerTraveler: Type.Number({ description: "For one traveler in the cabin.", examples: [612] }),
    typicalKg: Type.Number({ description: "What is typical of the route and cabin.", examples: [655] }),
    method: Type.String({ description: "How it was computed.", examples: ["TIM-like"] }),
  },
  { $id: "Emissions", description: "Greenhouse gases." },
);

export const FlightSchema = Type.Object(
  {
    id: flightId,
    slices: Type.Array(refer(SliceSchema), { description: "One, or two with a return." }),
    cash: Type.Array(refer(CashOfferSchema), { description: "Cheapest first." }),
    award: Type.Array(refer(AwardOfferSchema), { description: "Best effective cost first." }),
    emissions: refer(EmissionsSchema),
  },
  { $id: "Flight", description: "A physical itinerary and what it costs." },
);

export type Segment = Static<typeof SegmentSchema>;
export type Layover = Static<typeof LayoverSchema>;
export type Slice = Static<typeof SliceSchema>;
export type Flight = Static<typeof FlightSchema>;
export type Emissions = Static<typeof EmissionsSchema>;
