/**
 * The supplier port: the interface of every source of flights, simulated or real.
 *
 * Money is integer minor units of `SearchQuery.currency`; times are instants plus the airport's UTC offset; codes are IATA codes in upper
 * case. A supplier returns its results unsorted and limited only by `limit`: the caller merges, sorts, ranks and formats them.
 */

import type { Cabin, CabinMatch, Currency, PlaceReference, Sort } from "@wayfare/contract";

export type { Cabin, CabinMatch, Sort } from "@wayfare/contract";

/** An instant and the UTC offset of the airport's local time at that instant. */
export interface ZonedInstant {
  epochMinutes: number;
  offsetMinutes: number;
}

/** Minutes after local midnight, inclusive; `from` may be later than `to` (a window over midnight). */
export interface TimeWindow {
  fromMinute: number;
  toMinute: number;
}

export interface TravelerCounts {
  adults: number;
  children: number;
  infants: number;
}

export type TravelerType = "adult" | "child" | "infant";

/** A validated search with defaults filled in. */
export interface SearchQuery {
  /** Codes are in upper case. */
  origin: PlaceReference;
  destination: PlaceReference;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
  returnDate: string | null;
  cabin: Cabin;
  cabinMatch: CabinMatch;
  travelers: TravelerCounts;
  includeCash: boolean;
  includeAward: boolean;
  maxStops: 0 | 1 | 2;
  /** Number of flights requested, 1–250. */
  limit: number;
  currency: Currency;
  /** Only these marketing carriers; null for any. */
  airlines: string[] | null;
  excludeAirlines: string[];
  /** Only these award programs; null for any. */
  programs: string[] | null;
  departureTime: TimeWindow | null;
  arrivalTime: TimeWindow | null;
  /** Maximum of each slice. */
  maxDurationMinutes: number | null;
  sort: Sort;
  /** True for every brand and award instead of the best two cash offers and three awards. */
  allOffers: boolean;
}

/** Seats in one cabin of one departure that the caller's account has bought from a simulated supplier and not canceled. */
export interface SoldSeats {
  operatingCarrier: string;
  operatingFlightNumber: string;
  origin: string;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
  cabin: Cabin;
  /** Total seats, including saver award seats. */
  seats: number;
  saverSeats: number;
}

export interface SearchContext {
  /** Account of the search, for suppliers that share capacity between accounts. */
  accountId?: string;
  /** Time of the search; suppliers must not read another clock. */
  searchedAtMs: number;
  /** Subtracted by simulated suppliers from their seats; real suppliers know their sales. */
  soldSeats?: readonly SoldSeats[];
  /** Milliseconds from the call until the deadline. */
  deadlineMs: number;
  /** Aborted at the deadline or when the client disconnects. */
  signal: AbortSignal;
  /** Maximum number of upstream calls of this search; unlimited if absent. A call beyond it throws `SupplierBusy`. */
  maxCalls?: number;
}

export interface Segment {
  marketingCarrier: string;
  flightNumber: string;
  operatingCarrier: string;
  /** Flight number of the operating carrier, the same for all codeshares. */
  operatingFlightNumber: string;
  aircraft: string;
  origin: string;
  destination: string;
  originTerminal: string | null;
  destinationTerminal: string | null;
  departure: ZonedInstant;
  arrival: ZonedInstant;
  distanceKm: number;
}

export interface Layover {
  airport: string;
  durationMinutes: number;
  /** Minimum connection time at this airport for these flights. */
  minimumMinutes: number;
  overnight: boolean;
  /** True if the airlines only have an interline agreement: no alliance, joint venture or common group. */
  interline: boolean;
  airportChange: { from: string; to: string } | null;
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
  code: string;
  amount: number;
}

export interface FareSegment {
  cabin: Cabin;
  bookingClass: string;
  fareBasis: string;
  baggage: { carryOn: number; checked: number };
}

/** Members shared by cash offers and awards. */
interface OfferTerms {
  /** True if the offer needs more than one ticket; one ticket if absent. */
  separateTickets?: true;
  /** URL of the seller's page for this offer; absent if there is none. */
  bookingLink?: string;
}

/** A cash price. `total = base + taxes + surcharges = Σ perTraveler.count × perTraveler.total`. */
export interface CashOffer extends OfferTerms {
  total: number;
  base: number;
  taxes: Charge[];
  surcharges: Charge[];
  /** `total` is the price per traveler of the type. */
  perTraveler: { type: TravelerType; count: number; total: number }[];
  fareBrand: string;
  cabin: Cabin;
  /** One per segment of all slices, in order. */
  segments: FareSegment[];
  /** 1–9; 9 means nine or more. */
  seatsRemaining: number;
  refundable: boolean;
  changeable: boolean;
  validatingCarrier: string;
  /** Time of the supplier's quote; the time of the search if absent. */
  observedAtMs?: number;
}

