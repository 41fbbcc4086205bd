import { type AwardQuotes, createAwardQuotes, priceAwards, type SliceAward } from "../awards/price-slice.ts";
import { findProgram, isOffered, type Program, programs } from "../awards/programs/programs.ts";
import { cabinOf } from "../fares/cabins.ts";
import { combinationOf } from "../fares/combinability.ts";
import type { TripKind } from "../fares/fare-component.ts";
import { createFareQuotes, type FareQuotes } from "../fares/fare-quotes.ts";
import type { FilingIndex } from "../fares/filing-index.ts";
import { openSlice, priceSlice, type SliceFare } from "../fares/price-slice.ts";
import { indexSoldSeats } from "../fares/sold-seats.ts";
import { stayBetween } from "../fares/tariffs.ts";
import { addItineraries, cutForPricing, type Enumeration, startItineraries } from "../itineraries/enumerate.ts";
import type { ItinerarySet } from "../itineraries/itinerary-set.ts";
import { countryOfFlights, findSale, type SliceSale } from "../itineraries/sale-end.ts";
import { addSelfTransfers } from "../itineraries/self-transfers.ts";
import type { LayoverQuery, SliceQuery } from "../itineraries/slice-query.ts";
import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import { airportsOf, type Timetable } from "../timetable/timetable.ts";
import { type FaredSlice, listBrandTerms } from "./brand-terms.ts";
import { createSliceDescriber, type SliceDescriber } from "./describe.ts";
import {
  type FlightSearch,
  type LayoverConditions,
  requestedAirlines,
  type SearchedSlice,
  seatsOfParty,
  travelersOf,
} from "./flight-search.ts";
import { ChargeCalculator, type ChargeFacts } from "./journey-charges.ts";

/** An itinerary of one slice with its prices. Flights are indexes in the pool of its direction. */
export interface Candidate extends SliceSale {
  flights: number[];
  departure: number;
  arrival: number;
  /** Sold as a one-way. */
  oneWay: PricedFare | null;
  /** Sold as half of a round trip; null in a one-way search. */
  half: PricedHalf | null;
  awards: SliceAward[];
}

export interface PricedFare {
  fare: SliceFare;
  /** Price of the party with taxes and surcharges, in cents, by which candidates are sorted; with terms, that of the cheapest brand. */
  partyCents: number;
  /**
   * Only with terms: the price in each brand, from the first to the last, with the fees of bags that it does not include; Infinity for brands
   * that the terms exclude. The last one stands for all further brands.
   */
  brandCents?: readonly number[];
  /** One for each flight, with a self-transfer between them; `fare` is that of the first. Absent if one ticket has all flights. */
  tickets?: readonly FaredSlice[];
}

/** Returns the price of a fare in a brand; Infinity if there is none. */
export function centsInBrand(priced: PricedFare | null, brand: number): number {
  if (priced === null) return Number.POSITIVE_INFINITY;
  const { brandCents, partyCents } = priced;
  return brandCents === undefined ? partyCents : brandCents[Math.min(brand, brandCents.length - 1)];
}

/** Number of brands whose prices are compared: one without terms, as the first is the cheapest. */
export function countBrands(directions: readonly SearchDirection[]): number {
  let count = 1;
  for (const { candidates } of directions) {
    for (const { oneWay, half } of candidates) {
      count = Math.max(count, oneWay?.brandCents?.length ?? 1, half?.brandCents?.length ?? 1);
    }
  }
  return count;
}

/** Half of a round trip. */
interface PricedHalf extends PricedFare {
  /** Equal for halves that combine to a round trip. */
  combination: string;
}

/** One direction of a search: its flights and their prices. */
export interface SearchDirection {
  enumeration: Enumeration;
  quotes: FareQuotes;
  charges: ChargeCalculator;
  describeSlice: SliceDescriber;
  candidates: Candidate[];
}

