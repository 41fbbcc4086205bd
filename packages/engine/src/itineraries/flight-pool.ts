import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { instantOfLocal, steadyOffset } from "../timetable/utc-offsets.ts";

/**
 * Dated flights of the markets that one search touches, made on first touch and thrown away together.
 *
 * Flight f has a pattern, a local day of departure, and departure and arrival in epoch minutes. The flights of market m
 * stand at `[start[m], end[m])`, by departure. A market counts as filled while `stamp[m]` equals `generation`: a reset is
 * one addition, not a sweep.
 */
export interface FlightPool {
  count: number;
  pattern: Int32Array;
  day: Int32Array;
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

export interface FillRange {
  /** Local days of departure, both included. */
  firstDay: EpochDay;
  lastDay: EpochDay;
  /** 1 for each marketing carrier that may fly, or null for all. */
  carriers: Uint8Array | null;
}

/** Makes the flights of a market in a range of days. A market is made once a reset: its first range stands. */
export function fillMarket(pool: FlightPool, timetable: Timetable, market: number, range: FillRange): void {
  if (pool.stamp[market] === pool.generation) return;
  pool.stamp[market] = pool.generation;
  const first = timetable.marketFirst[market]!;
  const last = timetable.marketFirst[market + 1]!;
  growPool(pool, pool.count + (last - first) * (range.lastDay - range.firstDay + 1));
  pool.start[market] = pool.count;
  const firstDay = Math.max(range.firstDay, timetable.firstDay);
  const lastDay = Math.min(range.lastDay, timetable.firstDay + timetable.days - 1);
  for (let day = firstDay; day <= lastDay; day++) fillDay(pool, timetable, market, day, range.carriers);
  pool.end[market] = pool.count;
}

function fillDay(
  pool: FlightPool,
  timetable: Timetable,
  market: number,
  day: EpochDay,
  carriers: Uint8Array | null,
): void {
  const { operatingBits, operatingDays, operatingStride, offsets, departureMinute, blockMinutes, carrier } = timetable;
  const zone = timetable.airportZone[timetable.marketOrigin[market]!]!;
  const steady = steadyOffset(offsets, zone, day);
  const at = day - timetable.firstDay;
  const byte = at >> 3;
  const bit = at & 7;
  const last = timetable.marketFirst[market + 1]!;
  for (let pattern = timetable.marketFirst[market]!; pattern < last; pattern++) {
    if (((operatingBits[operatingDays[pattern]! * operatingStride + byte]! >> bit) & 1) === 0) continue;
    if (carriers !== null && carriers[carrier[pattern]!] === 0) continue;
    const local = day * minutesPerDay + departureMinute[pattern]!;
    const departure = steady === null ? instantOfLocal(offsets, zone, local) : local - steady;
    const place = openPlace(pool, pool.start[market]!, departure);
    pool.pattern[place] = pattern;
    pool.day[place] = day;
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
    pool.departure[at] = pool.departure[at - 1]!;
    pool.arrival[at] = pool.arrival[at - 1]!;
    at--;
  }
  return at;
}

/** First flight of a filled market that leaves at or after an instant; `end[market]` where none does. */
export function firstFlightFrom(pool: FlightPool, market: number, epochMinutes: number): number {
  let low = pool.start[market]!;
  let high = pool.end[market]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pool.departure[middle]! < epochMinutes) low = middle + 1;
    else high = middle;
  }
  return low;
}

function growPool(pool: FlightPool, flights: number): void {
  if (flights <= pool.pattern.length) return;
  const size = Math.max(flights, pool.pattern.length * 2);
  pool.pattern = grown(pool.pattern, size);
  pool.day = grown(pool.day, size);
  pool.departure = grown(pool.departure, size);
  pool.arrival = grown(pool.arrival, size);
}

export function grown(column: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}
