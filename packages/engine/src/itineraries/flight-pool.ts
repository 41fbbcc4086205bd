import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { instantOfLocal, offsetAtInstant, steadyOffset } from "../timetable/utc-offsets.ts";
import { isInWindow, type LocalWindow } from "./slice-question.ts";

/**
 * Dated flights of the markets that one search touches, made on first touch and thrown away together.
 *
 * Flight f has a pattern, a local day of departure, a set of sellers, and departure and arrival in epoch minutes. The flights of
 * market m stand at `[start[m], end[m])`, by departure. A market counts as filled while `stamp[m]` equals `generation`: a reset is one
 * addition, not a sweep.
 */
export interface FlightPool {
  count: number;
  pattern: Int32Array;
  day: Int32Array;
  sellers: Int32Array;
  /** Of the sellers: flights without a common bit do not connect, and most that do not have none. */
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

export function isFilled(pool: FlightPool, market: number): boolean {
  return pool.stamp[market] === pool.generation;
}

/** Which flights of a market to make. */
export interface FillLimits {
  /** Instants of departure, both included. */
  from: number;
  until: number;
  /** Local times of departure, or null for all. */
  window: LocalWindow | null;
  /** 1 for each set of sellers that may fly, or null for all. */
  sellers: Uint8Array | null;
}

/** Makes the flights of a market that leave on a local day. A market is made once a reset: its first limits stand. */
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
  addDay(pool, timetable, market, day, {
    from: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    window,
    sellers,
  });
  pool.end[market] = pool.count;
}

/** Makes the flights of a market that leave between two instants. A market is made once a reset: its first limits stand. */
export function fillBetween(pool: FlightPool, timetable: Timetable, market: number, limits: FillLimits): void {
  if (isFilled(pool, market)) return;
  openMarket(pool, market);
  const zone = timetable.airportZone[timetable.marketOrigin[market]!]!;
  const firstDay = localDay(timetable, zone, limits.from);
  const lastDay = localDay(timetable, zone, limits.until);
  // A time that the clocks skip leaves on the day after the one it is filed for, where they skip midnight.
  const skipped = steadyOffset(timetable.offsets, zone, firstDay) === null ? 1 : 0;
  for (let day = firstDay - skipped; day <= lastDay; day++) addDay(pool, timetable, market, day, limits);
  pool.end[market] = pool.count;
}

function localDay({ offsets }: Timetable, zone: number, instant: number): EpochDay {
  return Math.floor((instant + offsetAtInstant(offsets, zone, instant)) / minutesPerDay);
}

function openMarket(pool: FlightPool, market: number): void {
  pool.stamp[market] = pool.generation;
  pool.start[market] = pool.count;
}

function addDay(pool: FlightPool, timetable: Timetable, market: number, day: EpochDay, limits: FillLimits): void {
  const at = day - timetable.firstDay;
  if (at < 0 || at >= timetable.days) return;
  const { operatingBits, operatingDays, operatingStride, offsets, departureMinute, blockMinutes } = timetable;
  const { sellersOf, sellersSignature } = timetable;
  const { from, until, window, sellers } = limits;
  const zone = timetable.airportZone[timetable.marketOrigin[market]!]!;
  const steady = steadyOffset(offsets, zone, day);
  const midnight = day * minutesPerDay;
  const byte = at >> 3;
  const bit = at & 7;
  const start = pool.start[market]!;
  const first = timetable.marketFirst[market]!;
  const end = timetable.marketFirst[market + 1]!;
  growPool(pool, pool.count + end - first);
  for (let pattern = first; pattern < end; pattern++) {
    const minute = departureMinute[pattern]!;
    const departure = steady === null ? instantOfLocal(offsets, zone, midnight + minute) : midnight + minute - steady;
    if (departure < from || departure > until) continue;
    if (((operatingBits[operatingDays[pattern]! * operatingStride + byte]! >> bit) & 1) === 0) continue;
    if (sellers !== null && sellers[sellersOf[pattern]!] === 0) continue;
    if (window !== null && !isInWindow(window, minute)) continue;
    const place = openPlace(pool, start, departure);
    pool.pattern[place] = pattern;
    pool.day[place] = day;
    pool.sellers[place] = sellersOf[pattern]!;
    pool.signature[place] = sellersSignature[sellersOf[pattern]!]!;
    pool.departure[place] = departure;
    pool.arrival[place] = departure + blockMinutes[pattern]!;
  }
}

/** Makes room by departure. Flights come nearly in order: only a change of clocks moves any. */
function openPlace(pool: FlightPool, start: number, departure: number): number {
  let at = pool.count++;
  while (at > start && pool.departure[at - 1]! > departure) {
    pool.pattern[at] = pool.pattern[at - 1]!;
    pool.day[at] = pool.day[at - 1]!;
    pool.sellers[at] = pool.sellers[at - 1]!;
    pool.signature[at] = pool.signature[at - 1]!;
    pool.departure[at] = pool.departure[at - 1]!;
    pool.arrival[at] = pool.arrival[at - 1]!;
    at--;
  }
  return at;
}

/** First flight of a filled market that leaves at or after an instant; `end[market]` where none does. */
export function firstFlightFrom(pool: FlightPool, market: number, epochMinutes: number): number {
  const { departure } = pool;
  let low = pool.start[market]!;
  let high = pool.end[market]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (departure[middle]! < epochMinutes) low = middle + 1;
    else high = middle;
  }
  return low;
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