/** Inputs that do not depend on the search. */
export interface SearchFacts extends ChargeFacts {
  /** Fares of a table, or null if all are made by rule. */
  filings: FilingIndex | null;
}

export interface DirectionQuery {
  origin: string | readonly string[];
  destination: string | readonly string[];
  day: EpochDay;
  /** Latest local arrival in minutes since 1970-01-01T00:00 local time; absent for any. */
  latestLocalArrival?: number;
  /** First day of the journey, if this is not its first slice. */
  startDay?: EpochDay;
  /** Outbound and inbound days of departure of a round trip; null for one way. */
  roundTrip: { outboundDay: EpochDay; inboundDay: EpochDay } | null;
}

/** Priced itineraries per step. */
const rowsPerStep = 32;

/** Enumerates and prices one direction, in steps. */
export function* findCandidates(
  enumeration: Enumeration,
  facts: SearchFacts,
  search: FlightSearch,
  query: DirectionQuery,
): Generator<undefined, SearchDirection> {
  const rows = yield* enumeratePairs(enumeration, search, query);
  const direction = openDirection(enumeration, facts, search, query);
  const { searchedAtMinutes } = search;
  const isRoundTrip = query.roundTrip !== null;
  const priced = search.includeAward ? programsOf(search) : [];
  const awards = createAwardQuotes(direction.quotes, { programs: priced, isRoundTrip });
  const half = halfTripOf(query);
  for (let row = 0; row < rows.count; row++) {
    if (row % rowsPerStep === 0) yield;
    const flights = flightsOf(rows, row);
    const sale = findSaleOf(enumeration, flights, searchedAtMinutes);
    if (sale === null) continue;
    const candidate = priceCandidate(direction, awards, flights, { half, sale, search });
    if (candidate.oneWay !== null || candidate.half !== null || candidate.awards.length > 0) {
      direction.candidates.push(candidate);
    }
  }
  return direction;
}

/** Returns the sale of an itinerary of an enumeration; null if it has ended. */
export function findSaleOf(
  { timetable, pool }: Enumeration,
  flights: readonly number[],
  searchedAtMinutes: number,
): SliceSale | null {
  return findSale(pool.departure[flights[0]], countryOfFlights(timetable, pool, flights), searchedAtMinutes);
}

/** Direction without candidates. */
function openDirection(
  enumeration: Enumeration,
  facts: SearchFacts,
  search: FlightSearch,
  query: DirectionQuery,
): SearchDirection {
  const { timetable, pool } = enumeration;
  const cabin = cabinOf(search.cabin);
  const { searchedAtMinutes } = search;
  const party = seatsOfParty(search);
  const sold = indexSoldSeats(search.soldSeats ?? []);
  return {
    enumeration,
    quotes: createFareQuotes({ timetable, pool, cabin, party, searchedAtMinutes, sold }, facts.filings),
    charges: new ChargeCalculator(facts, {
      cabin,
      travelers: travelersOf(search),
      startDay: query.roundTrip?.outboundDay ?? query.startDay ?? query.day,
    }),
    describeSlice: createSliceDescriber(enumeration, requestedAirlines(search)),
    candidates: [],
  };
}

/**
 * Finds the pairs of flights on separate tickets in one direction, in steps, priced as two one-ways.
 *
 * @param belowCents price from which a pair is left out
 */
export function* findSelfTransfers(
  enumeration: Enumeration,
  facts: SearchFacts,
  search: FlightSearch,
  { query, belowCents }: { query: DirectionQuery; belowCents: number },
): Generator<undefined, SearchDirection> {
  const { pool } = enumeration;
  const rows = yield* enumeratePairs(enumeration, search, query, addSelfTransfers);
  const direction = openDirection(enumeration, facts, search, query);
  for (let row = 0; row < rows.count; row++) {
    if (row % rowsPerStep === 0) yield;
    const flights = flightsOf(rows, row);
    const sale = findSaleOf(enumeration, flights, search.searchedAtMinutes);
    if (sale === null) continue;
    const oneWay = priceTickets(direction, flights, search);
    if (oneWay === null || oneWay.partyCents >= belowCents) continue;
    const arrival = pool.arrival[flights[flights.length - 1]];
    direction.candidates.push({
      ...sale,
      flights,
      departure: pool.departure[flights[0]],
      arrival,
      oneWay,
      half: null,
      awards: [],
    });
  }
  return direction;
}

