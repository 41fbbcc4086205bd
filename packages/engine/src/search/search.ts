import type { SliceAward } from "../awards/price-slice.ts";
import { itineraryKg, typicalKg } from "../emissions/emissions.ts";
import { cabinOf } from "../fares/cabins.ts";
import type { Filing } from "../fares/filing.ts";
import { indexFilings } from "../fares/filing-index.ts";
import { createEnumeration } from "../itineraries/enumerate.ts";
import { airportsKm, type Timetable } from "../timetable/timetable.ts";
import { findCandidates, type Side } from "./candidates.ts";
import type { FlightSearch, FlightSort } from "./flight-search.ts";
import type { FoundAwardOffer, FoundFlight } from "./found-flight.ts";
import { createChargeFacts } from "./journey-charges.ts";
import { type Journey, oneWayJourneys, roundTripJourneys } from "./journeys.ts";
import { type AwardedSlice, awardOffer, cashOffers, effectiveCents, type SoldSlice } from "./offers.ts";

export interface Searcher {
  /**
   * Answers a search: the same world and the same search always give the same flights, in the asked order.
   *
   * Codes that the timetable does not know, and days that it does not span, find nothing.
   */
  search(search: FlightSearch): FoundFlight[];
}

/**
 * Makes a searcher with the working memory of one search at a time.
 *
 * @param options.filings fares of a table: where a carrier has one in a market and cabin, the table is all that it files there.
 */
export function createSearcher(timetable: Timetable, options: { filings?: readonly Filing[] } = {}): Searcher {
  const facts = { ...createChargeFacts(timetable), filings: indexFilings(timetable, options.filings ?? []) };
  const outbound = createEnumeration(timetable);
  const inbound = createEnumeration(timetable);

  function findJourneys(search: FlightSearch): Journey[] {
    const { origin, destination, day, returnDay } = search;
    const roundTrip = returnDay === null ? null : { outboundDay: day, homewardDay: returnDay };
    const out = findCandidates(outbound, facts, search, { origin, destination, day, roundTrip });
    if (returnDay === null) return oneWayJourneys(out);
    if (out.candidates.length === 0) return [];
    const homeward = { origin: destination, destination: origin, day: returnDay, roundTrip };
    return roundTripJourneys(out, findCandidates(inbound, facts, search, homeward), search);
  }

  return {
    search(search) {
      const payable = findJourneys(search).filter((journey) => isPayable(journey, search));
      return cutToLimit(payable, search).map((journey) => describeJourney(timetable, journey, search));
    },
  };
}

function isPayable({ fares, awards }: Journey, { includeCash, includeAward }: FlightSearch): boolean {
  return (includeCash && fares !== null) || (includeAward && awards.length > 0);
}

/**
 * Sorts, and cuts to the limit.
 *
 * The first of the order stay, and among them always the cheapest, the cheapest nonstop, the fastest and the best award. Where
 * money and miles are asked for side by side, half of the places go to flights that have an award, if there are as many.
 */
function cutToLimit(journeys: Journey[], search: FlightSearch): Journey[] {
  const sorted = journeys.sort((a, b) => compareJourneys(a, b, search.sort));
  if (sorted.length <= search.limit) return sorted;
  const sold = sorted.filter(({ fares }) => fares !== null);
  const awarded = byAwardCents(sorted);
  const extremes = [
    least(sold, ({ partyCents }) => partyCents),
    least(
      sold.filter((journey) => stopsOf(journey) === 0),
      ({ partyCents }) => partyCents,
    ),
    least(sorted, minutesOf),
    awarded[0],
  ];
  const sideBySide = search.includeCash && search.includeAward ? awarded.slice(0, Math.floor(search.limit / 2)) : [];
  const kept = new Set<Journey>();
  for (const journey of [...extremes, ...sideBySide, ...sorted]) {
    if (journey !== undefined && kept.size < search.limit) kept.add(journey);
  }
  return sorted.filter((journey) => kept.has(journey));
}

function least(journeys: readonly Journey[], measure: (journey: Journey) => number): Journey | undefined {
  let best: Journey | undefined;
  for (const journey of journeys) if (best === undefined || measure(journey) < measure(best)) best = journey;
  return best;
}

/** The journeys that have an award, the best one first. */
function byAwardCents(journeys: readonly Journey[]): Journey[] {
  const valued = journeys
    .filter(({ awards }) => awards.length > 0)
    .map((journey) => ({ journey, cents: awardCents(journey) }));
  return valued.sort((a, b) => a.cents - b.cents).map(({ journey }) => journey);
}

