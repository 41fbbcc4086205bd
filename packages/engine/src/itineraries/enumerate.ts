import { related, unconnected } from "../timetable/sellers.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { offsetAtInstant } from "../timetable/utc-offsets.ts";
import { type CabinCondition, cabinConditionOf, meetsCondition } from "./cabin-match.ts";
import { type Cabotage, findCabotage, mayCarry } from "./cabotage.ts";
import { indexCircuity } from "./circuity.ts";
import {
  createFlightPool,
  type FillLimits,
  type FlightPool,
  fillBetween,
  fillDay,
  isFilled,
  refillFlightPool,
  resetFlightPool,
} from "./flight-pool.ts";
import {
  addItinerary,
  createItinerarySet,
  cutToCap,
  generalizedCost,
  type ItinerarySet,
  resetItinerarySet,
} from "./itinerary-set.ts";
import {
  type Connections,
  connectMarkets,
  createConnections,
  type MarketConnection,
  minimumBetween,
  minimumOfUnrelated,
} from "./minimum-connection.ts";
import { createPathFinder, findPaths, type PathFinder } from "./paths.ts";
import { allowedSellers, isInWindow, type LayoverQuery, type SliceQuery } from "./slice-query.ts";

/** Maximum layover, and the maximum in markets that would otherwise have no itinerary. */
const maxLayoverMinutes = 6 * 60;
const maxLayoverLastResortMinutes = 24 * 60;

/** Working memory of one enumeration at a time: reset, never rebuilt. */
export interface Enumeration {
  timetable: Timetable;
  pool: FlightPool;
  found: ItinerarySet;
  finder: PathFinder;
  connections: Connections;
  /** Instants between which onward flights leave each city; valid while the city's stamp equals the pool's generation. */
  onwardFrom: Int32Array;
  onwardTo: Int32Array;
  onwardStamp: Uint32Array;
  longestBlockMinutes: number;
}

/**
 * Prepares to enumerate itineraries of a timetable.
 *
 * @throws RangeError if the timetable's connection rules name something that it lacks.
 */
export function createEnumeration(timetable: Timetable): Enumeration {
  const cities = timetable.cities.length;
  return {
    timetable,
    pool: createFlightPool(timetable),
    found: createItinerarySet(),
    finder: createPathFinder(timetable, indexCircuity(timetable)),
    connections: createConnections(timetable),
    onwardFrom: new Int32Array(cities),
    onwardTo: new Int32Array(cities),
    onwardStamp: new Uint32Array(cities),
    longestBlockMinutes: timetable.blockMinutes.reduce((longest, block) => Math.max(longest, block), 0),
  };
}

/**
 * Finds every itinerary of one slice with up to two stops, in `enumeration.found`, in no order.
 *
 * Connections respect the minimum times of their airports, layovers last at most six hours, no itinerary exceeds its circuity limit or
 * visits a city twice, every two carriers of an itinerary connect, its flights have the requested cabin as far as the query demands, and
 * those of an itinerary within one country are flown and sold by carriers with the right to do so. If there is no itinerary, layovers of up to a day
 * are allowed.
 *
 * Finds paths first, which are sequences of markets without times; then the flights of the markets on these paths; then, path by path, the
 * flights that connect.
 */
export function enumerateItineraries(enumeration: Enumeration, query: SliceQuery): ItinerarySet {
  startItineraries(enumeration);
  addItineraries(enumeration, query);
  return enumeration.found;
}

/** Removes all itineraries and flights. */
export function startItineraries({ pool, found }: Enumeration): void {
  resetFlightPool(pool);
  resetItinerarySet(found);
}

/**
 * Adds the itineraries of a slice to those that were found since the last start, as `enumerateItineraries` finds them alone. For slices that
 * have no airports in common on one side.
 */
export function addItineraries(enumeration: Enumeration, query: SliceQuery): void {
  findPaths(enumeration.finder, query);
  joinFlights(enumeration, query);
}

/** Way to join the flights of two markets of a path. */
interface Joining {
  joinTwo: (scope: Scope, one: number, two: number) => void;
  /** Maximum layovers: the first one, and the next ones in markets without an itinerary. */
  layoverLimits: readonly number[];
  /** True if each flight is on a separate ticket: none carries the passengers of the whole itinerary. */
  isOfSeparateTickets?: boolean;
}

const onOneTicket: Joining = { joinTwo, layoverLimits: [maxLayoverMinutes, maxLayoverLastResortMinutes] };