/** Prices each flight as a separate ticket; null if one of them is not sold. */
function priceTickets(direction: SearchDirection, flights: readonly number[], search: FlightSearch): PricedFare | null {
  const priced = flights.map((flight) => {
    const ticket = [flight];
    const open = openSlice(direction.quotes, ticket);
    const fare = open === null ? null : priceSlice(direction.quotes, open, { kind: "oneWay" });
    return fare === null ? null : priceFare(direction, { flights: ticket, fare }, search);
  });
  const [first] = priced;
  const sold = priced.filter((ticket) => ticket !== null);
  if (first === null || sold.length < flights.length) return null;
  const tickets = sold.map(({ fare }, at) => ({ flights: [flights[at]], fare }));
  const brands = Math.max(...sold.map(({ brandCents = [] }) => brandCents.length));
  const brandCents = Array.from({ length: brands }, (_, brand) =>
    sold.reduce((sum, ticket) => sum + centsInBrand(ticket, brand), 0),
  );
  const partyCents = brands > 0 ? Math.min(...brandCents) : sold.reduce((sum, ticket) => sum + ticket.partyCents, 0);
  if (partyCents === Number.POSITIVE_INFINITY) return null;
  return { fare: first.fare, partyCents, ...(brands > 0 && { brandCents }), tickets };
}

/** Finds the itineraries between every two places of a direction that are worth pricing, one pair per step. */
function* enumeratePairs(
  enumeration: Enumeration,
  search: FlightSearch,
  { origin, destination, day, latestLocalArrival }: DirectionQuery,
  add: (enumeration: Enumeration, query: SliceQuery) => void = addItineraries,
): Generator<undefined, ItinerarySet> {
  const { timetable } = enumeration;
  startItineraries(enumeration);
  let pairs = 0;
  for (const from of listOf(origin)) {
    for (const to of listOf(destination)) {
      if (pairs++ > 0) yield;
      const slice = {
        origin: from,
        destination: to,
        day,
        ...(latestLocalArrival !== undefined && { latestLocalArrival }),
      };
      add(enumeration, toSliceQuery(timetable, search, slice));
    }
  }
  return cutForPricing(enumeration, pairs);
}

/** Different places of a direction. */
function listOf(places: string | readonly string[]): readonly string[] {
  return typeof places === "string" ? [places] : [...new Set(places)];
}

/** Converts one direction of a search to the query of its itineraries. */
export function toSliceQuery(
  timetable: Timetable,
  search: FlightSearch,
  { origin, destination, day, latestLocalArrival }: SearchedSlice & { latestLocalArrival?: number },
): SliceQuery {
  const airlines = requestedAirlines(search);
  return {
    origins: airportsOf(timetable, origin),
    destinations: airportsOf(timetable, destination),
    day,
    maxStops: search.maxStops,
    carriers: airlines === null ? null : flagsOf(timetable, airlines),
    excludedCarriers: search.excludeAirlines.length === 0 ? null : flagsOf(timetable, search.excludeAirlines),
    departureWindow: search.departureWindow,
    arrivalWindow: search.arrivalWindow,
    latestLocalArrival: latestLocalArrival ?? null,
    maxDurationMinutes: search.maxDurationMinutes,
    layovers: search.layovers === undefined ? null : toLayoverQuery(timetable, search.layovers),
    cabin: { cabin: cabinOf(search.cabin), match: search.cabinMatch },
  };
}

