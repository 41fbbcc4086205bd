import { type Cabin, countSeats, listTravelerCounts } from "@wayfare/contract";
import {
  type AwardOffer,
  type DropReason,
  isDropped,
  type SearchQuery,
  type Segment,
  type SuppliedFlight,
  type SupplierPlaces,
  type ZonedInstant,
} from "../port/port.ts";
import { toCurrency } from "../wire/amounts.ts";
import { airportCode, isInOrder, makeSlice, parseFlight } from "../wire/itinerary.ts";
import { toZoned } from "../wire/local-time.ts";
import { findProgramOf } from "./programs.ts";
import type { AvailabilityRow, AwardTrip, TripSegment } from "./schema.ts";

const cabinByName: Readonly<Record<string, Cabin>> = {
  economy: "economy",
  premium: "premium_economy",
  business: "business",
  first: "first",
};

/** Hours in which half of the observed awards are gone. An assumption: the supplier states only when it looked. */
const halfLifeHours = 48;
const freshConfidence = 0.95;
const unknownSeatsFactor = 0.8;
const unknownTaxesFactor = 0.9;

/** Largest number of seats that the API distinguishes. */
const maxSeats = 9;

/** The search that a trip is mapped for. */
export interface TripContext {
  query: Pick<SearchQuery, "travelers">;
  searchedAtMs: number;
  places: SupplierPlaces;
}

export function cabinOf(name: string): Cabin | undefined {
  return Object.hasOwn(cabinByName, name) ? cabinByName[name] : undefined;
}

/** Returns the supplier's name of a cabin. */
export function cabinNameOf(cabin: Cabin): string {
  return cabin === "premium_economy" ? "premium" : cabin;
}

/**
 * Maps a trip of a row to a flight with this award. Without segments the times between the first departure and the last arrival are null.
 * Returns the reason if the trip cannot be represented: an unknown program or cabin, flight numbers that do not fit its airports, or too
 * few seats.
 */
export function mapTrip(row: AvailabilityRow, trip: AwardTrip, context: TripContext): SuppliedFlight | DropReason {
  const segments = trip.AvailabilitySegments?.length
    ? toTimedSegments(trip.AvailabilitySegments, context.places)
    : toSegments(trip, context.places);
  if (isDropped(segments)) return segments;
  const slice = makeSlice(segments);
  const award = toAwardOffer(row, trip, context);
  if (isDropped(award)) return award;
  if (slice === null || !isInOrder(slice)) return "incomplete";
  return { slices: [slice], cash: [], award: [award], emissions: null };
}

/** Maps a trip as `mapTrip` does; null if it cannot be represented. */
export function toFlight(row: AvailabilityRow, trip: AwardTrip, context: TripContext): SuppliedFlight | null {
  const flight = mapTrip(row, trip, context);
  return isDropped(flight) ? null : flight;
}

const unstated = {
  operatingCarrier: null,
  operatingFlightNumber: null,
  originTerminal: null,
  destinationTerminal: null,
} as const;

function toSegments(trip: AwardTrip, places: SupplierPlaces): Segment[] | DropReason {
  const airports = [trip.OriginAirport, ...(trip.Connections ?? []), trip.DestinationAirport];
  const numbers = trip.FlightNumbers.split(",").map(parseFlight);
  const departure = toInstant(trip.DepartsAt, trip.OriginAirport, places);
  const arrival = toInstant(trip.ArrivesAt, trip.DestinationAirport, places);
  if (isDropped(departure)) return departure;
  if (isDropped(arrival)) return arrival;
  if (numbers.length !== airports.length - 1) return "incomplete";
  const segments = numbers.map((flight, at): Segment | null => {
    const [origin = "", destination = ""] = airports.slice(at, at + 2);
    if (flight === null || !airportCode.test(origin) || !airportCode.test(destination)) return null;
    return {
      ...unstated,
      marketingCarrier: flight.carrier,
      flightNumber: flight.number,
      aircraft: null,
      origin,
      destination,
      departure: at === 0 ? departure : null,
      arrival: at === numbers.length - 1 ? arrival : null,
      distanceKm: null,
    };
  });
  return allOf(segments);
}

