import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { clocksOf, constantOffset, type DayClocks, offsetAtInstant } from "../timetable/utc-offsets.ts";
import { isInWindow, type LocalWindow } from "./slice-query.ts";

/**
 * Dated flights of the markets that one search uses, created on first use and discarded together.
 *
 * Flight f has a pattern, a local day of departure, a set of sellers, and departure and arrival in epoch minutes. The flights of market m
 * are at `[start[m], end[m])`: by arrival if filled for a day, by departure if filled between two instants. A market is filled while
 * `stamp[m]` equals `generation`: a reset is one increment.
 */
export interface FlightPool {
  count: number;
  pattern: Int32Array;
  day: Int32Array;
  sellers: Int32Array;
  /** Signature of the sellers: flights without a common bit do not connect, and most that do not connect have none. */
  signature: Int32Array;
  departure: Int32Array;
  arrival: Int32Array;

  start: Uint32Array;
  end: Uint32Array;
  stamp: Uint32Array;
  generation: number;
}

const initialFlights = 1 << 14;

export function createFlightPool(timetable: Timetable): FlightPool {
  const markets = timetable.marketOrigin.length;
  return {
    count: 0,
    pattern: new Int32Array(initialFlights),
    day: new Int32Array(initialFlights),
    sellers: new Int32Array(initialFlights),
    signature: new Int32Array(initialFlights),
    departure: new Int32Array(initialFlights),
    arrival: new Int32Array(initialFlights),
    start: new Uint32Array(markets),
    end: new Uint32Array(markets),
    stamp: new Uint32Array(markets),
    generation: 0,
  };
}

export function resetFlightPool(pool: FlightPool): void {
  pool.generation++;
  pool.count = 0;
}

/** Lets every market be filled again, and keeps the flights so far. */
export function refillFlightPool(pool: FlightPool): void {
  pool.generation++;
}

export function isFilled(pool: FlightPool, market: number): boolean {
  return pool.stamp[market] === pool.generation;
}

/** Selects the flights of a market to create. */
export interface FillLimits {
  /** Instants of departure, inclusive. */
  from: number;
  to: number;
  /** Local times of departure, or null for all. */
  window: LocalWindow | null;
  /** 1 for each set of sellers that is allowed, or null for all. */
  sellers: Uint8Array | null;
}

/**
 * Creates the flights of a market that leave on a local day, by arrival. A market is created once per reset: the limits of the first call
 * apply.
 */
export function fillDay(
  pool: FlightPool,
  timetable: Timetable,
  market: number,
  day: EpochDay,
  window: LocalWindow | null,
  sellers: Uint8Array | null,
): void {
  if (isFilled(pool, market)) return;
  openMarket(pool, market);
  const zone = timetable.airportZone[timetable.marketOrigin[market]];
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, window, sellers };
  addDay(pool, timetable, market, day, clocksOf(timetable.offsets, zone, day), always);
  sortFrom(pool, pool.start[market], pool.arrival);
  pool.end[market] = pool.count;
}

/**
 * Creates the flights of a market that leave between two instants, by departure. A market is created once per reset: the limits of the
 * first call apply.
 */
export function fillBetween(pool: FlightPool, timetable: Timetable, market: number, limits: FillLimits): void {
  if (isFilled(pool, market)) return;
  openMarket(pool, market);
  const { offsets } = timetable;
  const zone = timetable.airportZone[timetable.marketOrigin[market]];
  const steady = constantOffset(offsets, zone, limits.from, limits.to);
  if (steady === null) {
    fillOverChange(pool, timetable, market, limits);
  } else {
    const clocks = { before: steady, after: steady, changeMinute: 0 };
    const lastDay = Math.floor((limits.to + steady) / minutesPerDay);
    for (let day = Math.floor((limits.from + steady) / minutesPerDay); day <= lastDay; day++) {
      addDay(pool, timetable, market, day, clocks, limits);
    }
  }
  pool.end[market] = pool.count;
}

