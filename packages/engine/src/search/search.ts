import { itineraryKg, typicalKg } from "../emissions/emissions.ts";
import { cabinOf } from "../fares/cabins.ts";
import type { Filing } from "../fares/filing.ts";
import { indexFilings } from "../fares/filing-index.ts";
import { createEnumeration, type Enumeration } from "../itineraries/enumerate.ts";
import { countryOfTrip, saleEndOf } from "../itineraries/sale-end.ts";
import { airportsKm, type Timetable } from "../timetable/timetable.ts";
import { type DirectionQuery, findCandidates, findSelfTransfers, type SearchDirection } from "./candidates.ts";
import type { FlightSearch, SearchedSlice } from "./flight-search.ts";
import type { FoundFlight } from "./found-flight.ts";
import { createChargeFacts } from "./journey-charges.ts";
import type { JourneyMeasures } from "./journey-measures.ts";
import { type Journey, oneWayJourneys, roundTripJourneys, selfTransferJourneys } from "./journeys.ts";
import { multiCityJourneys } from "./multi-city.ts";
import { type AwardedSlice, awardOffer, cashOffers, soldSlicesOf } from "./offers.ts";
import { applyPriceLimit } from "./price-limit.ts";
import { shortlist } from "./shortlist.ts";

export interface Searcher {
  /**
   * Runs a search: the same timetable and query always give the same flights, in the requested order. If there are more than `limit`,
   * returns those that a limit on merged answers could keep, which are a few more.
   *
   * Codes that the timetable lacks, and days outside of it, find nothing.
   */
  search(search: FlightSearch): FoundFlight[];
  /**
   * Runs a search in steps of about a millisecond, for threads that also handle events. Only one search of a searcher runs at a
   * time: end the steps of one before the next.
   */
  searchInSteps(search: FlightSearch): Generator<undefined, FoundFlight[]>;
}

/** Described flights per step. */
const flightsPerStep = 10;

/**
 * Creates a searcher with the working memory of one search at a time.
 *
 * @param options.filings fares of a table: they replace all generated filings of a carrier in a market and cabin.
 */
export function createSearcher(timetable: Timetable, options: { filings?: readonly Filing[] } = {}): Searcher {
  const facts = { ...createChargeFacts(timetable), filings: indexFilings(timetable, options.filings ?? []) };
  const outbound = createEnumeration(timetable);
  const inbound = createEnumeration(timetable);
  // Those of later slices are created by the first search that has so many.
  const enumerations = [outbound, inbound];
  const ticketEnumerations: Enumeration[] = [];

  function* findMultiCity(search: FlightSearch, slices: readonly SearchedSlice[]): Generator<undefined, Journey[]> {
    const directions: SearchDirection[] = [];
    for (const [at, { origin, destination, day }] of slices.entries()) {
      enumerations[at] ??= createEnumeration(timetable);
      const query = { origin, destination, day, startDay: slices[0].day, roundTrip: null };
      const direction = yield* findCandidates(enumerations[at], facts, search, query);
      if (direction.candidates.length === 0) return [];
      directions.push(direction);
    }
    return yield* multiCityJourneys(directions, search);
  }

  function* findJourneys(search: FlightSearch): Generator<undefined, Journey[]> {
    if (search.slices !== undefined) return yield* findMultiCity(search, search.slices);
    const { origin, destination, day, returnDay, latestLocalArrival } = search;
    const roundTrip = returnDay === null ? null : { outboundDay: day, inboundDay: returnDay };
    const there = {
      origin,
      destination,
      day,
      roundTrip,
      ...(latestLocalArrival !== undefined && { latestLocalArrival }),
    };
    const hasSelfTransfers = search.allowSelfTransfer === true && search.includeCash;
    const out = yield* findCandidates(outbound, facts, search, there);
    if (returnDay === null) {
      const journeys = oneWayJourneys(out);
      if (!hasSelfTransfers) return journeys;
      const tickets = yield* findTickets(0, there, search, lowestCents(journeys));
      return [...journeys, ...oneWayJourneys(tickets)];
    }
    if (out.candidates.length === 0 && !hasSelfTransfers) return [];
    const back = { origin: destination, destination: origin, day: returnDay, roundTrip };
    const home = yield* findCandidates(inbound, facts, search, back);
    const journeys = roundTripJourneys(out, home, search);
    if (!hasSelfTransfers) return journeys;
    const belowCents = lowestCents(
      search.priceLimit === undefined ? journeys : roundTripJourneys(out, home, withoutLimit(search)),
    );
    const outTickets = yield* findTickets(0, there, search, belowCents);
    const backTickets = yield* findTickets(1, back, search, belowCents);
    const pairs: [SearchDirection, SearchDirection][] = [
      [outTickets, home],
      [out, backTickets],
      [outTickets, backTickets],
    ];
    const { limit } = search;
    return [...journeys, ...pairs.flatMap(([one, other]) => selfTransferJourneys(one, other, { limit, belowCents }))];
  }

  function findTickets(at: 0 | 1, query: DirectionQuery, search: FlightSearch, belowCents: number) {
    ticketEnumerations[at] ??= createEnumeration(timetable);
    return findSelfTransfers(ticketEnumerations[at], facts, search, { query, belowCents });
  }

  function* searchInSteps(search: FlightSearch): Generator<undefined, FoundFlight[]> {
    const journeys = yield* findJourneys(search);
    yield;
    const kept = shortlist(
      journeys.map((journey) => applyPriceLimit(journey, search)).filter((journey) => isPayable(journey, search)),
      search,
    );
    const found: FoundFlight[] = [];
    for (const measures of kept) {
      if (found.length % flightsPerStep === 0) yield;
      found.push(describeJourney(timetable, measures, search));
    }
    return found;
  }

  return {
    searchInSteps,
    search(search) {
      const steps = searchInSteps(search);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      return step.value;
    },
  };
}

