import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { FareComponent, FiledComponent, RuleComponent, TripKind } from "./fare-component.ts";
import { dayFactorOf, type FareQuotes, openOn, referenceOf, type SectorFares, seatsShown } from "./fare-quotes.ts";
import { isSold } from "./filing.ts";
import { findFiledFares, type RankedFiling } from "./filing-index.ts";
import { filedCents, tariffFor } from "./filings.ts";
import { classCodes, lowestAllowed, type Purchase } from "./tariffs.ts";

/**
 * Number of additional open classes of a leg in a connection, compared with its own market: a seat that brings a long fare is worth more
 * than its local class (displacement-adjusted virtual nesting; Talluri and van Ryzin 2004, § 3.3). Modeled by the leg's share of the
 * distance. The legs must be sold together, hence "married segments".
 */
function marriedSteps(legKm: number, componentKm: number): 0 | 1 | 2 {
  if (legKm < 0.35 * componentKm) return 2;
  return legKm < 0.65 * componentKm ? 1 : 0;
}

/** Fare of a single flight: equal in every itinerary of a search. */
export function sectorFare(quotes: FareQuotes, flight: number, cabin: Cabin, trip: TripKind): FareComponent | null {
  const sectors = sectorsOf(quotes, trip);
  let sector = sectors[flight];
  if (sector === undefined) {
    sector = priceComponent(quotes, [flight], [cabin], trip);
    sectors[flight] = sector;
  }
  return sector;
}

function sectorsOf(quotes: FareQuotes, trip: TripKind): SectorFares {
  if (trip.kind === "oneWay") return quotes.sectors;
  if (quotes.halves.trip !== trip) quotes.halves = { trip, sectors: [] };
  return quotes.halves.sectors;
}

/**
 * Cheapest through fare of consecutive flights, in the lowest class that is open on all of them in the component's cabin and that its rules
 * allow.
 *
 * @returns null if no carrier files it, or no class is open and allowed.
 */
export function priceComponent(
  quotes: FareQuotes,
  flights: readonly number[],
  cabins: readonly Cabin[],
  trip: TripKind,
): FareComponent | null {
  const { timetable, pool } = quotes;
  const carrier = timetable.carrier[pool.pattern[longestOf(quotes, flights)]];
  const married = isSoldBy(quotes, flights, carrier);
  // Low-cost carriers sell through fares only on their own flights.
  if (!married && timetable.carriers[carrier].kind === "low_cost") return null;
  const market = {
    carrier,
    origin: timetable.marketOrigin[timetable.marketOf[pool.pattern[flights[0]]]],
    destination: timetable.marketDestination[timetable.marketOf[pool.pattern[flights[flights.length - 1]]]],
    stops: flights.length - 1,
  };
  const input: ComponentInput = {
    carrier,
    cabin: highest(cabins),
    day: pool.day[flights[0]],
    flights,
    cabins,
    married,
  };
  const filed = quotes.filings === null ? undefined : findFiledFares(quotes.filings, { ...market, cabin: input.cabin });
  if (filed !== undefined) return priceFiled(quotes, input, filed[trip.kind], trip);
  return priceByRule(quotes, input, referenceOf(quotes, market), trip);
}

type ComponentInput = Pick<FareComponent, "carrier" | "cabin" | "day" | "flights" | "cabins" | "married">;

function priceByRule(
  quotes: FareQuotes,
  input: ComponentInput,
  reference: RuleComponent["reference"],
  trip: TripKind,
): RuleComponent | null {
  const { carrier, cabin, day, flights, cabins, married } = input;
  const tariff = tariffFor(reference, cabin, trip.kind);
  const open = lowestOpenOnAll(quotes, input, tariff.length - 1);
  const rank = lowestAllowed(tariff, open, purchaseOf(quotes, day, trip));
  if (rank < 0) return null;
  const classFare = tariff[rank];
  const baseCents = filedCents(reference, cabin, classFare, dayFactorOf(quotes, day, reference), trip.kind);
  return {
    carrier,
    cabin,
    classFare,
    reference,
    filings: null,
    rules: classFare,
    day,
    baseCents,
    flights,
    cabins,
    rank,
    married,
  };
}

