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
import { type SoldIndex, soldOn } from "./sold-seats.ts";

/** Inputs that all itineraries of a search share. */
export interface Sale {
  timetable: Timetable;
  pool: FlightPool;
  cabin: Cabin;
  /** Travelers with a seat. */
  party: number;
  searchedAtMinutes: number;
  /** Seats sold in addition to those of the booking curve, or null for none. */
  sold: SoldIndex | null;
}

export interface FareQuotes extends Sale {
  /** Fares of a table, or null if all are made by rule. */
  filings: FilingIndex | null;
  /** UTC day of the search, from which advance purchase days count. */
  searchDay: EpochDay;
  /** Cached economy references. */
  references: Map<number, Reference>;
  dayFactors: Map<number, number>;
  /**
   * Per flight of the pool, in its cabin: seats left, `notAsked` until computed; demand and forecast; the lowest class open to the party,
   * −1 for none.
   */
  left: Int16Array;
  demand: Float64Array;
  forecasts: Forecast[];
  open: Int8Array;
  /** One-way fares of single flights, shared by itineraries; null if none is valid. */
  sectors: SectorFares;
  /** Halves of single flights, for the kind of round trip of the last call. */
  halves: { trip: TripKind | null; sectors: SectorFares };
}

/** Indexed by flight of the pool. */
export type SectorFares = (FareComponent | null | undefined)[];

const notComputed = -1;

export function createFareQuotes(sale: Sale, filings: FilingIndex | null = null): FareQuotes {
  const { count } = sale.pool;
  return {
    ...sale,
    filings,
    searchDay: Math.floor(sale.searchedAtMinutes / minutesPerDay),
    references: new Map(),
    dayFactors: new Map(),
    left: new Int16Array(count).fill(notComputed),
    demand: new Float64Array(count),
    forecasts: [],
    open: new Int8Array(count),
    sectors: [],
    halves: { trip: null, sectors: [] },
  };
}

/** Returns the free seats of a cabin on a flight; a flight always has one cabin within a search. */
export function leftOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const cached = quotes.left[flight];
  return cached === notComputed ? lookUp(quotes, flight, cabin) : cached;
}

/** Returns the lowest class of a cabin that is open to the party on a flight sold alone; −1 for none. */
export function openOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const cached = quotes.left[flight];
  if (cached === notComputed) lookUp(quotes, flight, cabin);
  return quotes.open[flight];
}

/** Seats shown for a class of a flight, 0–9; the flight's seats must have been computed. */
export function seatsShown(quotes: FareQuotes, flight: number, rank: number): number {
  return seatsInClass(quotes.forecasts[flight], quotes.demand[flight], quotes.left[flight], rank);
}

/** A flight of the pool as a departure. */
export function departureOf({ pool }: Sale, flight: number): Departure {
  return { pattern: pool.pattern[flight], day: pool.day[flight], departure: pool.departure[flight] };
}

/** Number of seats of a cabin on a flight's aircraft. */
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
  // The booking curve continues to fill a cabin that has been sold out here, so remaining seats may be negative.
  const left = Math.max(0, unsold - soldOn(quotes, flight, cabin).seats);
  quotes.left[flight] = left;
  quotes.demand[flight] = ratio * seats;
  quotes.forecasts[flight] = forecast;
  quotes.open[flight] = lowestOpenClass(forecast, ratio * seats, left, quotes.party);
  return left;
}

export function referenceOf(quotes: FareQuotes, market: FareMarket): Reference {
  const airports = quotes.timetable.airports.length;
  const key = ((market.carrier * airports + market.origin) * airports + market.destination) * 4 + market.stops;
  const cached = quotes.references.get(key);
  if (cached !== undefined) return cached;
  const reference = economyReference(quotes.timetable, market);
  quotes.references.set(key, reference);
  return reference;
}

/** Factor of season and weekday on a market's fares, computed once per day. */
export function dayFactorOf(quotes: FareQuotes, day: EpochDay, reference: Reference): number {
  const key = day * 2 + (reference.hemisphere === "north" ? 0 : 1);
  let factor = quotes.dayFactors.get(key);
  if (factor === undefined) {
    factor = dayFactor(day, reference);
    quotes.dayFactors.set(key, factor);
  }
  return factor;
}
