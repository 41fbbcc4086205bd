import type { EpochDay } from "../timetable/calendar.ts";
import { airportsKm, findMarket, type Timetable } from "../timetable/timetable.ts";
import { offsetAtInstant } from "../timetable/utc-offsets.ts";
import {
  circuityLimitKm,
  isDomestic,
  maxLayoverLastResortMinutes,
  maxLayoverMinutes,
  minimumConnectionMinutes,
} from "./connection-rules.ts";
import { createFlightPool, type FlightPool, fillMarket, firstFlightFrom, resetFlightPool } from "./flight-pool.ts";
import {
  addItinerary,
  createItinerarySet,
  generalisedCost,
  type ItinerarySet,
  resetItinerarySet,
  trimToCap,
} from "./itinerary-set.ts";

/** Minutes after local midnight, both ends included; a window whose end is before its start spans midnight. */
export interface LocalWindow {
  fromMinute: number;
  toMinute: number;
}

export interface SliceQuestion {
  /** Airports, by index. */
  origins: number[];
  destinations: number[];
  /** Local day of the first departure. */
  day: EpochDay;
  maxStops: 0 | 1 | 2;
  /** 1 for each marketing carrier that may fly, or null for all. */
  carriers: Uint8Array | null;
  departureWindow: LocalWindow | null;
  arrivalWindow: LocalWindow | null;
  maxDurationMinutes: number | null;
}

/** Working memory of one enumeration at a time: reset, never rebuilt. */
export interface Enumeration {
  timetable: Timetable;
  pool: FlightPool;
  found: ItinerarySet;
  /** Market that leads from an airport to the destination in hand, or −1. */
  marketToDestination: Int32Array;
  /** What the bound on a way through an airport must allow beyond the limit of circuity. */
  slackKm: number;
  /** Shortest block of each market. */
  leastBlock: Uint16Array;
  /** From an airport, or another of its city, to the destination in hand by one flight: least km and block; Infinity where none. */
  lastKm: Float64Array;
  lastBlock: Float64Array;
}

/** Itineraries that one slice keeps for pricing. */
const defaultCap = 500;

export function createEnumeration(timetable: Timetable, cap = defaultCap): Enumeration {
  return {
    timetable,
    pool: createFlightPool(timetable),
    found: createItinerarySet(cap),
    marketToDestination: new Int32Array(timetable.airports.length).fill(-1),
    slackKm: roundingKm + 2 * widestCityKm(timetable),
    leastBlock: leastBlocks(timetable),
    lastKm: new Float64Array(timetable.airports.length).fill(Number.POSITIVE_INFINITY),
    lastBlock: new Float64Array(timetable.airports.length).fill(Number.POSITIVE_INFINITY),
  };
}

function leastBlocks({ marketOf, marketOrigin, blockMinutes }: Timetable): Uint16Array {
  const least = new Uint16Array(marketOrigin.length).fill(0xffff);
  for (const [pattern, market] of marketOf.entries()) least[market] = Math.min(least[market]!, blockMinutes[pattern]!);
  return least;
}

/**
 * Finds the ways of one slice with up to two stops, in `enumeration.found`, in no order.
 *
 * Connections obey the minimum times, the layover and circuity limits of `connection-rules`; every two carriers of an
 * itinerary connect; none passes a city twice. Where no way has layovers of six hours at most, a day is allowed.
 */
export function enumerateItineraries(enumeration: Enumeration, question: SliceQuestion): ItinerarySet {
  resetFlightPool(enumeration.pool);
  for (const layoverLimit of [maxLayoverMinutes, maxLayoverLastResortMinutes]) {
    resetItinerarySet(enumeration.found);
    for (const destination of question.destinations) {
      markArrivals(enumeration, destination, true);
      for (const origin of question.origins)
        enumeratePair({ ...enumeration, question, layoverLimit }, origin, destination);
      markArrivals(enumeration, destination, false);
    }
    if (enumeration.found.count > 0) break;
  }
  trimToCap(enumeration.found);
  return enumeration.found;
}

interface Scope extends Enumeration {
  question: SliceQuestion;
  layoverLimit: number;
}

function markArrivals(enumeration: Enumeration, destination: number, on: boolean): void {
  const { timetable, marketToDestination, lastKm, lastBlock, leastBlock } = enumeration;
  for (let i = timetable.inFirst[destination]!; i < timetable.inFirst[destination + 1]!; i++) {
    const market = timetable.inMarkets[i]!;
    const origin = timetable.marketOrigin[market]!;
    marketToDestination[origin] = on ? market : -1;
    const city = timetable.airportCity[origin]!;
    for (let at = timetable.cityFirst[city]!; at < timetable.cityFirst[city + 1]!; at++) {
      const airport = timetable.cityAirports[at]!;
      lastKm[airport] = on ? Math.min(lastKm[airport]!, timetable.marketKm[market]!) : Number.POSITIVE_INFINITY;
      lastBlock[airport] = on ? Math.min(lastBlock[airport]!, leastBlock[market]!) : Number.POSITIVE_INFINITY;
    }
  }
}

