import { minutesPerDay } from "../timetable/calendar.ts";
import { lowestOpenClass, mostSeatsShown, seatsInClass } from "./availability.ts";
import { ladders, lowestClassByRules } from "./booking-classes.ts";
import { type Cabin, cabinAboard } from "./cabins.ts";
import { type FareQuotes, leftOn, referenceOf, seatsOf } from "./fare-quotes.ts";
import { filedCents } from "./filings.ts";

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

/** Flights of an itinerary, by their place in the pool. */
export type Flights = readonly number[];

/** What a party finds open on each flight of a slice, whatever it pays: the same for every kind of trip. */
export interface OpenSlice {
  flights: Flights;
  /** Cabin that each flight is sold in. */
  cabins: Cabin[];
  /** Place of the longest flight. */
  longest: number;
  /** Seats left in that cabin, and the lowest class open in it. */
  left: number[];
  open: number[];
}

/**
 * Looks a slice's seats up. A flight without the asked cabin is sold in the best one below it, as long as the longest
 * flight has it.
 *
 * @returns null where a flight is full for the party, or the longest flight has no such cabin.
 */
export function openSlice(quotes: FareQuotes, flights: Flights): OpenSlice | null {
  const aboard = cabinsAboard(quotes, flights);
  if (aboard === null) return null;
  const left: number[] = [];
  const open: number[] = [];
  for (const [i, flight] of flights.entries()) {
    const cabin = aboard.cabins[i]!;
    left.push(leftOn(quotes, flight, cabin));
    open.push(lowestOpenClass(cabin, left[i]!, seatsOf(quotes, flight, cabin), quotes.party));
    if (open[i]! < 0) return null;
  }
  return { flights, ...aboard, left, open };
}

/** Prices a slice by the cheaper of a through fare and the sum of its sectors; null where neither is filed. */
export function priceSlice(quotes: FareQuotes, slice: OpenSlice, trip: TripKind): SliceFare | null {
  const { timetable, pool } = quotes;
  const { flights, cabins, left, open } = slice;
  const daysLeft = daysUntil(quotes, flights[0]!);
  const classes = open.map((rank, i) => Math.min(rank, lowestClassByRules(cabins[i]!, daysLeft, stayOf(trip))));
  const validatingCarrier = timetable.carrier[pool.pattern[flights[slice.longest]!]!]!;
  const sale = { trip, validatingCarrier, classes, cabins };
  const through = filesThrough(quotes, flights, validatingCarrier) ? throughFare(quotes, flights, sale) : null;
  const sectors = flights.length > 1 ? sumOfSectors(quotes, flights, sale) : null;
  const best = cheaper(through, sectors);
  if (best === null) return null;
  let seats = mostSeatsShown;
  for (const [i, flight] of flights.entries()) {
    seats = Math.min(seats, seatsInClass(best.classes[i]!, left[i]!, seatsOf(quotes, flight, cabins[i]!)));
  }
  return { validatingCarrier, cabins, seats, kind: trip.kind, ...best };
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

type Aboard = Pick<OpenSlice, "cabins" | "longest">;

interface SliceSale {
  trip: TripKind;
  validatingCarrier: number;
  cabins: Cabin[];
  /** Lowest class that is open and allowed, by flight. */
  classes: number[];
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
function throughFare(quotes: FareQuotes, flights: Flights, sale: SliceSale): Quote {
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
  const day = pool.day[flights[0]!]!;
  const baseCents = filedCents({
    kind: timetable.carriers[carrier]!.kind,
    reference,
    cabin,
    rank,
    day,
    trip: sale.trip.kind,
  });
  return { construction: "through", classes, baseCents, referenceCents: reference.cents };
}

/** A fare for each flight, each in its own lowest class. */
function sumOfSectors(quotes: FareQuotes, flights: Flights, sale: SliceSale): Quote {
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
    const { kind } = timetable.carriers[carrier]!;
    const day = pool.day[flight]!;
    baseCents += filedCents({ kind, reference, cabin, rank: sale.classes[i]!, day, trip: sale.trip.kind });
  }
  return { construction: "sectors", classes: sale.classes, baseCents, referenceCents };
}

function daysUntil({ pool, searchedAtMinutes }: FareQuotes, flight: number): number {
  return Math.max(0, Math.floor((pool.departure[flight]! - searchedAtMinutes) / minutesPerDay));
}

function stayOf(trip: TripKind): number | null {
  return trip.kind === "oneWay" ? null : trip.stayNights;
}