/** Award booking data of one segment. */
export interface AwardSegment {
  cabin: Cabin;
  /** True if it uses saver space, which partner programs can book too. */
  saver: boolean;
}

export type AwardLevel = "saver" | "standard" | "dynamic";

/** An award price. `total = taxes + surcharges + fees`, the cash part, for all travelers. */
export interface AwardOffer extends OfferTerms {
  program: string;
  /** For all travelers together. */
  miles: number;
  perTraveler: { type: TravelerType; count: number; miles: number; total: number }[];
  total: number;
  taxes: Charge[];
  surcharges: Charge[];
  fees: Charge[];
  cabin: Cabin;
  level: AwardLevel;
  /** One per segment of all slices; absent if all segments are in `cabin` and use saver space exactly if `level` is saver. */
  segments?: AwardSegment[];
  chart: { name: string; band: string; basis: "published" | "modelled" } | null;
  seatsRemaining: number;
  /** The cheapest cash offer of the same flight and cabin, even if cash was not requested; null if there is none. */
  cashEquivalent: number | null;
  observedAtMs: number;
  /** 0–1. */
  confidence: number;
}

export interface Emissions {
  kgCO2ePerTraveler: number;
  typicalKg: number;
  method: string;
}

export interface SuppliedFlight {
  slices: Slice[];
  cash: CashOffer[];
  award: AwardOffer[];
  emissions: Emissions;
}

/** A batch of flights of one result. */
export interface FlightBatch {
  flights: SuppliedFlight[];
}

/** Kinds of query that a supplier supports. It is not called with other queries. */
export interface Capabilities {
  cash: boolean;
  award: boolean;
  roundTrips: boolean;
  /** True if it supports metropolitan codes, such as `LON`, in addition to airport codes. */
  cities: boolean;
  cabins: readonly Cabin[];
  /** True if it supports lowest prices over a date range. */
  calendar: boolean;
}

/** Seats that an account had sold of simulated supply, at one version of its sales. */
export interface SalesSnapshot {
  /** Incremented by every change of the account's sales; 0 before the first. */
  version: number;
  seats: readonly SoldSeats[];
}

/** Identifies one offer of one earlier search. */
export interface OfferReference {
  searchId: string;
  query: SearchQuery;
  searchedAtMs: number;
  /** Position among the supplier's offers of the search: by flight in result order, cash before awards. */
  position: number;
  /** The supplier's `version` at the time of the search. */
  version: string | null;
  sales: SalesSnapshot;
}

export interface RepriceContext {
  accountId?: string;
  /** Seats that the account has sold by now. */
  sales: SalesSnapshot;
  /** Milliseconds until the signal that `admit` passes is aborted. */
  deadlineMs: number;
  /**
   * Runs work that costs as much as a search once capacity is available. Callers with the same offers may share the work, so its signal is
   * not aborted when one client disconnects.
   */
  admit: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

export type Repriced =
  /** Same price and terms as quoted; the flight has only this offer, with its remaining seats. */
  | { status: "available"; flight: SuppliedFlight }
  /** Price or terms differ from the quote; the flight has only the quoted offer. */
  | { status: "changed"; quoted: SuppliedFlight }
  /** `expired`: the data that the offer was priced from has been replaced. `unknown`: the search had no such offer. */
  | { status: "sold_out" | "expired" | "unknown" };

export interface BookingOrder {
  offer: OfferReference;
  /** Idempotency key: makes retries safe. */
  idempotencyKey: string;
}

export interface Supplier {
  /** The `source` of each of the supplier's offers. */
  readonly name: string;
  readonly simulated: boolean;
  readonly capabilities: Capabilities;
  /** Cost of one upstream call in US cents. */
  readonly callCostUsdCents: number;
  /** True if the supplier's terms allow storing its results. */
  readonly mayStoreResults: boolean;
  /** Identifies the exact data of a deterministic supplier; null if results vary. */
  readonly version: string | null;
  /** Yields batches of flights as they arrive; none if nothing matches. Throws on failure; batches yielded before are kept. */
  search(query: SearchQuery, context: SearchContext): AsyncIterable<FlightBatch>;
  /** Reprices one offer. Rejects on failure. */
  reprice(reference: OfferReference, context: RepriceContext): Promise<Repriced>;
  /** Books the offer; returns the supplier's booking reference. */
  book?(order: BookingOrder, context: { signal: AbortSignal }): Promise<{ supplierReference: string }>;
  cancel?(supplierReference: string, context: { signal: AbortSignal }): Promise<void>;
}

/** Thrown by a supplier with more pending searches than it can complete in time. The search was not started. */
export class SupplierBusy extends Error {
  override readonly name = "SupplierBusy";
}
