import type { FlightPool } from "../itineraries/flight-pool.ts";
import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { type Departure, demandRatio, finalLoad, forecastOf, lowestOpenClass, seatsInClass } from "./availability.ts";
import type { Cabin } from "./cabins.ts";
import type { Forecast } from "./demand.ts";
import type { FareComponent, TripKind } from "./fare-component.ts";
import { economyReference, type FareMarket, type Reference } from "./fare-levels.ts";
import type { FilingIndex } from "./filing-index.ts";
import { dayFactor } from "./filings.ts";
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
  /** Fares of a table, or null where all are made by rule. */
  filings: FilingIndex | null;
  /** Day of the search, in UTC: what days of advance purchase are counted from. */
  searchDay: EpochDay;
  /** Economy references that have been worked out. */
  references: Map<number, Reference>;
  dayFactors: Map<number, number>;
  /**
   * By flight of the pool, in the cabin it is sold in: seats left, `notAsked` before anybody asked; demand and forecast that
   * control it; the lowest class open to the party, −1 for none.
   */
  left: Int16Array;
  demand: Float64Array;
  forecasts: Forecast[];
  open: Int8Array;
  /** One-way fares of single flights, which itineraries share; null where none is valid. */
  sectors: SectorFares;
  /** Halves of single flights, of the kind of round trip that was asked about last. */
  halves: { trip: TripKind | null; sectors: SectorFares };
}

/** By flight of the pool. */
export type SectorFares = (FareComponent | null | undefined)[];

const notAsked = -1;

export function createFareQuotes(sale: Sale, filings: FilingIndex | null = null): FareQuotes {
  const { count } = sale.pool;
  return {
    ...sale,
    filings,
    searchDay: Math.floor(sale.searchedAtMinutes / minutesPerDay),
    references: new Map(),
    dayFactors: new Map(),
    left: new Int16Array(count).fill(notAsked),
    demand: new Float64Array(count),
    forecasts: [],
    open: new Int8Array(count),
    sectors: [],
    halves: { trip: null, sectors: [] },
  };
}

/** Seats of a cabin that are free on a flight; each flight is always sold in one cabin of a search. */
export function leftOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const known = quotes.left[flight];
  return known === notAsked ? lookUp(quotes, flight, cabin) : known;
}

/** The lowest class of a cabin that is open to the party on a flight sold alone; −1 for none. */
export function openOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const known = quotes.left[flight];
  if (known === notAsked) lookUp(quotes, flight, cabin);
  return quotes.open[flight];
}

/** Seats that a class of a flight shows, 0–9; the flight must have been asked about. */
export function seatsShown(quotes: FareQuotes, flight: number, rank: number): number {
  return seatsInClass(quotes.forecasts[flight], quotes.demand[flight], quotes.left[flight], rank);
}

/** A flight of the pool as a departure. */
export function departureOf({ pool }: Sale, flight: number): Departure {
  return { pattern: pool.pattern[flight], day: pool.day[flight], departure: pool.departure[flight] };
}

/** Seats that a flight's aircraft has in a cabin. */
export function seatsOf({ timetable, pool }: Sale, flight: number, cabin: Cabin): number {
  return timetable.aircraft[timetable.aircraftOf[pool.pattern[flight]]].seats[cabin];
}

function lookUp(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const { timetable, searchedAtMinutes } = quotes;
  const departure = departureOf(quotes, flight);
  const seats = seatsOf(quotes, flight, cabin);
  const ratio = demandRatio(timetable, departure, cabin);
  const forecast = forecastOf(timetable, departure, cabin, searchedAtMinutes);
  const unsold = Math.round(seats * (1 - finalLoad(ratio) * forecast.booked));
  // The curve goes on filling a cabin that has been sold out here: fewer than none are left of it.
  const left = Math.max(0, unsold - takenOn(quotes, flight, cabin).seats);
  quotes.left[flight] = left;
  quotes.demand[flight] = ratio * seats;
  quotes.forecasts[flight] = forecast;
  quotes.open[flight] = lowestOpenClass(forecast, ratio * seats, left, quotes.party);
  return left;
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

/** What season and weekday make of a fare of a market, worked out once a day. */
export function dayFactorOf(quotes: FareQuotes, day: EpochDay, reference: Reference): number {
  const key = day * 2 + (reference.hemisphere === "north" ? 0 : 1);
  let factor = quotes.dayFactors.get(key);
  if (factor === undefined) {
    factor = dayFactor(day, reference);
    quotes.dayFactors.set(key, factor);
  }
  return factor;
}