function enumeratePair(scope: Scope, origin: number, destination: number): void {
  const { timetable, question } = scope;
  const { airportCity } = timetable;
  if (airportCity[origin] === airportCity[destination]) return;
  const direct = findMarket(timetable, origin, destination);
  if (direct >= 0) addNonstops(scope, direct);
  if (question.maxStops === 0) return;

  const limitKm = circuityLimitKm(airportsKm(timetable, origin, destination));
  const legs: (FirstLeg & { throughKm: number })[] = [];
  for (let market = timetable.outFirst[origin]!; market < timetable.outFirst[origin + 1]!; market++) {
    const via = timetable.marketDestination[market]!;
    if (airportCity[via] === airportCity[destination] || airportCity[via] === airportCity[origin]) continue;
    const flownKm = timetable.marketKm[market]!;
    const throughKm = flownKm + airportsKm(timetable, via, destination);
    if (throughKm <= limitKm + scope.slackKm)
      legs.push({ market, via, flownKm, throughKm, limitKm, origin, destination });
  }
  // The straightest first, and the ways of two stops last: by then the cap, if it bites, spares most of them.
  legs.sort((a, b) => a.throughKm - b.throughKm);
  for (const leg of legs) connectOnce(scope, leg);
  trimToCap(scope.found);
  if (question.maxStops === 2) for (const leg of legs) connectTwice(scope, leg);
}

/** Markets know their length in whole km: a bound from exact distances leaves room for what rounding took. */
const roundingKm = 2;

/** Farthest that two airports of one city lie apart: what a change of airport may bring a way nearer without flying. */
function widestCityKm(timetable: Timetable): number {
  let widest = 0;
  for (let city = 0; city < timetable.cities.length; city++) {
    const airports = timetable.cityAirports.subarray(timetable.cityFirst[city], timetable.cityFirst[city + 1]);
    for (const a of airports) for (const b of airports) widest = Math.max(widest, airportsKm(timetable, a, b));
  }
  return widest;
}

interface FirstLeg {
  market: number;
  via: number;
  flownKm: number;
  limitKm: number;
  origin: number;
  destination: number;
}

/** Joins a first market with every onward one, from its airport and the others of that city. */
function connectOnce(scope: Scope, leg: FirstLeg): void {
  const { timetable, marketToDestination } = scope;
  const city = timetable.airportCity[leg.via]!;
  for (let i = timetable.cityFirst[city]!; i < timetable.cityFirst[city + 1]!; i++) {
    const last = marketToDestination[timetable.cityAirports[i]!]!;
    if (last >= 0 && leg.flownKm + timetable.marketKm[last]! <= leg.limitKm) joinTwo(scope, leg.market, last);
  }
}

/** Extends a first market over a second one to every airport that a last market leaves. */
function connectTwice(scope: Scope, leg: FirstLeg): void {
  const { timetable, lastKm, lastBlock, leastBlock, found } = scope;
  const { airportCity, marketKm, marketDestination } = timetable;
  const firstBlock = leastBlock[leg.market]! + 2 * leastLayoverMinutes;
  const viaCity = airportCity[leg.via]!;
  for (let i = timetable.cityFirst[viaCity]!; i < timetable.cityFirst[viaCity + 1]!; i++) {
    const from = timetable.cityAirports[i]!;
    for (let middle = timetable.outFirst[from]!; middle < timetable.outFirst[from + 1]!; middle++) {
      const next = marketDestination[middle]!;
      if (leg.flownKm + marketKm[middle]! + lastKm[next]! > leg.limitKm) continue;
      const leastMinutes = firstBlock + leastBlock[middle]! + lastBlock[next]!;
      if (generalisedCost(leastMinutes, 2) >= found.costLimit) continue;
      const city = airportCity[next]!;
      if (city === viaCity || city === airportCity[leg.origin] || city === airportCity[leg.destination]) continue;
      connectLast(scope, leg, middle, city);
    }
  }
}

function connectLast(scope: Scope, leg: FirstLeg, middle: number, city: number): void {
  const { timetable, marketToDestination } = scope;
  const flownKm = leg.flownKm + timetable.marketKm[middle]!;
  for (let i = timetable.cityFirst[city]!; i < timetable.cityFirst[city + 1]!; i++) {
    const last = marketToDestination[timetable.cityAirports[i]!]!;
    if (last >= 0 && flownKm + timetable.marketKm[last]! <= leg.limitKm) joinThree(scope, leg.market, middle, last);
  }
}

/** No connection is shorter: with the shortest blocks, a bound that saves making the flights. */
const leastLayoverMinutes = 30;

function addNonstops(scope: Scope, market: number): void {
  fillFirst(scope, market);
  const { pool } = scope;
  for (let flight = pool.start[market]!; flight < pool.end[market]!; flight++) {
    if (leavesAsAsked(scope, flight)) addIfArrivesAsAsked(scope, flight, -1, -1);
  }
}

