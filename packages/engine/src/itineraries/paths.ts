import { earthRadiusKm } from "../geography/great-circle.ts";
import { unconnected } from "../timetable/sellers.ts";
import { airportsKm, type Timetable } from "../timetable/timetable.ts";
import { type CircuityFactors, circuityLimitKm } from "./circuity.ts";
import { grown } from "./flight-pool.ts";

/**
 * Sequences of one to three markets that lead from the origins to the destinations of a query, independent of flights and times: rows of
 * markets, −1 for none. Every sequence respects circuity, visits no city twice, and has sellers that connect: for one stop by signature,
 * for two exactly.
 */
interface Paths {
  count: number;
  first: Int32Array;
  second: Int32Array;
  third: Int32Array;
}

/** Working memory of one path search at a time. */
export interface PathFinder {
  timetable: Timetable;
  circuity: CircuityFactors;
  paths: Paths;
  /** Unit vectors of the airports: a distance is a dot product and an arc cosine. */
  unit: Float64Array;
  /** Origin and length of each of `inMarkets`, parallel to it. */
  inOrigin: Uint16Array;
  inKm: Uint16Array;
  /** Tolerance beyond the circuity limit for bounds from exact distances. */
  slackKm: number;
  into: AirportMarkets;
  outOf: AirportMarkets;
  legs: Int32Array;
}

/** Markets between one airport and all others. */
interface AirportMarkets {
  /** By the other airport: the market, or −1. */
  market: Int32Array;
  /** By the other airport: minimum length of a market from it or another airport of its city; `unreachableKm` if there is none. */
  minKm: Int32Array;
}

const unreachableKm = 1 << 28;
/** Markets store their length in whole km: bounds from exact distances allow for rounding. */
const roundingKm = 2;
const initialPaths = 1 << 10;

export function createPathFinder(timetable: Timetable, circuity: CircuityFactors): PathFinder {
  const airports = timetable.airports.length;
  return {
    timetable,
    circuity,
    paths: {
      count: 0,
      first: new Int32Array(initialPaths),
      second: new Int32Array(initialPaths),
      third: new Int32Array(initialPaths),
    },
    unit: unitVectors(timetable),
    inOrigin: Uint16Array.from(timetable.inMarkets, (market) => timetable.marketOrigin[market]),
    inKm: Uint16Array.from(timetable.inMarkets, (market) => timetable.marketKm[market]),
    slackKm: roundingKm + 2 * widestCityKm(timetable),
    into: createAirportMarkets(airports),
    outOf: createAirportMarkets(airports),
    legs: new Int32Array(timetable.airports.length),
  };
}

function createAirportMarkets(airports: number): AirportMarkets {
  return { market: new Int32Array(airports).fill(-1), minKm: new Int32Array(airports).fill(unreachableKm) };
}

function unitVectors({ airports, airportLatitude, airportLongitude }: Timetable): Float64Array {
  const unit = new Float64Array(3 * airports.length);
  for (let airport = 0; airport < airports.length; airport++) {
    const latitude = (airportLatitude[airport] * Math.PI) / 180;
    const longitude = (airportLongitude[airport] * Math.PI) / 180;
    unit[3 * airport] = Math.cos(latitude) * Math.cos(longitude);
    unit[3 * airport + 1] = Math.cos(latitude) * Math.sin(longitude);
    unit[3 * airport + 2] = Math.sin(latitude);
  }
  return unit;
}

/** Maximum distance between two airports of one city: an airport change can bring an itinerary closer by this much without flying. */
function widestCityKm(timetable: Timetable): number {
  let widest = 0;
  for (let city = 0; city < timetable.cities.length; city++) {
    const airports = timetable.cityAirports.subarray(timetable.cityFirst[city], timetable.cityFirst[city + 1]);
    for (const a of airports) for (const b of airports) widest = Math.max(widest, airportsKm(timetable, a, b));
  }
  return widest;
}

function unitKm(unit: Float64Array, a: number, b: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const cosine = unit[i] * unit[j] + unit[i + 1] * unit[j + 1] + unit[i + 2] * unit[j + 2];
  return cosine >= 1 ? 0 : earthRadiusKm * Math.acos(cosine);
}

/** Paths to find. */
interface PathQuery {
  origins: number[];
  destinations: number[];
  maxStops: 0 | 1 | 2;
  /** True for paths of two markets alone, whose sellers need not connect. */
  ofSeparateTickets?: boolean;
}

