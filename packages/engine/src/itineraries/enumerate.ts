import type { Timetable } from "../timetable/timetable.ts";
import { offsetAtInstant } from "../timetable/utc-offsets.ts";
import { indexCircuity } from "./circuity.ts";
import {
  createFlightPool,
  type FillLimits,
  type FlightPool,
  fillBetween,
  fillDay,
  isFilled,
  resetFlightPool,
} from "./flight-pool.ts";
import {
  addItinerary,
  createItinerarySet,
  cutToCap,
  generalisedCost,
  type ItinerarySet,
  resetItinerarySet,
} from "./itinerary-set.ts";
import { type Connections, connectMarkets, layOutConnections, minimumBetween } from "./minimum-connection.ts";
import { createPathFinder, findPaths, type PathFinder } from "./paths.ts";
import { allowedSellers, isInWindow, type SliceQuestion } from "./slice-question.ts";

/** Longest layover, and the longest where a market would otherwise have no itinerary. */
const maxLayoverMinutes = 6 * 60;
const maxLayoverLastResortMinutes = 24 * 60;

/** Working memory of one enumeration at a time: reset, never rebuilt. */
export interface Enumeration {
  timetable: Timetable;
  pool: FlightPool;
  found: ItinerarySet;
  finder: PathFinder;
  connections: Connections;
  /** Instants between which onward flights leave each city; the city's are open while its stamp is the pool's generation. */
  onwardFrom: Int32Array;
  onwardUntil: Int32Array;
  onwardStamp: Uint32Array;
  longestBlockMinutes: number;
}

/**
 * Prepares to enumerate itineraries of a timetable.
 *
 * @throws RangeError where the timetable's own connection rules name what it does not have.
 */
export function createEnumeration(timetable: Timetable): Enumeration {
  const cities = timetable.cities.length;
  return {
    timetable,
    pool: createFlightPool(timetable),
    found: createItinerarySet(),
    finder: createPathFinder(timetable, indexCircuity(timetable)),
    connections: layOutConnections(timetable),
    onwardFrom: new Int32Array(cities),
    onwardUntil: new Int32Array(cities),
    onwardStamp: new Uint32Array(cities),
    longestBlockMinutes: timetable.blockMinutes.reduce((longest, block) => Math.max(longest, block), 0),
  };
}

/**
 * Finds every way of one slice with up to two stops, in `enumeration.found`, in no order.
 *
 * Connections obey the minimum times of their airports, layovers last six hours at most, no way bends beyond its limit of circuity or
 * passes a city twice, and every two carriers of a way connect. Where no way is left, layovers of a day are allowed.
 *
 * First the paths, which are sequences of markets and know nothing of time; then the flights of the markets that paths touch;
 * then, path by path, the flights that connect.
 */
export function enumerateItineraries(enumeration: Enumeration, question: SliceQuestion): ItinerarySet {
  const { finder, found, timetable } = enumeration;
  findPaths(finder, question);
  const sellers = allowedSellers(timetable, question);
  for (const layoverLimit of [maxLayoverMinutes, maxLayoverLastResortMinutes]) {
    resetFlightPool(enumeration.pool);
    resetItinerarySet(found);
    joinPaths({ ...enumeration, question, sellers, layoverLimit });
    if (found.count > 0) break;
  }
  return found;
}

/** Itineraries that one slice keeps for pricing. */
const pricedItineraries = 500;

/** Finds the ways of one slice that are worth pricing: all, or about the best 500 with the best few of every carrier. */
export function enumerateForPricing(enumeration: Enumeration, question: SliceQuestion): ItinerarySet {
  const found = enumerateItineraries(enumeration, question);
  const { carrier, carriers } = enumeration.timetable;
  const { pattern } = enumeration.pool;
  cutToCap(found, pricedItineraries, carriers.length, (flight) => carrier[pattern[flight]]);
  return found;
}

interface Scope extends Enumeration {
  question: SliceQuestion;
  /** 1 for each set of sellers that may fly, or null for all. */
  sellers: Uint8Array | null;
  layoverLimit: number;
}

function joinPaths(scope: Scope): void {
  const { finder, timetable, question, sellers, pool } = scope;
  const { paths } = finder;
  for (let path = 0; path < paths.count; path++) {
    const one = paths.first[path];
    if (isFilled(pool, one)) continue;
    fillDay(pool, timetable, one, question.day, question.departureWindow, sellers);
    if (paths.second[path] >= 0) openOnward(scope, one);
  }
  const last = lastLimits(scope);
  for (let path = 0; path < paths.count; path++) {
    const one = paths.first[path];
    const two = paths.second[path];
    const three = paths.third[path];
    if (pool.start[one] === pool.end[one]) continue;
    if (two < 0) {
      addNonstops(scope, one);
    } else if (three < 0) {
      fillBetween(pool, timetable, two, last);
      joinTwo(scope, one, two);
    } else {
      fillMiddle(scope, two);
      if (pool.start[two] === pool.end[two]) continue;
      fillBetween(pool, timetable, three, last);
      joinThree(scope, one, two, three);
    }
  }
}

/** Widens the time in which onward flights leave the city where a first market arrives. */
function openOnward(scope: Scope, first: number): void {
  const { timetable, pool, onwardFrom, onwardUntil, onwardStamp, layoverLimit } = scope;
  const city = timetable.airportCity[timetable.marketDestination[first]];
  for (let flight = pool.start[first]; flight < pool.end[first]; flight++) {
    const arrival = pool.arrival[flight];
    const isOpen = onwardStamp[city] === pool.generation;
    onwardFrom[city] = isOpen ? Math.min(onwardFrom[city], arrival) : arrival;
    onwardUntil[city] = isOpen ? Math.max(onwardUntil[city], arrival + layoverLimit) : arrival + layoverLimit;
    onwardStamp[city] = pool.generation;
  }
}