function fillOverChange(pool: FlightPool, timetable: Timetable, market: number, limits: FillLimits): void {
  const { offsets } = timetable;
  const zone = timetable.airportZone[timetable.marketOrigin[market]];
  // A departure time that is skipped by a clock change may be on the day after the filed one.
  const firstDay = localDay(timetable, zone, limits.from) - 1;
  const lastDay = localDay(timetable, zone, limits.to);
  for (let day = firstDay; day <= lastDay; day++) {
    addDay(pool, timetable, market, day, clocksOf(offsets, zone, day), limits);
  }
  sortFrom(pool, pool.start[market], pool.departure);
}

function localDay({ offsets }: Timetable, zone: number, instant: number): EpochDay {
  return Math.floor((instant + offsetAtInstant(offsets, zone, instant)) / minutesPerDay);
}

function openMarket(pool: FlightPool, market: number): void {
  pool.stamp[market] = pool.generation;
  pool.start[market] = pool.count;
}

function addDay(
  pool: FlightPool,
  timetable: Timetable,
  market: number,
  day: EpochDay,
  { before, after, changeMinute }: DayClocks,
  { from, to, window, sellers }: FillLimits,
): void {
  const at = day - timetable.firstDay;
  if (at < 0 || at >= timetable.days) return;
  const { operatingBits, operatingDays, operatingStride, departureMinute, blockMinutes } = timetable;
  const { sellersOf, sellersSignature } = timetable;
  const midnight = day * minutesPerDay;
  const fromMinute = from - midnight + Math.min(before, after);
  const toMinute = to - midnight + Math.max(before, after);
  const byte = at >> 3;
  const bit = at & 7;
  const end = timetable.marketFirst[market + 1];
  let first = timetable.marketFirst[market];
  while (first < end && departureMinute[first] < fromMinute) first++;
  growPool(pool, pool.count + end - first);
  const { pattern: patterns, day: ofDay, sellers: sets, signature, departure: departures, arrival } = pool;
  let index = pool.count;
  for (let pattern = first; pattern < end; pattern++) {
    const minute = departureMinute[pattern];
    if (minute > toMinute) break;
    const departure = midnight + minute - (minute < changeMinute ? before : after);
    if (departure < from || departure > to) continue;
    if (((operatingBits[operatingDays[pattern] * operatingStride + byte] >> bit) & 1) === 0) continue;
    const set = sellersOf[pattern];
    if (sellers !== null && sellers[set] === 0) continue;
    if (window !== null && !isInWindow(window, minute)) continue;
    patterns[index] = pattern;
    ofDay[index] = day;
    sets[index] = set;
    signature[index] = sellersSignature[set];
    departures[index] = departure;
    arrival[index] = departure + blockMinutes[pattern];
    index++;
  }
  pool.count = index;
}

/** Sorts the flights from `start` by one of their columns, by insertion: they are nearly sorted. */
function sortFrom(pool: FlightPool, start: number, key: Int32Array): void {
  const { pattern, day, sellers, signature, departure, arrival } = pool;
  for (let next = start + 1; next < pool.count; next++) {
    for (let at = next; at > start && key[at - 1] > key[at]; at--) {
      for (const column of [pattern, day, sellers, signature, departure, arrival]) {
        const moved = column[at];
        column[at] = column[at - 1];
        column[at - 1] = moved;
      }
    }
  }
}

function growPool(pool: FlightPool, flights: number): void {
  if (flights <= pool.pattern.length) return;
  const size = Math.max(flights, pool.pattern.length * 2);
  pool.pattern = grown(pool.pattern, size);
  pool.day = grown(pool.day, size);
  pool.sellers = grown(pool.sellers, size);
  pool.signature = grown(pool.signature, size);
  pool.departure = grown(pool.departure, size);
  pool.arrival = grown(pool.arrival, size);
}

export function grown(column: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}