/** An adult's miles in the best program, at the middle of what a mile is worth there. */
function awardCents({ awards }: Journey): number {
  let cents = Number.POSITIVE_INFINITY;
  for (const slices of awards) {
    const { floor, ceiling } = slices[0].program.valueCents;
    cents = Math.min(cents, milesOf(slices) * ((floor + ceiling) / 2));
  }
  return cents;
}

function milesOf(slices: readonly SliceAward[]): number {
  return slices.reduce((sum, { miles }) => sum + miles, 0);
}

function compareJourneys(a: Journey, b: Journey, sort: FlightSort): number {
  const first = compareNumbers(primaryKey(a, sort), primaryKey(b, sort));
  return first || compareNumbers(a.partyCents, b.partyCents) || minutesOf(a) - minutesOf(b) || compareFlights(a, b);
}

function primaryKey(journey: Journey, sort: FlightSort): number {
  if (sort === "price") return journey.partyCents;
  if (sort === "miles") return leastMiles(journey);
  if (sort === "duration") return minutesOf(journey);
  const { candidate } = journey.slices[0];
  return sort === "departure" ? candidate.departure : candidate.arrival;
}

/** Infinity equals itself here: it stands for "has none". */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A total order that depends on the flights alone, so that equal prices do not depend on how they were found. */
function compareFlights(a: Journey, b: Journey): number {
  for (const [i, { side, candidate }] of a.slices.entries()) {
    const other = b.slices[i].candidate;
    for (const [leg, flight] of candidate.flights.entries()) {
      const rival = other.flights[leg];
      if (rival === undefined) return 1;
      const { pattern, day } = side.enumeration.pool;
      const difference = pattern[flight] - pattern[rival] || day[flight] - day[rival];
      if (difference !== 0) return difference;
    }
    if (candidate.flights.length < other.flights.length) return -1;
  }
  return 0;
}

function leastMiles({ awards }: Journey): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const slices of awards) fewest = Math.min(fewest, milesOf(slices));
  return fewest;
}

function minutesOf({ slices }: Journey): number {
  return slices.reduce((sum, { candidate }) => sum + candidate.arrival - candidate.departure, 0);
}

function stopsOf({ slices }: Journey): number {
  return slices.reduce((sum, { candidate }) => sum + candidate.flights.length - 1, 0);
}

/** Cash brands and awards that an answer shows where all are not asked for. */
const shownBrands = 2;
const shownAwards = 3;

function describeJourney(timetable: Timetable, journey: Journey, search: FlightSearch): FoundFlight {
  const { slices } = journey;
  const { charges } = slices[0].side;
  const pooled = slices.map(({ side, candidate }) => ({ pool: side.enumeration.pool, flights: candidate.flights }));
  const billed = charges.journey(pooled);
  const sold = journey.fares?.map(({ fare }, i): SoldSlice => ({ ...slices[i], fare })) ?? [];
  const brands = search.allOffers ? Number.POSITIVE_INFINITY : shownBrands;
  const cash = sold.length === 0 ? [] : cashOffers(sold, search, billed, search.includeCash ? brands : 1);
  const awards = journey.awards.map((parts) => {
    const awarded = parts.map((award, i): AwardedSlice => ({ ...slices[i], award }));
    const offer = awardOffer(awarded, search, billed);
    return { offer, cents: effectiveCents(offer, parts[0].program.valueCents) };
  });
  return {
    slices: slices.map(({ side, candidate }) => side.writeSlice(candidate.flights)),
    cash: search.includeCash ? cash : [],
    award: bestAwards(awards, search),
    cheapestCash: cash[0] ?? null,
    ...emissionsOf(timetable, journey, search),
  };
}

function bestAwards(awards: { offer: FoundAwardOffer; cents: number }[], search: FlightSearch): FoundAwardOffer[] {
  const sorted = awards.sort((a, b) => a.cents - b.cents || (a.offer.program < b.offer.program ? -1 : 1));
  return sorted.slice(0, search.allOffers ? sorted.length : shownAwards).map(({ offer }) => offer);
}

function emissionsOf(timetable: Timetable, { slices }: Journey, search: FlightSearch) {
  const cabin = cabinOf(search.cabin);
  let kgCO2ePerTraveler = 0;
  let typical = 0;
  for (const { side, candidate } of slices) {
    kgCO2ePerTraveler += itineraryKg(timetable, side.enumeration.pool, candidate.flights, cabin);
    typical += typicalKg(kmOf(side, candidate.flights), cabin);
  }
  return { kgCO2ePerTraveler, typicalKg: typical };
}

function kmOf({ enumeration: { timetable, pool } }: Side, flights: readonly number[]): number {
  const first = timetable.marketOf[pool.pattern[flights[0]]];
  const last = timetable.marketOf[pool.pattern[flights[flights.length - 1]]];
  return airportsKm(timetable, timetable.marketOrigin[first], timetable.marketDestination[last]);
}
