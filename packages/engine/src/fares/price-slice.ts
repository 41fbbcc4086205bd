import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { lowestOpenClass, seatsInClass, seatsLeft } from "./availability.ts";
import { ladders, lowestClassByRules } from "./booking-classes.ts";
import { type Cabin, cabinAboard } from "./cabins.ts";
import {
  cabinFactor,
  dayFactor,
  economyReference,
  type FareMarket,
  halfRoundTripFactor,
  type Reference,
} from "./fare-levels.ts";

/** How a slice is sold: alone, or as half of a round trip with so many nights between. */
export type TripKind = { kind: "oneWay" } | { kind: "halfRoundTrip"; stayNights: number };

/** The cheapest valid fare of one slice for one adult, before brand, taxes and surcharges. */
export interface SliceFare {
  /** Sells the ticket: the carrier of the longest flight. */
  validatingCarrier: number;
  /** One through fare from end to end, or a fare for each flight. */
  construction: "through" | "sectors";
  /** Cabin and rank on that cabin's ladder, for each flight. */
  cabins: Cabin[];
  classes: number[];
  baseCents: number;
  /** Economy reference that brands add a share of. */
  referenceCents: number;
  /** 1–9 in the classes sold. */
  seats: number;
  kind: TripKind["kind"];
}

