import type { Cabin, Currency, TaxBasis, TravelerType } from "@wayfare/contract";
import type { Conditions } from "./conditions.ts";
import type { DropCounts } from "./drops.ts";

export type { TravelerType } from "@wayfare/contract";

/** An instant and the UTC offset of the airport's local time at that instant. */
export interface ZonedInstant {
  epochMinutes: number;
  offsetMinutes: number;
}

/** A stop within a flight, at which travelers keep their seats. Null if the supplier does not state the value. */
export interface TechnicalStop {
  airport: string;
  arrival: ZonedInstant | null;
  departure: ZonedInstant | null;
  durationMinutes: number | null;
}

/** One flight. Null if the supplier does not state the value. */
export interface Segment {
  marketingCarrier: string;
  flightNumber: string;
  operatingCarrier: string | null;
  /** Flight number of the operating carrier, the same for all codeshares. */
  operatingFlightNumber: string | null;
  aircraft: string | null;
  origin: string;
  destination: string;
  originTerminal: string | null;
  destinationTerminal: string | null;
  /** Null only for the segments of a slice after the first. */
  departure: ZonedInstant | null;
  /** Null only for the segments of a slice before the last. */
  arrival: ZonedInstant | null;
  distanceKm: number | null;
  /** In order of travel; empty for a flight without any. Null or absent if the supplier does not state them. */
  stops?: readonly TechnicalStop[] | null;
}

/** A connection. Null if the supplier does not state the value. */
export interface Layover {
  airport: string;
  durationMinutes: number | null;
  /** Minimum connection time at this airport for these flights. */
  minimumMinutes: number | null;
  overnight: boolean | null;
  /** True if the airlines only have an interline agreement: no alliance, joint venture or common group. */
  interline: boolean | null;
  airportChange: { from: string; to: string } | null;
  /** Present if the flights are on separate tickets: the traveler collects bags, checks in again, and bears the risk of a delay. */
  selfTransfer?: true;
}

export interface Slice {
  origin: string;
  destination: string;
  segments: Segment[];
  /** Number of segments minus one. */
  layovers: Layover[];
}

/** A named part of a price for all travelers together. */
export interface Charge {
  /** Null if the amount is a sum that the supplier does not itemize. */
  code: string | null;
  amount: number;
}

/** A tax or airport charge. A live supplier states only its code and amount. */
export interface Tax extends Charge {
  /** Basis of the amount; absent if the supplier does not say. */
  basis?: TaxBasis;
  /** Last day of departure for which the source states the rate, `YYYY-MM-DD`; null if it names no end, absent if the supplier does not say. */
  validUntil?: string | null;
  /** Present if a departure is after `validUntil`. */
  isOutdated?: true;
}

/** Fare on one segment. Null if the supplier does not state the value. */
export interface FareSegment {
  cabin: Cabin;
  bookingClass: string | null;
  fareBasis: string | null;
  /** Number of bags that every traveler with a seat has. */
  baggage: { carryOn: number | null; checked: number | null };
}

/** Data of the travelers that the supplier needs for a booking. */
export interface BookingRequirements {
  identityDocument: boolean;
  title: boolean;
  gender: boolean;
  /** Present if the price is for assumed ages of travelers under 18: only travelers of these ages can be booked. */
  ages?: true;
  /** Lead times of the payment; null if the offer must be paid at once. */
  payBeforeMs: number | null;
}

/** Members shared by cash offers and awards. */
interface OfferTerms {
  /** Currency of all amounts of the offer; the query's if absent. */
  currency?: Currency;
  /** True if the offer needs more than one ticket; one ticket if absent. */
  separateTickets?: true;
  /** URL of the seller's page for this offer; absent if there is none. */
  bookingLink?: string;
  /** The supplier's reference, at most 1,000 characters, to price the offer again and to book it. Never part of a response. */
  reference?: string;
  /** Time until which the supplier keeps or sells the offer; absent if it states none. See `offerEndMs`. */
  expiresAtMs?: number;
  /** Absent if unknown. */
  requires?: BookingRequirements;
  /** Absent if the supplier states none. */
  conditions?: Conditions;
}

/**
 * A cash price. `total = base + taxes + surcharges + margin = Σ perTraveler.count × perTraveler.total`, as far as these are stated. Null if the
 * supplier does not state the value.
 */