/** The search of the cheapest journey at any price. */
function withoutLimit({ priceLimit: _limit, ...search }: FlightSearch): FlightSearch {
  return { ...search, includeAward: false, sort: "price", limit: 1 };
}

/** Price of the cheapest journey; Infinity without one. */
function lowestCents(journeys: readonly Journey[]): number {
  return journeys.reduce((lowest, { partyCents }) => Math.min(lowest, partyCents), Number.POSITIVE_INFINITY);
}

function isPayable({ fares, exceedsLimit, awards }: Journey, { includeCash, includeAward }: FlightSearch): boolean {
  return (includeCash && fares !== null && exceedsLimit !== true) || (includeAward && awards.length > 0);
}

/** Cash brands in an answer if not all are requested. */
const shownBrands = 2;

function describeJourney(
  timetable: Timetable,
  { journey, charges, awards }: JourneyMeasures,
  search: FlightSearch,
): FoundFlight {
  const { slices } = journey;
  const sold = soldSlicesOf(journey);
  const brands = search.allOffers ? Number.POSITIVE_INFINITY : shownBrands;
  const isCashShown = search.includeCash && journey.exceedsLimit !== true;
  const cash = sold.length === 0 ? [] : cashOffers(sold, search, charges, isCashShown ? brands : 1);
  return {
    slices: slices.map(({ direction, candidate }) => direction.describeSlice(candidate.flights)),
    cash: isCashShown ? cash.filter((offer) => search.priceLimit?.allowsCash(offer) !== false) : [],
    award: awards.map(({ slices: sliceAwards }) => {
      const awarded = sliceAwards.map((award, i): AwardedSlice => ({ ...slices[i], award }));
      return awardOffer(awarded, search, charges);
    }),
    cheapestCash: cash[0] ?? null,
    ...emissionsOf(timetable, journey, search),
    saleEndsEpochMinutes: saleEndOf(
      slices[0].candidate.departure,
      countryOfTrip(slices.map(({ candidate }) => candidate)),
    ),
  };
}

function emissionsOf(timetable: Timetable, { slices }: Journey, search: FlightSearch) {
  const cabin = cabinOf(search.cabin);
  let kgCO2ePerTraveler = 0;
  let typical = 0;
  for (const { direction, candidate } of slices) {
    kgCO2ePerTraveler += itineraryKg(timetable, direction.enumeration.pool, candidate.flights, cabin);
    typical += typicalKg(kmOf(direction, candidate.flights), cabin);
  }
  return { kgCO2ePerTraveler, typicalKg: typical };
}

function kmOf({ enumeration: { timetable, pool } }: SearchDirection, flights: readonly number[]): number {
  const first = timetable.marketOf[pool.pattern[flights[0]]];
  const last = timetable.marketOf[pool.pattern[flights[flights.length - 1]]];
  return airportsKm(timetable, timetable.marketOrigin[first], timetable.marketDestination[last]);
}