function toTimedSegments(list: readonly TripSegment[], places: SupplierPlaces): Segment[] | DropReason {
  const ordered = list.toSorted((a, b) => a.Order - b.Order);
  const segments = ordered.map((segment): Segment | DropReason | null => {
    const flight = parseFlight(segment.FlightNumber);
    const { OriginAirport: origin, DestinationAirport: destination } = segment;
    const departure = toInstant(segment.DepartsAt, origin, places);
    const arrival = toInstant(segment.ArrivesAt, destination, places);
    if (isDropped(departure)) return departure;
    if (isDropped(arrival)) return arrival;
    if (flight === null) return null;
    return {
      ...unstated,
      marketingCarrier: flight.carrier,
      flightNumber: flight.number,
      aircraft: segment.AircraftCode || null,
      origin,
      destination,
      departure,
      arrival,
      distanceKm: null,
    };
  });
  return allOf(segments);
}

function allOf(segments: readonly (Segment | DropReason | null)[]): Segment[] | DropReason {
  const known: Segment[] = [];
  for (const segment of segments) {
    if (segment === null) return "incomplete";
    if (isDropped(segment)) return segment;
    known.push(segment);
  }
  return known;
}

function toInstant(local: string, airport: string, places: SupplierPlaces): ZonedInstant | DropReason {
  if (!airportCode.test(airport)) return "incomplete";
  const timeZone = places.findTimeZone(airport);
  return timeZone === undefined ? "time_zone" : (toZoned(local, timeZone, places.timeZones) ?? "incomplete");
}

/** Costs are for one traveler with a seat. Searches with infants on a lap are not supported. */
function toAwardOffer(
  row: AvailabilityRow,
  trip: AwardTrip,
  { query, searchedAtMs }: TripContext,
): AwardOffer | DropReason {
  const program = findProgramOf(trip.Source);
  const cabin = cabinOf(trip.Cabin);
  const seatsNeeded = countSeats(query.travelers);
  const others = listTravelerCounts(query.travelers).filter(({ type }) => type !== "adult");
  const seats = trip.RemainingSeats || null;
  const observedAtMs = Date.parse(row.UpdatedAt);
  if (
    program === undefined ||
    cabin === undefined ||
    Number.isNaN(observedAtMs) ||
    !Number.isInteger(trip.MileageCost) ||
    trip.MileageCost === 0
  ) {
    return "incomplete";
  }
  // Seats for fewer travelers do not match the search.
  if (seats !== null && seats < Math.min(seatsNeeded, maxSeats)) return "filter";
  const currency = toCurrency(trip.TaxesCurrency ?? row.TaxesCurrency ?? "");
  // Taxes of travelers under 18 can differ from those of adults.
  const taxes = currency !== null && Number.isInteger(trip.TotalTaxes) ? trip.TotalTaxes || null : null;
  const total = taxes === null || others.length > 0 ? null : taxes * query.travelers.adults;
  const segments = trip.AvailabilitySegments?.map(({ Cabin: name }) => cabinOf(name ?? "") ?? cabin) ?? [];
  return {
    ...(currency === null ? {} : { currency }),
    program,
    miles: trip.MileageCost * seatsNeeded,
    perTraveler: [
      { type: "adult", count: query.travelers.adults, miles: trip.MileageCost, total: taxes },
      ...others.map((each) => ({ ...each, miles: trip.MileageCost, total: null })),
    ],
    total,
    taxes: total === null ? null : [{ code: null, amount: total }],
    surcharges: null,
    fees: null,
    cabin,
    level: null,
    ...(segments.some((each) => each !== cabin) && {
      segments: segments.map((each) => ({ cabin: each, saver: null })),
    }),
    chart: null,
    seatsRemaining: seats === null ? null : Math.min(seats, maxSeats),
    cashEquivalent: null,
    observedAtMs,
    confidence: confidenceOf(searchedAtMs - observedAtMs, { hasSeats: seats !== null, hasTaxes: total !== null }),
    reference: `${row.ID}/${trip.ID}`,
  };
}

/** Confidence that an award is still available, by its age and its unknown values; to two decimals. */
function confidenceOf(ageMs: number, { hasSeats, hasTaxes }: { hasSeats: boolean; hasTaxes: boolean }): number {
  const halfLives = Math.max(0, ageMs) / (halfLifeHours * 3_600_000);
  const known = (hasSeats ? 1 : unknownSeatsFactor) * (hasTaxes ? 1 : unknownTaxesFactor);
  return Math.round(100 * freshConfidence * known * 0.5 ** halfLives) / 100;
}
