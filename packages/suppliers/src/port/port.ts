/**
 * The supplier port: who can answer a search, in words that hold for every source, simulated or real.
 *
 * Money is integer minor units of `SearchQuery.currency`; times are instants plus the airport's own offset; codes are
 * IATA codes in upper case. A supplier answers what it has, unsorted and uncut beyond `limit`: merging, sorting,
 * ranking and the wire format are the caller's.
 */

import type { Cabin, Currency, PlaceReference, Sort } from "@wayfare/contract";

export type { Cabin, Sort } from "@wayfare/contract";

/** An instant and the offset from UTC that the airport's clocks show at that instant. */
export interface ZonedInstant {
  epochMinutes: number;
  offsetMinutes: number;
}

/** Minutes after local midnight, both ends included; `from` may be later than `to` (a window over midnight). */
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

/** A search that has been validated and has its defaults filled in. */
export interface SearchQuery {
  /** Codes are in upper case. */
  origin: PlaceReference;
  destination: PlaceReference;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
  returnDate: string | null;
  cabin: Cabin;
  travelers: TravelerCounts;
  includeCash: boolean;
  includeAward: boolean;
  maxStops: 0 | 1 | 2;
  /** Flights wanted, 1–250. */
  limit: number;
  currency: Currency;
  /** Only these marketing carriers, or null for any. */
  airlines: string[] | null;
  excludeAirlines: string[];
  /** Only these award programs, or null for any. */
  programs: string[] | null;
  departureTime: TimeWindow | null;
  arrivalTime: TimeWindow | null;
  /** Upper limit of each slice. */
  maxDurationMinutes: number | null;
  sort: Sort;
  /** Every brand and every award instead of the best two and three. */
  allOffers: boolean;
}

/** Seats of one cabin of one departure that the caller's account has bought of a simulated supplier and not given back. */
export interface SoldSeats {
  operatingCarrier: string;
  operatingFlightNumber: string;
  origin: string;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
  cabin: Cabin;
  /** All of them, saver awards included. */
  seats: number;
  saverSeats: number;
}

export interface SearchContext {
  /** Whose search it is, for suppliers that share what they have among accounts. */
  accountId?: string;
  /** The instant of the search; suppliers take no other clock. */
  searchedAtMs: number;
  /** What simulated suppliers take off their seats; real ones know what they have sold. */
  soldSeats?: readonly SoldSeats[];
  /** Milliseconds from the call until the deadline. */
  deadlineMs: number;
  /** Aborted at the deadline, or when the caller has gone. */
  signal: AbortSignal;
  /** Upstream calls that this search may make; any number if absent. One call too many is a `SupplierBusy`. */
  maxCalls?: number;
}

export interface Segment {
  marketingCarrier: string;
  flightNumber: string;
  operatingCarrier: string;
  /** The number that the flight has whoever sells it. */
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
  /** The shortest connection that the airport allows here. */
  minimumMinutes: number;
  overnight: boolean;
  airportChange: { from: string; to: string } | null;
}

