/**
 * The supplier port: the interface of every source of flights, simulated or real.
 *
 * Money is integer minor units of the offer's currency; times are instants plus the airport's UTC offset; codes are IATA codes in upper
 * case. A value that the supplier does not state is null, never 0 or false. A supplier returns its results unsorted and limited only by
 * `limit`: the caller merges, sorts, ranks and formats them.
 */

import type {
  Cabin,
  CabinMatch,
  Currency,
  PlaceReference,
  Sort,
  TravelerCounts,
  TravelerType,
} from "@wayfare/contract";
import type { FareTerms } from "@wayfare/engine";
import type { SupplierAccess } from "./access.ts";
import type { CalendarDates, SuppliedCalendar } from "./calendar.ts";
import type { ExploredDestination } from "./explore.ts";
import type { FlightBatch, SuppliedFlight } from "./flight.ts";
import type { NameAlphabet } from "./names.ts";
import type { SupplierEventRequest, SupplierOrderEvent, SupplierOrders } from "./orders.ts";

export type { Cabin, CabinMatch, Sort, TravelerCounts } from "@wayfare/contract";
export type * from "./access.ts";
export type * from "./calendar.ts";
export type * from "./conditions.ts";
export * from "./drops.ts";
export type * from "./explore.ts";
export {
  type SkipReason,
  SupplierBusy,
  SupplierFailure,
  type SupplierFailureKind,
  SupplierSkipped,
  UnverifiedEventError,
} from "./failures.ts";
export type * from "./flight.ts";
export { latinNames, type NameAlphabet } from "./names.ts";
export type * from "./orders.ts";
export type * from "./places.ts";

/** Minutes after local midnight, inclusive; `from` may be later than `to` (a window over midnight). */
export interface TimeWindow {
  fromMinute: number;
  toMinute: number;
}

/** Conditions on the layovers of a slice. Nonstop flights meet all of them. */
export interface LayoverConditions {
  /** Airports, both of them if the airport changes; null for any. */
  include: readonly string[] | null;
  exclude: readonly string[];
  minMinutes: number;
  maxMinutes: number | null;
}

/** One slice of a multi-city trip. */
export interface SliceQuery {
  origin: PlaceReference;
  destination: PlaceReference;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
}

/** A validated search with defaults filled in. */
export interface SearchQuery {
  /** Codes are in upper case. */
  origin: PlaceReference;
  destination: PlaceReference;
  /** YYYY-MM-DD at the origin. */
  departureDate: string;
  returnDate: string | null;
  /** Slices of a multi-city trip; absent for others. `origin`, `destination` and `departureDate` are those of the first, without a return. */
  slices?: readonly SliceQuery[];
  /** Places in addition to `origin` and `destination`; absent if there are none. A return may use other places of the lists. */
  moreOrigins?: readonly PlaceReference[];
  moreDestinations?: readonly PlaceReference[];
  /** Days before and after both dates on which flights may depart as well; 0 if absent. */
  flexibleDays?: number;
  cabin: Cabin;
  cabinMatch: CabinMatch;
  /** Counts by type, and the ages of all travelers under 18 on the date of the last slice if the caller stated them. */
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
  /** Conditions on the fares of cash offers; absent if there are none. */
  fareTerms?: FareTerms;
  /** True to add flights on separate tickets that cost less than all others. Ignored by suppliers that cannot. */
  allowSelfTransfer?: boolean;
  /** Only these award programs; null for any. */
  programs: string[] | null;
  /** Conditions on each layover; absent if there are none. */
  layovers?: LayoverConditions;
  departureTime: TimeWindow | null;
  arrivalTime: TimeWindow | null;
  /** Latest local arrival of the first slice, in minutes since 1970-01-01T00:00 local time; absent for any. */
  latestLocalArrival?: number;
  /** Maximum of each slice. */
  maxDurationMinutes: number | null;
  /**
   * Maximum price of an offer for all travelers, in minor units of `currency`: of a cash offer with the fees of requested bags, of an award its
   * money part. Offers whose price is unknown do not match. Absent for any.
   */
  maxPrice?: number;
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

/** Other real suppliers of the same search. */
export interface Peers {
  /** Flights that they have returned so far. */
  listFlights(): readonly SuppliedFlight[];
  /** Resolves once each of them has answered or failed, except those that wait for their peers themselves. */
  readonly settled: Promise<void>;
}

export interface SearchContext {
  /** Account of the search, for suppliers that share capacity between accounts. */
  accountId?: string;
  /** Time of the search; suppliers must not read another clock, except to measure how long a call takes. */
  searchedAtMs: number;
  /** Subtracted by simulated suppliers from their seats; real suppliers know their sales. */
  soldSeats?: readonly SoldSeats[];
  /** Milliseconds from the call until the deadline. */
  deadlineMs: number;
  /** Aborted at the deadline or when the client disconnects. */
  signal: AbortSignal;
  /** Credential and budget of the search; present for every supplier with `credentials`. */
  access?: SupplierAccess;
  /** Absent if the supplier is searched alone. */
  peers?: Peers;
  /** True if the caller shows batches as they arrive. */
  isStreamed?: boolean;
}

export interface CalendarQuery {
  /** The search of every cell, apart from its dates, limit and order. */
  search: Omit<SearchQuery, "departureDate" | "returnDate" | "limit" | "sort" | "allOffers">;
  /** All one way, or all round trips. */
  cells: readonly CalendarDates[];
}

export interface ExploreQuery {
  /** The search of every price, apart from its destination, dates, limit and order. */
  search: Omit<CalendarQuery["search"], "destination">;
  destinations: readonly PlaceReference[];
  /** All one way, or all round trips. */
  cells: readonly CalendarDates[];
}

export type CalendarContext = Pick<SearchContext, "accountId" | "searchedAtMs" | "soldSeats" | "signal">;

/** Kinds of query that a supplier supports. It is not called with other queries. */
export interface Capabilities {
  cash: boolean;
  award: boolean;
  roundTrips: boolean;
  /** True if it supports metropolitan codes, such as `LON`, in addition to airport codes. */
  cities: boolean;
  cabins: readonly Cabin[];
  /** True if it supports trips of more than two slices, and between more than two places; false if absent. */
  multiCity?: boolean;
  /** True if it supports lists of places and `flexibleDays`; false if absent. */
  flexible?: boolean;
  /** True if it supports lowest prices over a date range. */
  calendar: boolean;
  /** Types of travelers that it sells; all if absent. */
  travelers?: readonly TravelerType[];
}

/** Origin of a supplier's credential: a setting of the deployment, or the account that searches. */
export type CredentialOwner = "deployment" | "account";

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
  /** The offer as the search returned it: a flight with this offer alone. Absent for suppliers that run the search again. */
  kept?: SuppliedFlight;
}

