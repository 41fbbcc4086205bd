import { type AwardQuotes, createAwardQuotes, priceAwards, type SliceAward } from "../awards/price-slice.ts";
import { findProgram, type Program, programs } from "../awards/programs/programs.ts";
import { cabinOf } from "../fares/cabins.ts";
import { combinationOf } from "../fares/combinability.ts";
import type { TripKind } from "../fares/fare-component.ts";
import { createFareQuotes, type FareQuotes } from "../fares/fare-quotes.ts";
import type { FilingIndex } from "../fares/filing-index.ts";
import { openSlice, priceSlice, type SliceFare } from "../fares/price-slice.ts";
import { indexSoldSeats } from "../fares/sold-seats.ts";
import { stayBetween } from "../fares/tariffs.ts";
import { type Enumeration, enumerateForPricing } from "../itineraries/enumerate.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import { airportsOf, type Timetable } from "../timetable/timetable.ts";
import { createSliceWriter, type SliceWriter } from "./describe.ts";
import { airlinesAsked, type FlightSearch, travelersOf } from "./flight-search.ts";
import { ChargeBook, type ChargeFacts } from "./journey-charges.ts";

/** An itinerary of one slice with what it can be bought for. Flights are places in its side's pool. */
export interface Candidate {
  flights: number[];
  departure: number;
  arrival: number;
  /** Sold alone. */
  oneWay: PricedFare | null;
  /** Sold as half of a round trip; null in a one-way search. */
  half: PricedHalf | null;
  awards: SliceAward[];
}

export interface PricedFare {
  fare: SliceFare;
  /** What the party pays with taxes and surcharges, in cents: what candidates are ordered by. */
  partyCents: number;
}

/** Half of a round trip. */
interface PricedHalf extends PricedFare {
  /** Equal for halves that make a round trip together. */
  combination: string;
}

/** One direction of a search: its flights and what prices them. */
export interface Side {
  enumeration: Enumeration;
  quotes: FareQuotes;
  charges: ChargeBook;
  writeSlice: SliceWriter;
  candidates: Candidate[];
}

/** What is known before any search. */
export interface SearchFacts extends ChargeFacts {
  /** Fares of a table, or null where all are made by rule. */
  filings: FilingIndex | null;
}

export interface SideQuestion {
  origin: string;
  destination: string;
  day: EpochDay;
  /** Days of departure there and back of a round trip; null for one way. */
  roundTrip: { outboundDay: EpochDay; homewardDay: EpochDay } | null;
}

/** Enumerates and prices one direction. */
export function findCandidates(
  enumeration: Enumeration,
  facts: SearchFacts,
  search: FlightSearch,
  question: SideQuestion,
): Side {
  const { timetable, pool } = enumeration;
  const asked = airlinesAsked(search);
  const rows = enumerateForPricing(enumeration, {
    origins: airportsOf(timetable, question.origin),
    destinations: airportsOf(timetable, question.destination),
    day: question.day,
    maxStops: search.maxStops,
    carriers: asked === null ? null : flagsOf(timetable, asked),
    excludedCarriers: search.excludeAirlines.length === 0 ? null : flagsOf(timetable, search.excludeAirlines),
    departureWindow: search.departureWindow,
    arrivalWindow: search.arrivalWindow,
    maxDurationMinutes: search.maxDurationMinutes,
  });
  const cabin = cabinOf(search.cabin);
  const { searchedAtMinutes } = search;
  const party = search.adults + search.children;
  const sold = indexSoldSeats(search.soldSeats ?? []);
  const quotes = createFareQuotes({ timetable, pool, cabin, party, searchedAtMinutes, sold }, facts.filings);
  const isRoundTrip = question.roundTrip !== null;
  const awards = createAwardQuotes(quotes, { programs: search.includeAward ? programsOf(search) : [], isRoundTrip });
  const side: Side = {
    enumeration,
    quotes,
    charges: new ChargeBook(facts, {
      cabin,
      travelers: travelersOf(search),
      startDay: question.roundTrip?.outboundDay ?? question.day,
    }),
    writeSlice: createSliceWriter(enumeration, asked),
    candidates: [],
  };
  const half = halfTripOf(question);
  for (let row = 0; row < rows.count; row++) {
    const flights = [rows.first[row], rows.second[row], rows.third[row]].filter((flight) => flight >= 0);
    // What has left, or leaves now, cannot be sold.
    if (pool.departure[flights[0]] <= searchedAtMinutes) continue;
    const candidate = priceCandidate(side, awards, flights, half);
    if (candidate.oneWay !== null || candidate.half !== null || candidate.awards.length > 0) {
      side.candidates.push(candidate);
    }
  }
  return side;
}

function priceCandidate(
  { quotes, charges }: Side,
  awards: AwardQuotes,
  flights: number[],
  half: TripKind | null,
): Candidate {
  const { pool, timetable } = quotes;
  const open = openSlice(quotes, flights);
  const priced = (trip: TripKind): PricedFare | null => {
    const fare = open === null ? null : priceSlice(quotes, open, trip);
    if (fare === null) return null;
    return { fare, partyCents: charges.partyCents({ pool, flights }, fare.baseCents) };
  };
  const oneWay = priced({ kind: "oneWay" });
  return {
    flights,
    departure: pool.departure[flights[0]],
    arrival: pool.arrival[flights[flights.length - 1]],
    oneWay,
    half: half === null ? null : halfOf(timetable, priced(half)),
    awards: awards.bookings.programs.length === 0 ? [] : priceAwards(awards, flights, oneWay?.fare.baseCents ?? null),
  };
}

function halfOf(timetable: Timetable, priced: PricedFare | null): PricedHalf | null {
  return priced === null ? null : { ...priced, combination: combinationOf(timetable, priced.fare.validatingCarrier) };
}

function halfTripOf({ roundTrip }: SideQuestion): TripKind | null {
  if (roundTrip === null) return null;
  const { outboundDay, homewardDay } = roundTrip;
  return { kind: "halfRoundTrip", outboundDay, stay: stayBetween(outboundDay, homewardDay) };
}

function programsOf(search: FlightSearch): readonly Program[] {
  return search.programs === null ? programs : search.programs.flatMap((code) => findProgram(code) ?? []);
}

/** 1 for each carrier that the codes name. */
function flagsOf(timetable: Timetable, codes: readonly string[]): Uint8Array {
  return Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
}
