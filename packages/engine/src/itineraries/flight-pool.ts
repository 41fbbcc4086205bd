import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import { operatesOn, type Timetable } from "../timetable/timetable.ts";
import { instantOfLocal } from "../timetable/utc-offsets.ts";

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

/** Local days of departure that a slice which starts on `day` can touch: one back over the date line, two on. */
const daysBefore = 1;
const daysAfter = 2;

/** Makes the flights of a market around a day, of allowed marketing carriers (null allows all). */
export function fillMarket(
  pool: FlightPool,
  timetable: Timetable,
  market: number,
  around: { day: EpochDay; carriers: Uint8Array | null },
): void {
  if (pool.stamp[market] === pool.generation) return;
  pool.stamp[market] = pool.generation;
  const first = timetable.marketFirst[market]!;
  const last = timetable.marketFirst[market + 1]!;
  const zone = timetable.airportZone[timetable.marketOrigin[market]!]!;
  growPool(pool, pool.count + (last - first) * (daysBefore + 1 + daysAfter));
  const start = pool.count;
  for (let day = around.day - daysBefore; day <= around.day + daysAfter; day++) {
    for (let pattern = first; pattern < last; pattern++) {
      if (around.carriers !== null && around.carriers[timetable.carrier[pattern]!] === 0) continue;
      if (!operatesOn(timetable, pattern, day)) continue;
      const local = day * minutesPerDay + timetable.departureMinute[pattern]!;
      insertByDeparture(pool, start, {
        pattern,
        day,
        departure: instantOfLocal(timetable.offsets, zone, local),
        blockMinutes: timetable.blockMinutes[pattern]!,
      });
    }
  }
  pool.start[market] = start;
  pool.end[market] = pool.count;
}

/** Flights come nearly in order: only a change of clocks makes one move. */
function insertByDeparture(
  pool: FlightPool,
  start: number,
  flight: { pattern: number; day: EpochDay; departure: number; blockMinutes: number },
): void {
  let at = pool.count++;
  while (at > start && pool.departure[at - 1]! > flight.departure) {
    pool.pattern[at] = pool.pattern[at - 1]!;
    pool.day[at] = pool.day[at - 1]!;
    pool.departure[at] = pool.departure[at - 1]!;
    pool.arrival[at] = pool.arrival[at - 1]!;
    at--;
  }
  pool.pattern[at] = flight.pattern;
  pool.day[at] = flight.day;
  pool.departure[at] = flight.departure;
  pool.arrival[at] = flight.departure + flight.blockMinutes;
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