export interface CashOffer extends OfferTerms {
  total: number;
  base: number | null;
  taxes: Tax[] | null;
  surcharges: Charge[] | null;
  /** Margin of the operator; absent if there is none. */
  margin?: number;
  /**
   * Estimated fees of all travelers for the requested bags that the fare does not include, not part of `total`; null if the supplier does not
   * state what it includes. Absent if no bags were requested.
   */
  bagFees?: number | null;
  /** `total` is the price per traveler of the row. In the order of `travelerTypes`; a type has several rows if its prices differ. */
  perTraveler: { type: TravelerType; count: number; total: number | null }[];
  /** Tickets of an offer with a self-transfer, in the order of their segments; `total` is their sum. Absent for others. */
  tickets?: { validatingCarrier: string; fareBrand: string; segments: number; total: number }[];
  fareBrand: string | null;
  cabin: Cabin;
  /** One per segment of all slices, in order. */
  segments: FareSegment[];
  /** 1–9; 9 means nine or more. */
  seatsRemaining: number | null;
  refundable: boolean | null;
  changeable: boolean | null;
  validatingCarrier: string | null;
  /** True if the supplier has checked the price with the seller, false if it has not; absent if it does not say. */
  verified?: boolean;
  /** Time of the supplier's quote; the time of the search if absent. */
  observedAtMs?: number;
}

/** Award booking data of one segment. */
export interface AwardSegment {
  cabin: Cabin;
  /** True if it uses saver space, which partner programs can book too; null if the supplier does not state it. */
  saver: boolean | null;
}

/** One ticket of an award on separate tickets. Null if the supplier does not state the value. */
export interface AwardTicket {
  /** Number of segments. */
  segments: number;
  /** For all travelers together. */
  miles: number;
  total: number | null;
  /** Currency of `total`; the query's if absent. */
  currency?: Currency;
  seatsRemaining: number | null;
  /** URL of the page where this ticket is booked; absent if there is none. */
  bookingLink?: string;
  /** The supplier's reference, to price the ticket again. Never part of a response. */
  reference: string;
}

export type AwardLevel = "saver" | "standard" | "dynamic";

/**
 * An award price. `total = taxes + surcharges + fees`, the cash part, for all travelers, as far as these are stated. Null if the supplier
 * does not state the value.
 */
export interface AwardOffer extends OfferTerms {
  program: string;
  /** For all travelers together. */
  miles: number;
  perTraveler: { type: TravelerType; count: number; miles: number; total: number | null }[];
  total: number | null;
  taxes: Tax[] | null;
  surcharges: Charge[] | null;
  fees: Charge[] | null;
  cabin: Cabin;
  level: AwardLevel | null;
  /** One per segment of all slices; absent if all segments are in `cabin` and use saver space exactly if `level` is saver. */
  segments?: AwardSegment[];
  chart: { name: string; band: string; basis: "published" | "modelled" } | null;
  /**
   * Tickets of an award that is booked as several, in the order of their segments; absent for others. `miles` is their sum, `total` too unless
   * their currencies differ: then it is null.
   */
  tickets?: AwardTicket[];
  seatsRemaining: number | null;
  /**
   * The cheapest cash offer of the same flight and cabin in the query's currency, even if cash was not requested; null if there is none.
   * Real suppliers return null: the caller compares their awards with the cash offers that the same search has found.
   */
  cashEquivalent: number | null;
  observedAtMs: number;
  /** 0–1. */
  confidence: number;
}

/** Null if the supplier does not state the value. */
export interface Emissions {
  kgCO2ePerTraveler: number | null;
  typicalKg: number | null;
  method: string;
}

export interface SuppliedFlight {
  slices: Slice[];
  cash: CashOffer[];
  award: AwardOffer[];
  /** Null if the supplier states none. */
  emissions: Emissions | null;
}

/** A batch of flights of one result. */
export interface FlightBatch {
  flights: SuppliedFlight[];
  /** Number of offers that the supplier sent, also those that could not be represented; those of `flights` if absent. */
  received?: number;
  /** Offers that could not be represented, by reason: `received` is their number and that of the offers of `flights`. */
  dropped?: DropCounts;
  /** Time of the oldest data of the batch; the time of the search if absent. */
  observedAtMs?: number;
  /**
   * Share of the search that this result covers so far, 0–1, such as the airport pairs that were queried; 1 if absent. Null if it is unknown,
   * for example because the supplier may not have waited for all airlines.
   */
  coverage?: number | null;
}