/** Finds every path, in `finder.paths`: those of a pair of airports together, fewest stops first. */
export function findPaths(
  finder: PathFinder,
  { origins, destinations, maxStops, ofSeparateTickets = false }: PathQuery,
): void {
  const { timetable, into } = finder;
  finder.paths.count = 0;
  for (const destination of destinations) {
    markInto(finder, destination, true);
    for (const origin of origins) {
      if (timetable.airportCity[origin] === timetable.airportCity[destination]) continue;
      const direct = into.market[origin];
      if (direct >= 0 && !ofSeparateTickets) addPath(finder.paths, direct, -1, -1);
      if (maxStops > 0) findConnections(finder, { origin, destination, maxStops, ofSeparateTickets });
    }
    markInto(finder, destination, false);
  }
}

function addPath(paths: Paths, first: number, second: number, third: number): void {
  if (paths.count === paths.first.length) {
    const size = 2 * paths.count;
    paths.first = grown(paths.first, size);
    paths.second = grown(paths.second, size);
    paths.third = grown(paths.third, size);
  }
  const at = paths.count++;
  paths.first[at] = first;
  paths.second[at] = second;
  paths.third[at] = third;
}

function findConnections(
  finder: PathFinder,
  {
    origin,
    destination,
    maxStops,
    ofSeparateTickets,
  }: { origin: number; destination: number; maxStops: number; ofSeparateTickets: boolean },
): void {
  const { timetable, circuity, unit, slackKm, legs } = finder;
  const { outFirst, inFirst, marketDestination, marketKm, airportCity } = timetable;
  const limitKm = circuityLimitKm(timetable, circuity, origin, destination);
  const pair = { origin, destination, limitKm, ofSeparateTickets };
  let legCount = 0;
  let onward = 0;
  for (let market = outFirst[origin]; market < outFirst[origin + 1]; market++) {
    const via = marketDestination[market];
    if (airportCity[via] === airportCity[destination] || airportCity[via] === airportCity[origin]) continue;
    if (marketKm[market] + unitKm(unit, via, destination) > limitKm + slackKm) continue;
    legs[legCount++] = market;
    onward += outFirst[via + 1] - outFirst[via];
    connectOnce(finder, pair, market, via);
  }
  if (maxStops < 2 || ofSeparateTickets) return;
  let lastCount = 0;
  let inward = 0;
  for (let i = inFirst[destination]; i < inFirst[destination + 1]; i++) {
    const via = finder.inOrigin[i];
    if (airportCity[via] === airportCity[destination] || airportCity[via] === airportCity[origin]) continue;
    if (finder.inKm[i] + unitKm(unit, origin, via) > limitKm + slackKm) continue;
    lastCount++;
    inward += inFirst[via + 1] - inFirst[via];
  }
  // The middle market is looked up from the end with fewer markets: from a small airport, not from a hub.
  if (legCount === 0 || lastCount === 0) return;
  if (onward <= inward) for (let leg = 0; leg < legCount; leg++) connectTwiceForward(finder, pair, legs[leg]);
  else connectTwiceBackward(finder, pair);
}

interface Pair {
  origin: number;
  destination: number;
  limitKm: number;
  ofSeparateTickets: boolean;
}

/** Joins a first market with every last one, from its airport and the others of that city. */
function connectOnce(
  { timetable, into, paths }: PathFinder,
  { limitKm, ofSeparateTickets }: Pair,
  first: number,
  via: number,
): void {
  const { cityFirst, cityAirports, airportCity, marketKm, marketSignature } = timetable;
  const city = airportCity[via];
  for (let i = cityFirst[city]; i < cityFirst[city + 1]; i++) {
    const last = into.market[cityAirports[i]];
    if (last < 0 || marketKm[first] + marketKm[last] > limitKm) continue;
    if (ofSeparateTickets || (marketSignature[first] & marketSignature[last]) !== 0) addPath(paths, first, last, -1);
  }
}

/** Extends a first market over a second one to every airport from which a last market leaves. */
function connectTwiceForward(finder: PathFinder, pair: Pair, first: number): void {
  const { timetable, into, paths } = finder;
  const { airportCity, cityFirst, cityAirports, marketDestination, marketKm, marketSignature, outFirst } = timetable;
  const { limitKm } = pair;
  const originCity = airportCity[pair.origin];
  const destinationCity = airportCity[pair.destination];
  const viaCity = airportCity[marketDestination[first]];
  const firstKm = marketKm[first];
  const signature = marketSignature[first];
  const { minKm } = into;
  for (let i = cityFirst[viaCity]; i < cityFirst[viaCity + 1]; i++) {
    const from = cityAirports[i];
    const end = outFirst[from + 1];
    for (let middle = outFirst[from]; middle < end; middle++) {
      const next = marketDestination[middle];
      const flownKm = firstKm + marketKm[middle];
      if (flownKm + minKm[next] > limitKm) continue;
      const middleSignature = marketSignature[middle];
      if ((signature & middleSignature) === 0) continue;
      const city = airportCity[next];
      if (city === viaCity || city === originCity || city === destinationCity) continue;
      for (let j = cityFirst[city]; j < cityFirst[city + 1]; j++) {
        const last = into.market[cityAirports[j]];
        if (last < 0 || flownKm + marketKm[last] > limitKm) continue;
        const lastSignature = marketSignature[last];
        if ((signature & lastSignature) === 0 || (middleSignature & lastSignature) === 0) continue;
        if (someSellersConnect(timetable, first, middle, last)) addPath(paths, first, middle, last);
      }
    }
  }
}

