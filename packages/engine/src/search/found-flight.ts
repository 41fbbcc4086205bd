import type { AwardFees } from "../awards/tariffs/redeposit-fees.ts";
import type { CabinName } from "../fares/cabins.ts";
import type { UsdCharge } from "../fares/charges.ts";
import type { FareFees } from "../fares/fare-conditions.ts";
import type { TaxCharge } from "../fares/taxes/tax-charge.ts";
import type { TravelerType } from "../fares/traveler-kind.ts";

/** Answer of the engine: money in US cents per traveler, times as instants (epoch minutes) plus offsets in minutes. */
export interface FoundFlight {
  slices: FoundSlice[];
  cash: FoundCashOffer[];
  award: FoundAwardOffer[];
  /** The cheapest cash offer, even if cash was not requested, with which awards are compared. */
  cheapestCash: FoundCashOffer | null;
  kgCO2ePerTraveler: number;
  typicalKg: number;
  /** Time from which the flight is no longer sold, in epoch minutes. */
  saleEndsEpochMinutes: number;
}

export interface FoundSlice {
  segments: FoundSegment[];
  /** One fewer than the segments. */
  layovers: FoundLayover[];
}

export interface FoundSegment {
  /** Displayed flight number; the flight may have others. */
  marketingCarrier: string;
  flightNumber: number;
  operatingCarrier: string;
  /** Operating flight number. */
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
  /** True if the airlines only have an interline agreement, which makes `minimumMinutes` longer. */
  interline: boolean;
  airportChange: { from: string; to: string } | null;
  /** Present if the flights are on separate tickets. */
  selfTransfer?: true;
}

/** Price of one traveler of a type. Youths have two prices if some of them are under 16. */
export interface FoundFare {
  type: TravelerType;
  count: number;
  baseCents: number;
  taxes: TaxCharge[];
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
  fees: FareFees;
  validatingCarrier: string;
  /** Fees of all travelers for the requested bags that the fare does not include; absent if no bags were requested. */
  bagFeesCents?: number;
  /** Two one-ways of airlines that do not sell a joint ticket. */
  separateTickets: boolean;
  /** Tickets that are sold alone, in the order of their flights; absent without a self-transfer. `fares` is their sum. */
  tickets?: FoundTicket[];
}

interface FoundTicket {
  fares: FoundFare[];
  brand: string;
  validatingCarrier: string;
  /** Number of segments. */
  segments: number;
}

export interface FoundFareSegment {
  cabin: CabinName;
  bookingClass: string;
  fareBasis: string;
  carryOn: number;
  checked: number;
}

/** Price of one traveler of a type in miles, and the cash part. */
export interface FoundAwardFare {
  type: TravelerType;
  count: number;
  miles: number;
  taxes: TaxCharge[];
  surcharges: UsdCharge[];
  fees: UsdCharge[];
}

/** Space that an award uses on one segment. */
export interface FoundAwardSegment {
  cabin: CabinName;
  /** Uses a saver seat, which partner programs see too. */
  saver: boolean;
}

export interface FoundAwardOffer {
  program: string;
  fares: FoundAwardFare[];
  cabin: CabinName;
  mixedCabin: boolean;
  level: "saver" | "standard" | "dynamic";
  /** One for each segment of all slices; absent if all are in `cabin`, with saver seats exactly if `level` is saver. */
  segments?: FoundAwardSegment[];
  conditions: AwardFees;
  chart: { name: string; band: string; basis: "published" | "modelled" } | null;
  seatsRemaining: number;
  /** Time at which the program observed its seats, and the confidence that they are still available: greater than 0, at most 1. */
  observedAtMinutes: number;
  confidence: number;
}