export interface Slice {
  origin: string;
  destination: string;
  segments: Segment[];
  /** One fewer than the segments. */
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

/** What a cash offer and an award have in common. */
interface OfferTerms {
  /** The offer needs more than one ticket; one ticket if absent. */
  separateTickets?: true;
  /** Page of the seller for this offer; none if absent. */
  bookingLink?: string;
}

/** A price in money. `total = base + taxes + surcharges = Σ perTraveler.count × perTraveler.total`. */
export interface CashOffer extends OfferTerms {
  total: number;
  base: number;
  taxes: Charge[];
  surcharges: Charge[];
  /** `total` is the price of one traveler of the type. */
  perTraveler: { type: TravelerType; count: number; total: number }[];
  fareBrand: string;
  cabin: Cabin;
  /** One for each segment of all slices, in order. */
  segments: FareSegment[];
  /** 1–9; 9 means nine or more. */
  seatsRemaining: number;
  refundable: boolean;
  changeable: boolean;
  validatingCarrier: string;
  /** When the supplier quoted the price; at the instant of the search if absent. */
  observedAtMs?: number;
}

/** What an award takes of one segment. */
export interface AwardSegment {
  cabin: Cabin;
  /** It takes a seat of the saver space, which partners' programs see too. */
  saver: boolean;
}

export type AwardLevel = "saver" | "standard" | "dynamic";

/** A price in miles. `total = taxes + surcharges + fees`, the money part, for all travelers. */
export interface AwardOffer extends OfferTerms {
  program: string;
  /** All travelers together. */
  miles: number;
  perTraveler: { type: TravelerType; count: number; miles: number; total: number }[];
  total: number;
  taxes: Charge[];
  surcharges: Charge[];
  fees: Charge[];
  cabin: Cabin;
  level: AwardLevel;
  /** One for each segment of all slices; absent where all are in `cabin`, and saver seats exactly where `level` is saver. */
  segments?: AwardSegment[];
  chart: { name: string; band: string; basis: "published" | "modelled" } | null;
  seatsRemaining: number;
  /** The cheapest cash offer of the same flight and cabin, whether or not cash was asked for; null without one. */
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

/** Some of the flights of an answer. */
export interface SupplierPart {
  flights: SuppliedFlight[];
}

/** What a supplier can answer. It is not called with a query that it cannot answer. */
export interface Capabilities {
  cash: boolean;
  award: boolean;
  roundTrips: boolean;
  /** Metropolitan codes, such as `LON`, besides those of airports. */
  cities: boolean;
  cabins: readonly Cabin[];
  /** Lowest prices of a range of days. */
  calendar: boolean;
}

/** What an account had sold of simulated supply at one version of its sales. */
export interface SalesSnapshot {
  /** Counts every change of what the account has sold; 0 before the first. */
  version: number;
  seats: readonly SoldSeats[];
}

/** Names one offer of one earlier search. */
export interface OfferReference {
  searchId: string;
  query: SearchQuery;
  searchedAtMs: number;
  /** Position among the supplier's offers of the search: flight by flight as answered, cash before awards. */
  position: number;
  /** The supplier's `version` when it answered the search. */
  version: string | null;
  sales: SalesSnapshot;
}

export interface RepriceContext {
  accountId?: string;
  /** What the account has sold by now. */
  sales: SalesSnapshot;
  /** Milliseconds until the signal that `admit` passes on is aborted. */
  deadlineMs: number;
  /**
   * Runs work that costs as much as a search, once there is room for it. Callers of the same offers may share the work, so
   * its signal is not aborted when one caller goes away.
   */
  admit: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

export type Repriced =
  /** As quoted; the flight has this offer alone, with the seats that remain now. */
  | { status: "available"; flight: SuppliedFlight }
  /** Price or terms are not as quoted; the flight has the offer as it was quoted alone. */
  | { status: "changed"; quoted: SuppliedFlight }
  /** `expired`: the data that it was priced from was replaced. `unknown`: the search had no such offer. */
  | { status: "sold_out" | "expired" | "unknown" };

export interface BookingOrder {
  offer: OfferReference;
  /** Makes a repeated order safe. */
  idempotencyKey: string;
}

export interface Supplier {
  /** The `source` of each of its offers. */
  readonly name: string;
  readonly simulated: boolean;
  readonly capabilities: Capabilities;
  /** What one upstream call costs, in US cents. */
  readonly callCostUsdCents: number;
  /** The supplier's terms allow its answers to be stored. */
  readonly mayStoreAnswers: boolean;
  /** Names the exact data of a supplier that always answers the same search alike; null if answers vary. */
  readonly version: string | null;
  /**
   * Answers in parts as they arrive; no match is no part. Throws if it cannot answer; the parts before that count.
   */
  search(query: SearchQuery, context: SearchContext): AsyncIterable<SupplierPart>;
  /** Prices one offer again. Rejects if it cannot answer. */
  reprice(reference: OfferReference, context: RepriceContext): Promise<Repriced>;
  /** Sells the offer; answers the supplier's own reference. */
  book?(order: BookingOrder, context: { signal: AbortSignal }): Promise<{ supplierReference: string }>;
  cancel?(supplierReference: string, context: { signal: AbortSignal }): Promise<void>;
}

/** A supplier that has more searches waiting than it could answer in time. The search was not begun. */
export class SupplierBusy extends Error {
  override readonly name = "SupplierBusy";
}