function joinTwo(scope: Scope, one: number, two: number): void {
  const leastMinutes = scope.leastBlock[one]! + leastLayoverMinutes + scope.leastBlock[two]!;
  if (generalisedCost(leastMinutes, 1) >= scope.found.costLimit) return;
  fillFirst(scope, one);
  fill(scope, two);
  const { pool } = scope;
  const minimum = minimumBetween(scope.timetable, one, two);
  for (let first = pool.start[one]!; first < pool.end[one]!; first++) {
    if (!leavesAsAsked(scope, first)) continue;
    const latest = pool.arrival[first]! + scope.layoverLimit;
    for (let second = firstFlightFrom(pool, two, pool.arrival[first]! + minimum); second < pool.end[two]!; second++) {
      if (pool.departure[second]! > latest) break;
      if (connects(scope, first, second)) addIfArrivesAsAsked(scope, first, second, -1);
    }
  }
}

function joinThree(scope: Scope, one: number, two: number, three: number): void {
  fillFirst(scope, one);
  fill(scope, two);
  fill(scope, three);
  const { pool, found, leastBlock } = scope;
  const minimumOne = minimumBetween(scope.timetable, one, two);
  const minimumTwo = minimumBetween(scope.timetable, two, three);
  for (let first = pool.start[one]!; first < pool.end[one]!; first++) {
    if (!leavesAsAsked(scope, first)) continue;
    const latestSecond = pool.arrival[first]! + scope.layoverLimit;
    for (
      let second = firstFlightFrom(pool, two, pool.arrival[first]! + minimumOne);
      second < pool.end[two]!;
      second++
    ) {
      if (pool.departure[second]! > latestSecond) break;
      if (!connects(scope, first, second)) continue;
      const leastMinutes = pool.arrival[second]! - pool.departure[first]! + minimumTwo + leastBlock[three]!;
      if (generalisedCost(leastMinutes, 2) >= found.costLimit) continue;
      const latestThird = pool.arrival[second]! + scope.layoverLimit;
      for (
        let third = firstFlightFrom(pool, three, pool.arrival[second]! + minimumTwo);
        third < pool.end[three]!;
        third++
      ) {
        if (pool.departure[third]! > latestThird) break;
        if (connects(scope, second, third) && connects(scope, first, third)) {
          addIfArrivesAsAsked(scope, first, second, third);
        }
      }
    }
  }
}

/** Onward flights leave between the day before, over the date line, and two days after the first departure. */
function fill({ pool, timetable, question }: Scope, market: number): void {
  const { day, carriers } = question;
  fillMarket(pool, timetable, market, { firstDay: day - 1, lastDay: day + 2, carriers });
}

/** First flights leave on the day itself; no way comes through the city it starts in, so nothing else needs their market. */
function fillFirst({ pool, timetable, question }: Scope, market: number): void {
  const { day, carriers } = question;
  fillMarket(pool, timetable, market, { firstDay: day, lastDay: day, carriers });
}

/** Shortest connection from a flight of one market to a flight of another. */
export function minimumBetween(timetable: Timetable, arriving: number, leaving: number): number {
  return minimumConnectionMinutes(
    timetable.marketDestination[arriving]!,
    timetable.marketOrigin[leaving]!,
    isDomestic(timetable, arriving),
    isDomestic(timetable, leaving),
  );
}

function connects({ timetable, pool }: Scope, first: number, second: number): boolean {
  const from = timetable.carrier[pool.pattern[first]!]!;
  const to = timetable.carrier[pool.pattern[second]!]!;
  return timetable.connects[from * timetable.carriers.length + to] === 1;
}

function leavesAsAsked({ timetable, pool, question }: Scope, flight: number): boolean {
  const window = question.departureWindow;
  return window === null || isInWindow(window, timetable.departureMinute[pool.pattern[flight]!]!);
}

function addIfArrivesAsAsked(scope: Scope, first: number, second: number, third: number): void {
  const { pool, question, timetable, found } = scope;
  const last = third >= 0 ? third : second >= 0 ? second : first;
  const arrival = pool.arrival[last]!;
  const elapsed = arrival - pool.departure[first]!;
  if (question.maxDurationMinutes !== null && elapsed > question.maxDurationMinutes) return;
  if (question.arrivalWindow !== null) {
    const airport = timetable.marketDestination[timetable.marketOf[pool.pattern[last]!]!]!;
    const local = arrival + offsetAtInstant(timetable.offsets, timetable.airportZone[airport]!, arrival);
    if (!isInWindow(question.arrivalWindow, ((local % 1440) + 1440) % 1440)) return;
  }
  const stops = third >= 0 ? 2 : second >= 0 ? 1 : 0;
  addItinerary(found, first, second, third, generalisedCost(elapsed, stops));
}

function isInWindow({ fromMinute, toMinute }: LocalWindow, minute: number): boolean {
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute <= toMinute
    : minute >= fromMinute || minute <= toMinute;
}