/** Cheapest filing of each brand whose class is open on all flights and whose rules allow the purchase. */
function priceFiled(
  quotes: FareQuotes,
  input: ComponentInput,
  filed: readonly RankedFiling[],
  trip: TripKind,
): FiledComponent | null {
  const open = lowestOpenOnAll(quotes, input, classCodes[input.cabin].length - 1);
  const purchase = purchaseOf(quotes, input.day, trip);
  const brands = new Map<string, RankedFiling>();
  for (const filing of filed) {
    if (filing.rank > open || brands.has(filing.brand)) continue;
    if (isSold(filing, input.day, input.flights.length - 1, purchase)) brands.set(filing.brand, filing);
  }
  const [cheapest, ...moreExpensive] = brands.values();
  if (cheapest === undefined) return null;
  const { rank, usdCents } = cheapest;
  return { ...input, filings: [cheapest, ...moreExpensive], rules: cheapest, baseCents: usdCents, rank };
}

type Legs = Pick<FareComponent, "flights" | "cabins" | "cabin" | "married">;

/** −1 if a flight has no seats for the party. */
function lowestOpenOnAll(quotes: FareQuotes, legs: Legs, lowest: number): number {
  const { flights, cabins, cabin } = legs;
  const totalKm = kmOfAll(quotes, legs);
  let open = lowest;
  for (let i = 0; i < flights.length; i++) {
    const local = openOn(quotes, flights[i], cabins[i]);
    if (local < 0) return -1;
    if (cabins[i] === cabin) open = Math.min(open, local + stepsOf(quotes, legs, i, totalKm));
  }
  return open;
}

function stepsOf(quotes: FareQuotes, { flights, married }: Legs, i: number, totalKm: number): number {
  return married && flights.length > 1 ? marriedSteps(kmOf(quotes, flights[i]), totalKm) : 0;
}

/** Booking of a flight within a component. */
interface BookedLeg {
  cabin: Cabin;
  /** Rank of its booking class in that cabin. */
  rank: number;
  /** Seats shown for the class, 0–9. */
  seats: number;
}

/**
 * Bookings of the flights of a component: flights below its cabin are booked in the lowest class that is open there.
 *
 * @param componentRank rank of the class of its brand.
 */
export function bookedLegs(quotes: FareQuotes, component: FareComponent, componentRank: number): BookedLeg[] {
  const totalKm = kmOfAll(quotes, component);
  return component.flights.map((flight, i) => {
    const cabin = component.cabins[i];
    if (cabin !== component.cabin) {
      const rank = openOn(quotes, flight, cabin);
      return { cabin, rank, seats: seatsShown(quotes, flight, rank) };
    }
    const bucket = Math.max(0, componentRank - stepsOf(quotes, component, i, totalKm));
    return { cabin, rank: componentRank, seats: seatsShown(quotes, flight, bucket) };
  });
}

/** Days ahead count to the first departure of the pricing unit: of the trip, or of a one-way component. */
function purchaseOf({ searchDay }: FareQuotes, day: EpochDay, trip: TripKind): Purchase {
  if (trip.kind === "oneWay") return { daysAhead: Math.max(0, day - searchDay), stay: null };
  return { daysAhead: Math.max(0, trip.outboundDay - searchDay), stay: trip.stay };
}

/** Longest flight by distance; the first of equally long ones. */
export function longestOf(quotes: FareQuotes, flights: readonly number[]): number {
  let longest = flights[0];
  for (const flight of flights) if (kmOf(quotes, flight) > kmOf(quotes, longest)) longest = flight;
  return longest;
}

function kmOfAll(quotes: FareQuotes, { flights }: Legs): number {
  let km = 0;
  for (const flight of flights) km += kmOf(quotes, flight);
  return km;
}

function isSoldBy({ timetable, pool }: FareQuotes, flights: readonly number[], carrier: number): boolean {
  for (const flight of flights) if (timetable.carrier[pool.pattern[flight]] !== carrier) return false;
  return true;
}

function kmOf({ timetable, pool }: FareQuotes, flight: number): number {
  return timetable.marketKm[timetable.marketOf[pool.pattern[flight]]];
}

function highest(cabins: readonly Cabin[]): Cabin {
  let cabin: Cabin = 0;
  for (const each of cabins) if (each > cabin) cabin = each;
  return cabin;
}