function toLayoverQuery({ airports }: Timetable, conditions: LayoverConditions): LayoverQuery {
  const { include, exclude, minMinutes, maxMinutes } = conditions;
  return {
    airports: Uint8Array.from(airports, (code) => {
      return (include === null || include.includes(code)) && !exclude.includes(code) ? 1 : 0;
    }),
    minMinutes,
    maxMinutes: maxMinutes ?? Number.POSITIVE_INFINITY,
  };
}

/** Flights of a row of a set, by index in the pool. */
export function flightsOf({ first, second, third }: ItinerarySet, row: number): number[] {
  return [first[row], second[row], third[row]].filter((flight) => flight >= 0);
}

function priceCandidate(
  direction: SearchDirection,
  awards: AwardQuotes,
  flights: number[],
  { half, sale, search }: { half: TripKind | null; sale: SliceSale; search: FlightSearch },
): Candidate {
  const { quotes } = direction;
  const { pool, timetable } = quotes;
  const open = openSlice(quotes, flights);
  const priced = (trip: TripKind): PricedFare | null => {
    const fare = open === null ? null : priceSlice(quotes, open, trip);
    return fare === null ? null : priceFare(direction, { flights, fare }, search);
  };
  const oneWay = priced({ kind: "oneWay" });
  return {
    ...sale,
    flights,
    departure: pool.departure[flights[0]],
    arrival: pool.arrival[flights[flights.length - 1]],
    oneWay,
    half: half === null ? null : halfOf(timetable, priced(half)),
    awards: awards.bookings.programs.length === 0 ? [] : priceAwards(awards, flights, oneWay?.fare.baseCents ?? null),
  };
}

/** Adds taxes and surcharges to a fare. Null if the terms exclude it. */
function priceFare(direction: SearchDirection, { flights, fare }: FaredSlice, search: FlightSearch): PricedFare | null {
  if (search.fareTerms !== undefined) return priceInBrands(direction, { flights, fare }, search);
  const { charges, quotes } = direction;
  return { fare, partyCents: charges.partyCents({ pool: quotes.pool, flights }, fare.baseCents) };
}

/** Prices a slice in each brand. Null if the terms exclude all of them. */
function priceInBrands(
  direction: SearchDirection,
  { flights, fare }: FaredSlice,
  search: FlightSearch,
): PricedFare | null {
  const { charges, quotes } = direction;
  const brandCents = listBrandTerms(direction, { flights, fare }, search).map(
    ({ baseCents, bagFeesCents, isAllowed }) =>
      isAllowed
        ? charges.partyCents({ pool: quotes.pool, flights }, baseCents) + bagFeesCents
        : Number.POSITIVE_INFINITY,
  );
  const partyCents = Math.min(...brandCents);
  return partyCents === Number.POSITIVE_INFINITY ? null : { fare, partyCents, brandCents };
}

function halfOf(timetable: Timetable, priced: PricedFare | null): PricedHalf | null {
  return priced === null ? null : { ...priced, combination: combinationOf(timetable, priced.fare.validatingCarrier) };
}

function halfTripOf({ roundTrip }: DirectionQuery): TripKind | null {
  if (roundTrip === null) return null;
  const { outboundDay, inboundDay } = roundTrip;
  return { kind: "halfRoundTrip", outboundDay, stay: stayBetween(outboundDay, inboundDay) };
}

/** Programs whose awards a search prices: the requested ones, as far as they sell awards on the day of the search. */
export function programsOf({ programs: requested, searchedAtMinutes }: FlightSearch): readonly Program[] {
  const day = Math.floor(searchedAtMinutes / minutesPerDay);
  const wanted = requested === null ? programs : requested.flatMap((code) => findProgram(code) ?? []);
  return wanted.filter((program) => isOffered(program, day));
}

/** 1 for each carrier in the list of codes. */
function flagsOf(timetable: Timetable, codes: readonly string[]): Uint8Array {
  return Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
}