/** What is asked of every itinerary of a search. */
export interface Sale {
  timetable: Timetable;
  pool: FlightPool;
  cabin: Cabin;
  /** Travelers with a seat. */
  party: number;
  searchedAtMinutes: number;
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

function leftOn(quotes: FareQuotes, flight: number, cabin: Cabin): number {
  const known = quotes.left[flight]!;
  if (known !== notAsked) return known;
  const left = seatsLeft(quotes.timetable, flightOf(quotes.pool, flight), cabin, quotes.searchedAtMinutes);
  quotes.left[flight] = left;
  return left;
}

/** Flights of an itinerary, by their place in the pool. */
export type Flights = readonly number[];

/**
 * Prices a slice by the cheaper of a through fare and the sum of its sectors.
 *
 * A flight without the asked cabin is sold in the best one below it, as long as the longest flight has it.
 * @returns null where a class is closed on some flight, or the longest flight has no such cabin.
 */
export function priceSlice(quotes: FareQuotes, flights: Flights, trip: TripKind): SliceFare | null {
  const { timetable, pool, party } = quotes;
  const aboard = cabinsAboard(quotes, flights);
  if (aboard === null) return null;
  const classes: number[] = [];
  const left: number[] = [];
  for (const [i, flight] of flights.entries()) {
    const cabin = aboard.cabins[i]!;
    const seats = seatsOf(timetable, pool.pattern[flight]!, cabin);
    left.push(leftOn(quotes, flight, cabin));
    const open = lowestOpenClass(cabin, left[i]!, seats, party);
    if (open < 0) return null;
    classes.push(Math.min(open, lowestClassByRules(cabin, daysUntil(quotes, flights[0]!), stayOf(trip))));
  }
  const validatingCarrier = timetable.carrier[pool.pattern[flights[aboard.longest]!]!]!;
  const sale = { trip, validatingCarrier, classes, ...aboard };
  const through = filesThrough(quotes, flights, validatingCarrier) ? throughFare(quotes, flights, sale) : null;
  const sectors = flights.length > 1 ? sumOfSectors(quotes, flights, sale) : null;
  const best = cheaper(through, sectors);
  if (best === null) return null;
  let seats = 9;
  for (const [i, flight] of flights.entries()) {
    const cabin = aboard.cabins[i]!;
    const shown = seatsInClass(best.classes[i]!, left[i]!, seatsOf(timetable, pool.pattern[flight]!, cabin));
    seats = Math.min(seats, shown);
  }
  return { validatingCarrier, cabins: aboard.cabins, seats, kind: trip.kind, ...best };
}

type Quote = Pick<SliceFare, "construction" | "classes" | "baseCents" | "referenceCents">;

function cheaper(a: Quote | null, b: Quote | null): Quote | null {
  if (a === null || b === null) return a ?? b;
  return b.baseCents < a.baseCents ? b : a;
}

/** Low-cost carriers sell their own flights through, and nobody else's. */
function filesThrough({ timetable, pool }: FareQuotes, flights: Flights, carrier: number): boolean {
  if (timetable.carriers[carrier]!.kind !== "low_cost") return true;
  return flights.every((flight) => timetable.carrier[pool.pattern[flight]!] === carrier);
}

interface Aboard {
  cabins: Cabin[];
  /** Place of the longest flight. */
  longest: number;
}

function cabinsAboard({ timetable, pool, cabin: asked }: FareQuotes, flights: Flights): Aboard | null {
  const cabins: Cabin[] = [];
  let longest = 0;
  let longestKm = -1;
  for (const [i, flight] of flights.entries()) {
    const pattern = pool.pattern[flight]!;
    const cabin = cabinAboard(timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats, asked);
    if (cabin === null) return null;
    cabins.push(cabin);
    const km = timetable.marketKm[timetable.marketOf[pattern]!]!;
    if (km > longestKm) {
      longest = i;
      longestKm = km;
    }
  }
  return cabins[longest] === asked ? { cabins, longest } : null;
}

/** One fare from end to end, in the lowest class that is open on every flight in the asked cabin. */
function throughFare(
  quotes: FareQuotes,
  flights: Flights,
  sale: Aboard & { trip: TripKind; validatingCarrier: number; classes: number[] },
): Quote {
  const { timetable, pool, cabin } = quotes;
  let rank = ladders[cabin]!.length - 1;
  for (const [i, open] of sale.classes.entries()) {
    if (sale.cabins[i] === cabin) rank = Math.min(rank, open);
  }
  const first = timetable.marketOf[pool.pattern[flights[0]!]!]!;
  const last = timetable.marketOf[pool.pattern[flights.at(-1)!]!]!;
  const carrier = sale.validatingCarrier;
  const reference = referenceOf(quotes, {
    carrier,
    origin: timetable.marketOrigin[first]!,
    destination: timetable.marketDestination[last]!,
    stops: flights.length - 1,
  });
  const classes = sale.cabins.map((aboard, i) => (aboard === cabin ? rank : sale.classes[i]!));
  const baseCents = fareCents(quotes, flights[0]!, { reference, cabin, rank, carrier, trip: sale.trip });
  return { construction: "through", classes, baseCents, referenceCents: reference.cents };
}

/** A fare for each flight, each in its own lowest class. */
function sumOfSectors(
  quotes: FareQuotes,
  flights: Flights,
  sale: Aboard & { trip: TripKind; classes: number[] },
): Quote {
  const { timetable, pool } = quotes;
  let baseCents = 0;
  let referenceCents = 0;
  for (const [i, flight] of flights.entries()) {
    const market = timetable.marketOf[pool.pattern[flight]!]!;
    const carrier = timetable.carrier[pool.pattern[flight]!]!;
    const origin = timetable.marketOrigin[market]!;
    const reference = referenceOf(quotes, {
      carrier,
      origin,
      destination: timetable.marketDestination[market]!,
      stops: 0,
    });
    referenceCents += reference.cents;
    const cabin = sale.cabins[i]!;
    baseCents += fareCents(quotes, flight, { reference, cabin, rank: sale.classes[i]!, carrier, trip: sale.trip });
  }
  return { construction: "sectors", classes: sale.classes, baseCents, referenceCents };
}

/** A filed amount: reference × cabin × class × day, and a round trip's half; whole dollars, as fares are filed. */
function fareCents(
  { timetable, pool }: FareQuotes,
  flight: number,
  fare: { reference: Reference; cabin: Cabin; rank: number; carrier: number; trip: TripKind },
): number {
  const half = fare.trip.kind === "oneWay" ? 1 : halfRoundTripFactor[timetable.carriers[fare.carrier]!.kind];
  const multiplier = ladders[fare.cabin]![fare.rank]!.multiplier;
  const cents =
    fare.reference.cents *
    cabinFactor(fare.cabin, fare.reference.km) *
    multiplier *
    dayFactor(pool.day[flight]!) *
    half;
  return Math.max(1, Math.round(cents / 100)) * 100;
}

function referenceOf(quotes: FareQuotes, market: FareMarket): Reference {
  const airports = quotes.timetable.airports.length;
  const key = ((market.carrier * airports + market.origin) * airports + market.destination) * 4 + market.stops;
  const known = quotes.references.get(key);
  if (known !== undefined) return known;
  const reference = economyReference(quotes.timetable, market);
  quotes.references.set(key, reference);
  return reference;
}

function flightOf(pool: FlightPool, flight: number): { pattern: number; day: EpochDay; departure: number } {
  return { pattern: pool.pattern[flight]!, day: pool.day[flight]!, departure: pool.departure[flight]! };
}

function seatsOf(timetable: Timetable, pattern: number, cabin: Cabin): number {
  return timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats[cabin];
}

function daysUntil({ pool, searchedAtMinutes }: FareQuotes, flight: number): number {
  return Math.max(0, Math.floor((pool.departure[flight]! - searchedAtMinutes) / minutesPerDay));
}

function stayOf(trip: TripKind): number | null {
  return trip.kind === "oneWay" ? null : trip.stayNights;
}