/** Adds the itineraries on the paths of the last search for paths. */
export function joinFlights(
  enumeration: Enumeration,
  query: SliceQuery,
  { joinTwo: join, layoverLimits, isOfSeparateTickets = false }: Joining = onOneTicket,
): void {
  const { found, timetable } = enumeration;
  const sellers = allowedSellers(timetable, query);
  const cabins = cabinConditionOf(timetable, query.cabin);
  const before = found.count;
  for (const layoverLimit of layoverLimits) {
    refillFlightPool(enumeration.pool);
    joinPaths({
      ...enumeration,
      query,
      sellers,
      cabins,
      layoverLimit,
      joinTwo: join,
      isOfSeparateTickets,
      cabotage: null,
    });
    if (found.count > before) break;
  }
}

/** Maximum number of itineraries per slice that are priced: between two places, and between lists of places. */
const pricedItineraries = 500;
const pricedBetweenLists = 2000;

/** Finds the itineraries of one slice that are worth pricing: all, or about the best 500 and the best few of every carrier. */
export function enumerateForPricing(enumeration: Enumeration, query: SliceQuery): ItinerarySet {
  enumerateItineraries(enumeration, query);
  return cutForPricing(enumeration);
}

/** As `enumerateForPricing` for the places and stops of the last query, whose paths are used again: they do not depend on the day. */
export function enumerateOtherDay(enumeration: Enumeration, query: SliceQuery): ItinerarySet {
  startItineraries(enumeration);
  joinFlights(enumeration, query);
  return cutForPricing(enumeration);
}

/** Reduces the itineraries found to those that are worth pricing. @param pairs number of pairs of places between which they were found */
export function cutForPricing(enumeration: Enumeration, pairs = 1): ItinerarySet {
  const { found } = enumeration;
  const { carrier, carriers } = enumeration.timetable;
  const { pattern } = enumeration.pool;
  const cap = Math.min(pairs * pricedItineraries, pricedBetweenLists);
  cutToCap(found, cap, carriers.length, (flight) => carrier[pattern[flight]]);
  return found;
}

/** One pass over the paths of an enumeration. */
export interface Scope extends Enumeration {
  joinTwo: Joining["joinTwo"];
  query: SliceQuery;
  /** 1 for each set of sellers that is allowed, or null for all. */
  sellers: Uint8Array | null;
  /** Null if the cabins of the flights do not matter. */
  cabins: CabinCondition | null;
  layoverLimit: number;
  isOfSeparateTickets: boolean;
  /** Rule of the path whose flights are joined, which changes from path to path; null if it is not within one country. */
  cabotage: Cabotage | null;
}

function joinPaths(scope: Scope): void {
  const { finder, timetable, query, sellers, pool } = scope;
  const { paths } = finder;
  for (let path = 0; path < paths.count; path++) {
    const one = paths.first[path];
    if (isFilled(pool, one)) continue;
    fillDay(pool, timetable, one, query.day, query.departureWindow, sellers);
    if (paths.second[path] >= 0) extendOnward(scope, one);
  }
  const last = lastLimits(scope);
  for (let path = 0; path < paths.count; path++) {
    const one = paths.first[path];
    const two = paths.second[path];
    const three = paths.third[path];
    if (pool.start[one] === pool.end[one]) continue;
    scope.cabotage = cabotageOf(scope, one, three >= 0 ? three : two >= 0 ? two : one);
    if (two < 0) {
      addNonstops(scope, one);
    } else if (three < 0) {
      fillBetween(pool, timetable, two, last);
      scope.joinTwo(scope, one, two);
    } else {
      fillMiddle(scope, two);
      if (pool.start[two] === pool.end[two]) continue;
      fillBetween(pool, timetable, three, last);
      joinThree(scope, one, two, three);
    }
  }
}

/** Returns the rule for the itineraries of a path; null if each flight is on a separate ticket. */
function cabotageOf({ timetable, isOfSeparateTickets }: Scope, first: number, last: number): Cabotage | null {
  if (isOfSeparateTickets) return null;
  return findCabotage(timetable, timetable.marketOrigin[first], timetable.marketDestination[last]);
}

