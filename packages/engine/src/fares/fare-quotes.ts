import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { seatsLeft } from "./availability.ts";
import type { Cabin } from "./cabins.ts";
import { economyReference, type FareMarket, type Reference } from "./fare-levels.ts";
import { type SoldIndex, takenOn } from "./sold-seats.ts";

/** What is asked of every itinerary of a search. */
export interface Sale {
  timetable: Timetable;
  pool: FlightPool;
  cabin: Cabin;
  /** Travelers with a seat. */
  party: number;
  searchedAtMinutes: number;
  /** Seats gone beside those of the booking curve, or null for none. */
  sold: SoldIndex | null;
}

export interface FareQuotes extends Sale {
  /** Economy references that have been worked out. */
  references: Map<number, Reference>;
  /** By flight of the pool: seats left in the cabin it is sold in, `notAsked` before anybody asked. */
  left: Int16Array;
}

const notAsked = -1;

export function createFareQuotes(sale: Sale): FareQuotes {
  return { ...sale, references: new Map(), left: new Int16Array(sale.pool.count).fill(notAsked) };
}

/** Seats of a cabin that are free on a flight; each flight is always sold in one cabin of a search. */
export function leftOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const known = quotes.left[flight]!;
  if (known !== notAsked) return known;
  const { pool } = quotes;
  const unsold = seatsLeft(
    quotes.timetable,
    { pattern: pool.pattern[flight]!, day: pool.day[flight]!, departure: pool.departure[flight]! },
    cabin,
    quotes.searchedAtMinutes,
  );
  // The curve goes on filling a cabin that has been sold out here: fewer than none are left of it.
  const left = Math.max(0, unsold - takenOn(quotes, flight, cabin).seats);
  quotes.left[flight] = left;
  return left;
}

/** Seats of a cabin that an aircraft of a pattern has. */
export function seatsOf({ timetable, pool }: Sale, flight: number, cabin: Cabin): number {
  return timetable.aircraft[timetable.aircraftOf[pool.pattern[flight]!]!]!.seats[cabin];
}

export function referenceOf(quotes: FareQuotes, market: FareMarket): Reference {
  const airports = quotes.timetable.airports.length;
  const key = ((market.carrier * airports + market.origin) * airports + market.destination) * 4 + market.stops;
  const known = quotes.references.get(key);
  if (known !== undefined) return known;
  const reference = economyReference(quotes.timetable, market);
  quotes.references.set(key, reference);
  return reference;
}
