import type { CabinName } from "../fares/cabins.ts";
import type { UsdCharge } from "../fares/charges.ts";

/** What the engine answers: money in US cents a traveler, times as instants (epoch minutes) plus offsets in minutes. */
export interface FoundFlight {
  slices: FoundSlice[];
  cash: FoundCashOffer[];
  award: FoundAwardOffer[];
  /** The cheapest cash offer, whether or not cash was asked for: what an award is compared with. */
  cheapestCash: FoundCashOffer | null;
  kgCO2ePerTraveler: number;
  typicalKg: number;
}

export interface FoundSlice {
  segments: FoundSegment[];
  /** One fewer than the segments. */
  layovers: FoundLayover[];
}

export interface FoundSegment {
  /** Under whose number it is shown; it may have others. */
  marketingCarrier: string;
  flightNumber: number;
  operatingCarrier: string;
  /** The number that the flight has whoever sells it. */
  operatingFlightNumber: number;
  aircraft: string;
  origin: string;
  destination: string;
  originTerminal: string | null;
  destinationTerminal: string | null;
  departureEpochMinutes: number;
  departureOffsetMinutes: number;
  arrivalEpochMinutes: number;
  arrivalOffsetMinutes: number;
  distanceKm: number;
}

export interface FoundLayover {
  airport: string;
  durationMinutes: number;
  minimumMinutes: number;
  overnight: boolean;
  airportChange: { from: string; to: string } | null;
}

export type TravelerType = "adult" | "child" | "infant";

/** What one traveler of a type pays. */
export interface FoundFare {
  type: TravelerType;
  count: number;
  baseCents: number;
  taxes: UsdCharge[];
  surcharges: UsdCharge[];
}

export interface FoundCashOffer {
  fares: FoundFare[];
  brand: string;
  cabin: CabinName;
  segments: FoundFareSegment[];
  seatsRemaining: number;
  refundable: boolean;
  changeable: boolean;
  validatingCarrier: string;
  /** Two one-ways of airlines that sell no ticket together. */
  separateTickets: boolean;
}

export interface FoundFareSegment {
  cabin: CabinName;
  bookingClass: string;
  fareBasis: string;
  carryOn: number;
  checked: number;
}

/** What one traveler of a type pays in miles, and in money beside them. */
export interface FoundAwardFare {
  type: TravelerType;
  count: number;
  miles: number;
  taxes: UsdCharge[];
  surcharges: UsdCharge[];
  fees: UsdCharge[];
}

/** What an award takes of one segment. */
export interface FoundAwardSegment {
  cabin: CabinName;
  /** It takes a seat of the saver space, which partners' programs see too. */
  saver: boolean;
}

export interface FoundAwardOffer {
  program: string;
  fares: FoundAwardFare[];
  cabin: CabinName;
  mixedCabin: boolean;
  level: "saver" | "standard" | "dynamic";
  /** One for each segment of all slices; absent where all are in `cabin`, and saver seats exactly where `level` is saver. */
  segments?: FoundAwardSegment[];
  chart: { name: string; band: string; basis: "published" | "modelled" } | null;
  seatsRemaining: number;
  /** When the program saw its seats, and how sure it is that they are still there: over 0, at most 1. */
  observedAtMinutes: number;
  confidence: number;
}