/** Extends the time window of onward flights from the city where a first market arrives. */
function extendOnward(scope: Scope, first: number): void {
  const { timetable, pool, onwardFrom, onwardTo, onwardStamp, layoverLimit } = scope;
  const city = timetable.airportCity[timetable.marketDestination[first]];
  for (let flight = pool.start[first]; flight < pool.end[first]; flight++) {
    const arrival = pool.arrival[flight];
    const isOpen = onwardStamp[city] === pool.generation;
    onwardFrom[city] = isOpen ? Math.min(onwardFrom[city], arrival) : arrival;
    onwardTo[city] = isOpen ? Math.max(onwardTo[city], arrival + layoverLimit) : arrival + layoverLimit;
    onwardStamp[city] = pool.generation;
  }
}

/** Window of last flights: after the earliest arrival of a first flight, and within the maximum layover of a middle one. */
function lastLimits(scope: Scope): FillLimits {
  const { finder, timetable, pool, onwardFrom, onwardTo } = scope;
  const { first, second, count } = finder.paths;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (let path = 0; path < count; path++) {
    const one = first[path];
    if (second[path] < 0 || pool.start[one] === pool.end[one]) continue;
    const city = timetable.airportCity[timetable.marketDestination[one]];
    from = Math.min(from, onwardFrom[city]);
    to = Math.max(to, onwardTo[city]);
  }
  const laterMinutes = scope.query.maxStops === 2 ? scope.longestBlockMinutes + scope.layoverLimit : 0;
  return { from, to: to + laterMinutes, window: null, sellers: scope.sellers };
}

function fillMiddle({ timetable, pool, onwardFrom, onwardTo, sellers }: Scope, market: number): void {
  const city = timetable.airportCity[timetable.marketOrigin[market]];
  fillBetween(pool, timetable, market, { from: onwardFrom[city], to: onwardTo[city], window: null, sellers });
}

function addNonstops(scope: Scope, market: number): void {
  const { pool } = scope;
  for (let flight = pool.start[market]; flight < pool.end[market]; flight++) addIfMatching(scope, flight, -1, -1);
}

function joinTwo(scope: Scope, one: number, two: number): void {
  const { timetable, pool, layoverLimit } = scope;
  const { connects } = timetable;
  const { pattern, sellers, departure, arrival } = pool;
  const sets = timetable.sellers.length;
  const connection = connectMarkets(timetable, scope.connections, one, two);
  const { minMinutes } = connection;
  const endOne = pool.end[one];
  const endTwo = pool.end[two];
  let fromOne = pool.start[one];
  for (let second = pool.start[two]; second < endTwo; second++) {
    const leaves = departure[second];
    while (fromOne < endOne && arrival[fromOne] < leaves - layoverLimit) fromOne++;
    const sellersTwo = sellers[second];
    for (let first = fromOne; first < endOne; first++) {
      const layover = leaves - arrival[first];
      if (layover < minMinutes) break;
      const level = connects[sellers[first] * sets + sellersTwo];
      if (level === unconnected) continue;
      if (
        layover < longestMinimum(connection, level) &&
        layover < minimumAt(level)(timetable, connection, pattern[first], pattern[second])
      )
        continue;
      addIfMatching(scope, first, second, -1);
    }
  }
}

function joinThree(scope: Scope, one: number, two: number, three: number): void {
  const { timetable, pool, layoverLimit } = scope;
  const { connects, marketSignature } = timetable;
  const { pattern, sellers, signature, departure, arrival } = pool;
  const sets = timetable.sellers.length;
  const toTwo = connectMarkets(timetable, scope.connections, one, two);
  const toThree = connectMarkets(timetable, scope.connections, two, three);
  const signatureOne = marketSignature[one];
  const signatureThree = marketSignature[three];
  const endOne = pool.end[one];
  const endTwo = pool.end[two];
  const startThree = pool.start[three];
  const endThree = pool.end[three];
  if (startThree === endThree) return;
  // First flights are sorted by arrival, the others by departure, and middle flights mostly arrive in order of departure.
  let fromOne = pool.start[one];
  let fromThree = startThree;
  let arrivedBefore = 0;
  for (let second = pool.start[two]; second < endTwo; second++) {
    const leaves = departure[second];
    while (fromOne < endOne && arrival[fromOne] < leaves - layoverLimit) fromOne++;
    if (fromOne === endOne) return;
    if (arrival[fromOne] > leaves - toTwo.minMinutes) continue;
    const signatureTwo = signature[second];
    if ((signatureTwo & signatureOne) === 0 || (signatureTwo & signatureThree) === 0) continue;
    const arrived = arrival[second];
    const earliest = arrived + toThree.minMinutes;
    if (arrived < arrivedBefore) fromThree = startThree;
    arrivedBefore = arrived;
    while (fromThree < endThree && departure[fromThree] < earliest) fromThree++;
    if (fromThree === endThree || departure[fromThree] > arrived + layoverLimit) continue;
    const sellersTwo = sellers[second];
    const rowTwo = sellersTwo * sets;
    for (let first = fromOne; first < endOne; first++) {
      const layover = leaves - arrival[first];
      if (layover < toTwo.minMinutes) break;
      if ((signature[first] & signatureTwo) === 0 || (signature[first] & signatureThree) === 0) continue;
      const row = sellers[first] * sets;
      const level = connects[row + sellersTwo];
      if (level === unconnected) continue;
      if (
        layover < longestMinimum(toTwo, level) &&
        layover < minimumAt(level)(timetable, toTwo, pattern[first], pattern[second])
      )
        continue;
      for (let third = fromThree; third < endThree; third++) {
        const layoverTwo = departure[third] - arrived;
        if (layoverTwo > layoverLimit) break;
        const levelThree = connects[rowTwo + sellers[third]];
        if (levelThree === unconnected || connects[row + sellers[third]] === unconnected) continue;
        if (
          layoverTwo < longestMinimum(toThree, levelThree) &&
          layoverTwo < minimumAt(levelThree)(timetable, toThree, pattern[second], pattern[third])
        )
          continue;
        addIfMatching(scope, first, second, third);
      }
    }
  }
}