export interface RepriceContext {
  accountId?: string;
  /** Credential and budget; present for every supplier with `credentials`. */
  access?: SupplierAccess;
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
  /** Price or terms differ from the quote; the flights have only the quoted offer, and the offer that replaces it if it is known. */
  | { status: "changed"; quoted: SuppliedFlight; current?: SuppliedFlight }
  /**
   * `expired`: the supplier no longer keeps the offer, or the data that it was priced from has been replaced. `unknown`: the search had no
   * such offer.
   */
  | { status: "sold_out" | "expired" | "unknown" };

export interface Supplier {
  /** The `source` of each of the supplier's offers. */
  readonly name: string;
  readonly simulated: boolean;
  readonly capabilities: Capabilities;
  /** Owners of the credentials that it accepts; empty if it needs none. Without a credential, a search does not include it. */
  readonly credentials: readonly CredentialOwner[];
  /** True if it has test credentials, whose flights are simulated. Otherwise only the live partition searches it. */
  readonly testMode: boolean;
  /** True if it waits for `peers` before it completes its result. */
  readonly waitsForPeers?: true;
  /** Cost of one upstream call in US cents. */
  readonly callCostUsdCents: number;
  /** True if the supplier's terms allow storing its results beyond the offers of a search. */
  readonly mayStoreResults: boolean;
  /**
   * Identifies the call that a query makes: queries with the same key get the same answer. Absent for suppliers whose answers are not used
   * for another search.
   */
  answerKey?(query: SearchQuery): string;
  /** Identifies the exact data of a deterministic supplier; null if results vary. */
  readonly version: string | null;
  /**
   * Yields batches of flights as they arrive; none if nothing matches. Batches yielded before a failure are kept.
   *
   * @throws SupplierSkipped if it was not called, SupplierFailure if a call failed.
   */
  search(query: SearchQuery, context: SearchContext): AsyncIterable<FlightBatch>;
  /** Finds the lowest prices of each cell; present exactly for suppliers with the capability `calendar`. Rejects on failure. */
  calendar?(query: CalendarQuery, context: CalendarContext): Promise<SuppliedCalendar>;
  /** Finds the lowest prices of each destination; absent for suppliers that cannot. Rejects on failure. */
  explore?(query: ExploreQuery, context: CalendarContext): Promise<ExploredDestination[]>;
  /** Reprices one offer. Rejects on failure. */
  reprice(reference: OfferReference, context: RepriceContext): Promise<Repriced>;
  /** Checks a credential with a call that costs nothing, or as little as possible. @throws SupplierFailure if it is not accepted */
  checkCredential?(context: CheckContext): Promise<void>;
  /** Characters of travelers' names that its orders accept; `latinNames` if absent. */
  readonly nameAlphabet?: NameAlphabet;
  /** Orders of offers; absent for suppliers whose offers are not booked here. */
  orders?: SupplierOrders;
  /**
   * Verifies a request with an event and returns what it is about; null for events about something else than orders. An order is always
   * read again. Absent for suppliers that report no events.
   *
   * @throws UnverifiedEventError
   */
  readOrderEvent?(request: SupplierEventRequest): SupplierOrderEvent | null;
}

export interface CheckContext {
  access: SupplierAccess;
  deadlineMs: number;
  signal: AbortSignal;
}
