import { type Static, type TSchema, Type } from "typebox";
import { nullable, ref } from "./schema.ts";

const place = (description: string, example: string) => Type.String({ description, examples: [example] });
const zoned = (description: string, example: string) =>
  Type.String({ format: "date-time", description, examples: [example] });
const departure = (description: string) => zoned(description, "2027-01-20T18:30:00-05:00");
const arrival = (description: string) => zoned(description, "2027-01-21T06:35:00+00:00");
const minutes = (description: string) => Type.Integer({ description, examples: [425] });
const unstated = "Null if the supplier does not state it.";
/** Description of a value that not every supplier states. */
const stated = <S extends TSchema>(schema: (description: string) => S, description: string) =>
  nullable(schema(`${description} ${unstated}`));

export const TechnicalStopSchema = Type.Object(
  {
    airport: place("Airport of the stop.", "SNN"),
    arrivalAt: stated(arrival, "Arrival time with the UTC offset of the airport."),
    departureAt: stated(departure, "Departure time with the UTC offset of the airport."),
    durationMinutes: stated(minutes, "Minutes on the ground."),
  },
  {
    $id: "TechnicalStop",
    description: "Stop within a flight, without a change of the flight number. Travelers may need a visa for it.",
  },
);

export const SegmentSchema = Type.Object(
  {
    marketingCarrier: Type.String({ description: "Airline that sells the flight under its number.", examples: ["BA"] }),
    operatingCarrier: nullable(
      Type.String({ description: `Airline that operates the flight. ${unstated}`, examples: ["AA"] }),
    ),
    flightNumber: Type.String({ description: "Flight number without the carrier code.", examples: ["178"] }),
    operatingFlightNumber: Type.Optional(
      Type.String({
        description:
          "Flight number of the operating airline, the same for all codeshares. Absent if it is that of the marketing airline, or the supplier does not state it.",
        examples: ["142"],
      }),
    ),
    aircraft: nullable(
      Type.String({ description: `Aircraft type, named in \`dictionaries.aircraft\`. ${unstated}`, examples: ["77W"] }),
    ),
    origin: place("Departure airport.", "JFK"),
    destination: place("Arrival airport.", "LHR"),
    originTerminal: Type.Optional(Type.String({ description: "Departure terminal, if known.", examples: ["8"] })),
    destinationTerminal: Type.Optional(Type.String({ description: "Arrival terminal, if known.", examples: ["5"] })),
    departureAt: stated(departure, "Departure time with the UTC offset of the airport."),
    arrivalAt: stated(arrival, "Arrival time with the UTC offset of the airport."),
    durationMinutes: stated(minutes, "Minutes from departure to arrival, gate to gate."),
    distanceKm: nullable(
      Type.Integer({ description: `Great-circle distance in kilometers. ${unstated}`, examples: [5540] }),
    ),
    stops: nullable(
      Type.Array(ref(TechnicalStopSchema), { description: `Technical stops in order of travel. ${unstated}` }),
    ),
  },
  { $id: "Segment", description: "Flight from one airport to the next under one flight number." },
);

export const AirportChangeSchema = Type.Object(
  { from: place("Arrival airport.", "LGA"), to: place("Departure airport.", "JFK") },
  { description: "Airports of a layover with a change of airport; null without one." },
);

export const LayoverSchema = Type.Object(
  {
    airport: place("Arrival airport of the layover.", "LGA"),
    durationMinutes: stated(minutes, "Minutes between arrival and departure."),
    minimumMinutes: nullable(
      Type.Integer({ description: `Minimum connection time in minutes. ${unstated}`, examples: [60] }),
    ),
    slackMinutes: nullable(
      Type.Integer({
        description: "`durationMinutes` minus `minimumMinutes`. Null if either is null.",
        examples: [45],
      }),
    ),
    overnight: nullable(
      Type.Boolean({ description: `True if the layover is overnight. ${unstated}`, examples: [false] }),
    ),
    interline: nullable(
      Type.Boolean({
        description: `True if the airlines before and after the layover belong to no common alliance, joint venture or group and only have an interline agreement. Such connections have a longer \`minimumMinutes\`. ${unstated}`,
        examples: [false],
      }),
    ),
    selfTransfer: Type.Optional(
      Type.Boolean({
        description:
          "True if the flights are on separate tickets. Absent otherwise; only searches with `allowSelfTransfer` return such layovers.",
        examples: [true],
      }),
    ),
    airportChange: nullable(AirportChangeSchema),
  },
  { $id: "Layover", description: "Connection between two segments." },
);

export const SliceSchema = Type.Object(
  {
    origin: place("First airport.", "JFK"),
    destination: place("Last airport.", "LHR"),
    departureAt: departure("First departure."),
    arrivalAt: arrival("Last arrival."),
    durationMinutes: minutes("Minutes from first departure to last arrival."),
    stops: Type.Integer({ description: "Number of stops: layovers and technical stops.", examples: [0] }),
    segments: Type.Array(ref(SegmentSchema), { description: "Segments in order of travel." }),
    layovers: Type.Array(ref(LayoverSchema), { description: "Layovers between the segments." }),
  },
  { $id: "Slice", description: "One direction of a trip." },
);

export type TechnicalStop = Static<typeof TechnicalStopSchema>;
export type Segment = Static<typeof SegmentSchema>;
export type Layover = Static<typeof LayoverSchema>;
export type Slice = Static<typeof SliceSchema>;