/** Minutes that no connection of a level needs more of. */
function longestMinimum({ maxMinutes, maxInterlineMinutes }: MarketConnection, level: number): number {
  return level === related ? maxMinutes : maxInterlineMinutes;
}

function minimumAt(level: number): typeof minimumBetween {
  return level === related ? minimumBetween : minimumOfUnrelated;
}

/** True if the connection of two flights meets the conditions on layovers. */
function meetsLayover({ pool, timetable }: Scope, query: LayoverQuery, arriving: number, leaving: number): boolean {
  const minutes = pool.departure[leaving] - pool.arrival[arriving];
  if (minutes < query.minMinutes || minutes > query.maxMinutes) return false;
  const { marketOf, marketDestination, marketOrigin } = timetable;
  const from = marketDestination[marketOf[pool.pattern[arriving]]];
  const to = marketOrigin[marketOf[pool.pattern[leaving]]];
  return query.airports[from] === 1 && query.airports[to] === 1;
}

/** True unless an itinerary is within one country and one of its flights may not carry its passengers. */
function mayCarryAll(scope: Scope, first: number, second: number, third: number): boolean {
  const { cabotage, pool, timetable, query } = scope;
  if (cabotage === null) return true;
  const { pattern } = pool;
  if (!mayCarry(timetable, cabotage, pattern[first], query.carriers)) return false;
  if (second >= 0 && !mayCarry(timetable, cabotage, pattern[second], query.carriers)) return false;
  return third < 0 || mayCarry(timetable, cabotage, pattern[third], query.carriers);
}

/** Adds an itinerary if its cabins, layovers, duration and arrival match the query, and its operators may carry its passengers. */
export function addIfMatching(scope: Scope, first: number, second: number, third: number): void {
  const { pool, query, timetable, found, cabins } = scope;
  if (!mayCarryAll(scope, first, second, third)) return;
  if (cabins !== null && !meetsCondition(cabins, scope, first, second, third)) return;
  const { layovers } = query;
  if (layovers !== null) {
    if (second >= 0 && !meetsLayover(scope, layovers, first, second)) return;
    if (third >= 0 && !meetsLayover(scope, layovers, second, third)) return;
  }
  const last = third >= 0 ? third : second >= 0 ? second : first;
  const arrival = pool.arrival[last];
  const elapsed = arrival - pool.departure[first];
  if (query.maxDurationMinutes !== null && elapsed > query.maxDurationMinutes) return;
  const { arrivalWindow, latestLocalArrival } = query;
  if (arrivalWindow !== null || latestLocalArrival !== null) {
    const airport = timetable.marketDestination[timetable.marketOf[pool.pattern[last]]];
    const local = arrival + offsetAtInstant(timetable.offsets, timetable.airportZone[airport], arrival);
    if (latestLocalArrival !== null && local > latestLocalArrival) return;
    if (arrivalWindow !== null && !isInWindow(arrivalWindow, ((local % 1440) + 1440) % 1440)) return;
  }
  const stops = third >= 0 ? 2 : second >= 0 ? 1 : 0;
  addItinerary(found, first, second, third, generalizedCost(elapsed, stops));
}