/** Finds the same paths backwards, from every last market over a second one to the arrival of a first market. */
function connectTwiceBackward(finder: PathFinder, pair: Pair): void {
  const { timetable, outOf, paths, inOrigin, inKm } = finder;
  const { airportCity, cityFirst, cityAirports, marketKm, marketSignature, inFirst, inMarkets } = timetable;
  const { origin, destination, limitKm } = pair;
  const originCity = airportCity[origin];
  const destinationCity = airportCity[destination];
  markOutOf(finder, origin, true);
  const { minKm } = outOf;
  for (let i = inFirst[destination]; i < inFirst[destination + 1]; i++) {
    const viaCity = airportCity[inOrigin[i]];
    if (viaCity === originCity || viaCity === destinationCity) continue;
    if (inKm[i] + unitKm(finder.unit, origin, inOrigin[i]) > limitKm + finder.slackKm) continue;
    const last = inMarkets[i];
    const lastKm = inKm[i];
    const signature = marketSignature[last];
    for (let j = cityFirst[viaCity]; j < cityFirst[viaCity + 1]; j++) {
      const arrived = cityAirports[j];
      const end = inFirst[arrived + 1];
      for (let k = inFirst[arrived]; k < end; k++) {
        const flownKm = lastKm + inKm[k];
        const before = inOrigin[k];
        if (flownKm + minKm[before] > limitKm) continue;
        const middle = inMarkets[k];
        const middleSignature = marketSignature[middle];
        if ((signature & middleSignature) === 0) continue;
        const city = airportCity[before];
        if (city === viaCity || city === originCity || city === destinationCity) continue;
        for (let l = cityFirst[city]; l < cityFirst[city + 1]; l++) {
          const first = outOf.market[cityAirports[l]];
          if (first < 0 || flownKm + marketKm[first] > limitKm) continue;
          const firstSignature = marketSignature[first];
          if ((signature & firstSignature) === 0 || (middleSignature & firstSignature) === 0) continue;
          if (someSellersConnect(timetable, first, middle, last)) addPath(paths, first, middle, last);
        }
      }
    }
  }
  markOutOf(finder, origin, false);
}

/**
 * True if every two of three markets have sellers that connect. Measured on the sandbox: without it 47 % of the two-stop paths have none,
 * and joining their flights takes as long as joining the others'.
 */
function someSellersConnect(timetable: Timetable, one: number, two: number, three: number): boolean {
  const { connects, sellers, marketSellers, marketSellersFirst } = timetable;
  const endOne = marketSellersFirst[one + 1];
  const endTwo = marketSellersFirst[two + 1];
  const endThree = marketSellersFirst[three + 1];
  for (let i = marketSellersFirst[one]; i < endOne; i++) {
    const rowOne = marketSellers[i] * sellers.length;
    for (let j = marketSellersFirst[two]; j < endTwo; j++) {
      if (connects[rowOne + marketSellers[j]] === unconnected) continue;
      const rowTwo = marketSellers[j] * sellers.length;
      for (let k = marketSellersFirst[three]; k < endThree; k++) {
        const last = marketSellers[k];
        if (connects[rowOne + last] !== unconnected && connects[rowTwo + last] !== unconnected) return true;
      }
    }
  }
  return false;
}

function markInto({ timetable, into, inOrigin }: PathFinder, destination: number, on: boolean): void {
  for (let i = timetable.inFirst[destination]; i < timetable.inFirst[destination + 1]; i++) {
    markMarket(timetable, into, inOrigin[i], timetable.inMarkets[i], on);
  }
}

function markOutOf({ timetable, outOf }: PathFinder, origin: number, on: boolean): void {
  for (let market = timetable.outFirst[origin]; market < timetable.outFirst[origin + 1]; market++) {
    markMarket(timetable, outOf, timetable.marketDestination[market], market, on);
  }
}

function markMarket(timetable: Timetable, markets: AirportMarkets, airport: number, market: number, on: boolean): void {
  const { airportCity, cityFirst, cityAirports, marketKm } = timetable;
  markets.market[airport] = on ? market : -1;
  const city = airportCity[airport];
  for (let i = cityFirst[city]; i < cityFirst[city + 1]; i++) {
    const sibling = cityAirports[i];
    markets.minKm[sibling] = on ? Math.min(markets.minKm[sibling], marketKm[market]) : unreachableKm;
  }
}
