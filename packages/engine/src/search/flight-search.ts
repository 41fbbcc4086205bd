import type { BagCounts } from "../fares/bag-fees.ts";
import type { CabinName } from "../fares/cabins.ts";
import type { SoldSeats } from "../fares/sold-seats.ts";
import type { TravelerKind } from "../fares/traveler-kind.ts";
import type { CabinMatch } from "../itineraries/cabin-match.ts";
import type { LocalWindow } from "../itineraries/slice-query.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import type { FoundAwardOffer, FoundCashOffer } from "./found-flight.ts";

export type FlightSort = "price" | "miles" | "duration" | "departure" | "arrival";

/** Conditions on the layovers of a slice, by codes of airports. Nonstop flights meet all of them. */
export interface LayoverConditions {
  /** Airports, both of them if the airport changes; null for any. */
  include: readonly string[] | null;
  exclude: readonly string[];
  minMinutes: number;
  maxMinutes: number | null;
}

/** Conditions on the fare of a cash offer. */
export interface FareTerms {
  /** Excludes economy fares that can be neither changed nor refunded. */
  excludeBasic: boolean;
  /** Bags per traveler with a seat. If a fare includes fewer, their fees count as part of its price. */
  bags: BagCounts;
}

/**
 * Limit on the price of every offer, in the currency of the search. Amounts in cents decide as far as conversion cannot change the result, else
 * the converted price of the offer.
 */
export interface PriceLimit {
  /** The limit in minor units of the currency. */
  minor: number;
  /** The same in US cents, not rounded. */
  cents: number;
  /** Maximum difference between a price in cents and the converted price. */
  toleranceCents: number;
  /** Price with the fees of requested bags. */
  allowsCash: (offer: FoundCashOffer) => boolean;
  /** Money part. */
  allowsAward: (offer: Pick<FoundAwardOffer, "fares">) => boolean;
}

/** One slice of a multi-city trip. */
export interface SearchedSlice {
  origin: string;
  destination: string;
  day: EpochDay;
}

/** A query of the engine. Times of day are local minutes; codes are those of the timetable. */
export interface FlightSearch {
  /** A place as `airportsOf` reads it: `airport:DFW`, `city:NYC` or a bare code; or a list of places without an airport in common. */
  origin: string | readonly string[];
  destination: string | readonly string[];
  day: EpochDay;
  /** Null for one way. */
  returnDay: EpochDay | null;
  /** Slices of a multi-city trip, by day; they replace the places and days of the search. Absent for others. */
  slices?: readonly SearchedSlice[];
  cabin: CabinName;
  /** Applies to each slice, to cash and awards alike. */
  cabinMatch: CabinMatch;
  adults: number;
  /** Aged 12 to 17, at the price of adults. */
  youths: number;
  children: number;
  /** Under 2, with a seat at the price of a child. */
  infantsInSeat: number;
  /** Under 2, on a lap. */
  infants: number;
  /** Ages of all travelers under 18 on the date of the last slice; absent if unknown, and youths are then 16 or older. */
  ages?: readonly number[];
  includeCash: boolean;
  includeAward: boolean;
  maxStops: 0 | 1 | 2;
  /** Maximum number of flights after all suppliers' answers are merged. */
  limit: number;
  /** Prices that differ by at most this may be equal or swapped after currency conversion; 0 if absent. */
  priceToleranceCents?: number;
  /** Allowed marketing carriers, or null for any. */
  airlines: string[] | null;
  excludeAirlines: string[];
  /** Absent if there are none. */
  fareTerms?: FareTerms;
  /** Award programs to price, or null for all. */
  programs: string[] | null;
  /** True to add pairs of flights on separate tickets that cost less than every journey without them. Ignored with `slices`. */
  allowSelfTransfer?: boolean;
  /** Conditions on each layover; absent if there are none. */
  layovers?: LayoverConditions;
  departureWindow: LocalWindow | null;
  arrivalWindow: LocalWindow | null;
  /** Latest local arrival of the first slice, in minutes since 1970-01-01T00:00 local time; absent for any. */
  latestLocalArrival?: number;
  /** Of each slice. */
  maxDurationMinutes: number | null;
  /** Absent if any price is allowed. */
  priceLimit?: PriceLimit;
  sort: FlightSort;
  /** Every brand and every award, not only the best two and three. */
  allOffers: boolean;
  /** Time of the search for prices, advance purchase and space, in epoch minutes. */
  searchedAtMinutes: number;
  /** Seats sold in addition to those of the booking curve; absent if there are none. */
  soldSeats?: readonly SoldSeats[];
}

/** Everything except places, days and the time of the search: one adult one way in economy, cash and awards, cheapest first. */
export const plainSearch: Omit<FlightSearch, "origin" | "destination" | "day" | "searchedAtMinutes"> = {
  returnDay: null,
  cabin: "economy",
  cabinMatch: "main",
  adults: 1,
  youths: 0,
  children: 0,
  infantsInSeat: 0,
  infants: 0,
  includeCash: true,
  includeAward: true,
  maxStops: 2,
  limit: 50,
  airlines: null,
  excludeAirlines: [],
  programs: null,
  departureWindow: null,
  arrivalWindow: null,
  maxDurationMinutes: null,
  sort: "price",
  allOffers: false,
};

/** Travelers of a search that pay the same. */
export interface TravelerCount {
  kind: TravelerKind;
  count: number;
}

/** Travelers of a search by kind; kinds without travelers are omitted. */
export function travelersOf({
  adults,
  youths,
  children,
  infantsInSeat,
  infants,
  ages = [],
}: FlightSearch): TravelerCount[] {
  const under16 = ages.filter((age) => age >= 12 && age < 16).length;
  const counts: TravelerCount[] = [
    { kind: "adult", count: adults },
    { kind: "youth", count: youths - under16 },
    { kind: "youth_under_16", count: under16 },
    { kind: "child", count: children },
    { kind: "infant_in_seat", count: infantsInSeat },
    { kind: "infant", count: infants },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Seats that the travelers of a search take. */
export function seatsOfParty({ adults, youths, children, infantsInSeat }: FlightSearch): number {
  return adults + youths + children + infantsInSeat;
}

/** Allowed marketing carriers of a search: an excluded airline sells no flight, including those that others operate. Null is any. */
export function requestedAirlines({ airlines, excludeAirlines }: FlightSearch): string[] | null {
  return airlines === null ? null : airlines.filter((code) => !excludeAirlines.includes(code));
}