/** When a last flight can leave: after the first of the first flights has arrived, and before a middle one is too long ago. */
function lastLimits(scope: Scope): FillLimits {
  const { finder, timetable, pool, onwardFrom, onwardUntil } = scope;
  const { first, second, count } = finder.paths;
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (let path = 0; path < count; path++) {
    const one = first[path];
    if (second[path] < 0 || pool.start[one] === pool.end[one]) continue;
    const city = timetable.airportCity[timetable.marketDestination[one]];
    from = Math.min(from, onwardFrom[city]);
    until = Math.max(until, onwardUntil[city]);
  }
  const laterMinutes = scope.question.maxStops === 2 ? scope.longestBlockMinutes + scope.layoverLimit : 0;
  return { from, until: until + laterMinutes, window: null, sellers: scope.sellers };
}

function fillMiddle({ timetable, pool, onwardFrom, onwardUntil, sellers }: Scope, market: number): void {
  const city = timetable.airportCity[timetable.marketOrigin[market]];
  fillBetween(pool, timetable, market, { from: onwardFrom[city], until: onwardUntil[city], window: null, sellers });
}

function addNonstops(scope: Scope, market: number): void {
  const { pool } = scope;
  for (let flight = pool.start[market]; flight < pool.end[market]; flight++) addIfAsked(scope, flight, -1, -1);
}

function joinTwo(scope: Scope, one: number, two: number): void {
  const { timetable, pool, layoverLimit } = scope;
  const { connects } = timetable;
  const { pattern, sellers, departure, arrival } = pool;
  const sets = timetable.sellers.length;
  const connection = connectMarkets(timetable, scope.connections, one, two);
  const { leastMinutes, mostMinutes } = connection;
  const endOne = pool.end[one];
  const endTwo = pool.end[two];
  let fromOne = pool.start[one];
  for (let second = pool.start[two]; second < endTwo; second++) {
    const leaves = departure[second];
    while (fromOne < endOne && arrival[fromOne] < leaves - layoverLimit) fromOne++;
    const sellersTwo = sellers[second];
    for (let first = fromOne; first < endOne; first++) {
      const layover = leaves - arrival[first];
      if (layover < leastMinutes) break;
      if (connects[sellers[first] * sets + sellersTwo] === 0) continue;
      if (layover < mostMinutes && layover < minimumBetween(timetable, connection, pattern[first], pattern[second]))
        continue;
      addIfAsked(scope, first, second, -1);
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
  // First flights stand by arrival, the others by departure, and middle ones mostly arrive in the order they leave.
  let fromOne = pool.start[one];
  let fromThree = startThree;
  let arrivedBefore = 0;
  for (let second = pool.start[two]; second < endTwo; second++) {
    const leaves = departure[second];
    while (fromOne < endOne && arrival[fromOne] < leaves - layoverLimit) fromOne++;
    if (fromOne === endOne) return;
    if (arrival[fromOne] > leaves - toTwo.leastMinutes) continue;
    const signatureTwo = signature[second];
    if ((signatureTwo & signatureOne) === 0 || (signatureTwo & signatureThree) === 0) continue;
    const arrived = arrival[second];
    const earliest = arrived + toThree.leastMinutes;
    if (arrived < arrivedBefore) fromThree = startThree;
    arrivedBefore = arrived;
    while (fromThree < endThree && departure[fromThree] < earliest) fromThree++;
    if (fromThree === endThree || departure[fromThree] > arrived + layoverLimit) continue;
    const sellersTwo = sellers[second];
    const rowTwo = sellersTwo * sets;
    for (let first = fromOne; first < endOne; first++) {
      const layover = leaves - arrival[first];
      if (layover < toTwo.leastMinutes) break;
      if ((signature[first] & signatureTwo) === 0 || (signature[first] & signatureThree) === 0) continue;
      const row = sellers[first] * sets;
      if (connects[row + sellersTwo] === 0) continue;
      if (layover < toTwo.mostMinutes && layover < minimumBetween(timetable, toTwo, pattern[first], pattern[second]))
        continue;
      for (let third = fromThree; third < endThree; third++) {
        const layoverTwo = departure[third] - arrived;
        if (layoverTwo > layoverLimit) break;
        if (connects[rowTwo + sellers[third]] === 0 || connects[row + sellers[third]] === 0) continue;
        if (
          layoverTwo < toThree.mostMinutes &&
          layoverTwo < minimumBetween(timetable, toThree, pattern[second], pattern[third])
        )
          continue;
        addIfAsked(scope, first, second, third);
      }
    }
  }
}

/** Adds a way whose duration and arrival are as asked. */
function addIfAsked({ pool, question, timetable, found }: Scope, first: number, second: number, third: number): void {
  const last = third >= 0 ? third : second >= 0 ? second : first;
  const arrival = pool.arrival[last];
  const elapsed = arrival - pool.departure[first];
  if (question.maxDurationMinutes !== null && elapsed > question.maxDurationMinutes) return;
  if (question.arrivalWindow !== null) {
    const airport = timetable.marketDestination[timetable.marketOf[pool.pattern[last]]];
    const local = arrival + offsetAtInstant(timetable.offsets, timetable.airportZone[airport], arrival);
    if (!isInWindow(question.arrivalWindow, ((local % 1440) + 1440) % 1440)) return;
  }
  const stops = third >= 0 ? 2 : second >= 0 ? 1 : 0;
  addItinerary(found, first, second, third, generalisedCost(elapsed, stops));
}
