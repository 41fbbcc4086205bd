import { cabinOf } from "../fares/cabins.ts";
import { type FareQuotes, priceSlice, type SliceFare, type TripKind } from "../fares/price-slice.ts";
import { type Enumeration, enumerateItineraries } from "../itineraries/enumerate.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import { airportsOf, type Timetable } from "../timetable/timetable.ts";
import { type AwardQuotes, priceAwards, type SliceAward } from "../awards/price-slice.ts";
import { createSliceCharges, type SliceCharges, type SliceChargesBook } from "./slice-charges.ts";
import type { FlightSearch } from "./flight-search.ts";

/** An itinerary of one slice with what it can be bought for. Flights are places in `side.enumeration.pool`. */
export interface Candidate {
  flights: number[];
  departure: number;
  arrival: number;
  fare: SliceFare | null;
  /** What the party pays for `fare` with taxes and surcharges, in cents; Infinity without a fare. */
  partyCents: number;
  awards: SliceAward[];
}

/** One direction of a search: its flights, its prices, its candidates. */
export interface Side {
  enumeration: Enumeration;
  quotes: FareQuotes;
  charges: SliceChargesBook;
  candidates: Candidate[];
}

export interface SideQuestion {
  origin: string;
  destination: string;
  day: EpochDay;
  trip: TripKind;
}

/** Enumerates and prices one direction. */
export function findCandidates(
  enumeration: Enumeration,
  search: FlightSearch,
  question: SideQuestion,
): Side {
  const { timetable } = enumeration;
  const rows = enumerateItineraries(enumeration, {
    origins: airportsOf(timetable, question.origin),
    destinations: airportsOf(timetable, question.destination),
    day: question.day,
    maxStops: search.maxStops,
    carriers: allowedCarriers(timetable, search),
    departureWindow: search.departureWindow,
    arrivalWindow: search.arrivalWindow,
    maxDurationMinutes: search.maxDurationMinutes,
  });
  const { pool } = enumeration;
  const quotes: FareQuotes = {
    timetable,
    pool,
    cabin: cabinOf(search.cabin),
    party: search.adults + search.children,
    searchedAtMinutes: search.searchedAtMinutes,
    references: new Map(),
  };
  const side: Side = { enumeration, quotes, charges: createSliceCharges(timetable, pool, search), candidates: [] };
  const awards = search.includeAward ? awardQuotes(side, search) : null;
  for (let row = 0; row < rows.count; row++) {
    const flights = [rows.first[row]!, rows.second[row]!, rows.third[row]!].filter((flight) => flight >= 0);
    // What has left, or leaves now, cannot be sold.
    if (pool.departure[flights[0]!]! <= search.searchedAtMinutes) continue;
    side.candidates.push(priceCandidate(side, flights, question.trip, awards));
  }
  return side;
}
