import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { FareComponent, FiledComponent, RuleComponent, TripKind } from "./fare-component.ts";
import { dayFactorOf, type FareQuotes, openOn, referenceOf, type SectorFares, seatsShown } from "./fare-quotes.ts";
import { isSold } from "./filing.ts";
import { findFiledFares, type RankedFiling } from "./filing-index.ts";
import { filedCents, tariffFor } from "./filings.ts";
import { classCodes, lowestAllowed, type Purchase } from "./tariffs.ts";

/**
 * Classes by which a leg is open further down to a connection than to its own market: a seat that brings a long fare is worth
 * more than its local class says (displacement-adjusted virtual nesting; Talluri and van Ryzin 2004, § 3.3). Modelled by the
 * leg's share of the kilometres flown; the legs must be sold together, hence "married segments".
 */
function marriedSteps(legKm: number, componentKm: number): 0 | 1 | 2 {
  if (legKm < 0.35 * componentKm) return 2;
  return legKm < 0.65 * componentKm ? 1 : 0;
}

/** The fare of one flight alone: the same in every itinerary of a search. */
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
 * The cheapest fare from end to end of some consecutive flights, in the lowest class that is open on all of them in the
 * component's cabin and that its rules allow.
 *
 * @returns null where no carrier files it, or no class is open and allowed.
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
  // Low-cost carriers sell their own flights through, and nobody else's.
  if (!married && timetable.carriers[carrier].kind === "low_cost") return null;
  const market = {
    carrier,
    origin: timetable.marketOrigin[timetable.marketOf[pool.pattern[flights[0]]]],
    destination: timetable.marketDestination[timetable.marketOf[pool.pattern[flights[flights.length - 1]]]],
    stops: flights.length - 1,
  };
  const asked: Asked = { carrier, cabin: highest(cabins), day: pool.day[flights[0]], flights, cabins, married };
  const filed = quotes.filings === null ? undefined : findFiledFares(quotes.filings, { ...market, cabin: asked.cabin });
  if (filed !== undefined) return priceFiled(quotes, asked, filed[trip.kind], trip);
  return priceByRule(quotes, asked, referenceOf(quotes, market), trip);
}

type Asked = Pick<FareComponent, "carrier" | "cabin" | "day" | "flights" | "cabins" | "married">;

function priceByRule(
  quotes: FareQuotes,
  asked: Asked,
  reference: RuleComponent["reference"],
  trip: TripKind,
): RuleComponent | null {
  const { carrier, cabin, day, flights, cabins, married } = asked;
  const tariff = tariffFor(reference, cabin, trip.kind);
  const open = lowestOpenOnAll(quotes, asked, tariff.length - 1);
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

/** The cheapest filing of each brand whose class is open on all flights and whose rules allow the purchase. */
function priceFiled(
  quotes: FareQuotes,
  asked: Asked,
  filed: readonly RankedFiling[],
  trip: TripKind,
): FiledComponent | null {
  const open = lowestOpenOnAll(quotes, asked, classCodes[asked.cabin].length - 1);
  const purchase = purchaseOf(quotes, asked.day, trip);
  const brands = new Map<string, RankedFiling>();
  for (const filing of filed) {
    if (filing.rank > open || brands.has(filing.brand)) continue;
    if (isSold(filing, asked.day, asked.flights.length - 1, purchase)) brands.set(filing.brand, filing);
  }
  const [cheapest, ...dearer] = brands.values();
  if (cheapest === undefined) return null;
  const { rank, usdCents } = cheapest;
  return { ...asked, filings: [cheapest, ...dearer], rules: cheapest, baseCents: usdCents, rank };
}

type Legs = Pick<FareComponent, "flights" | "cabins" | "cabin" | "married">;

/** −1 where a flight has no seats for the party. */
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

/** A flight of a component as it is booked. */
interface BookedLeg {
  cabin: Cabin;
  /** Rank of its booking class in that cabin. */
  rank: number;
  /** Seats that the class shows, 0–9. */
  seats: number;
}

/**
 * The flights of a component as they are booked: those below its cabin in the lowest class that is open there.
 *
 * @param componentRank of the class that its brand is booked in.
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

/** Days ahead are counted to the first departure of what is bought as one: of the trip, or of a one-way component. */
function purchaseOf({ searchDay }: FareQuotes, day: EpochDay, trip: TripKind): Purchase {
  if (trip.kind === "oneWay") return { daysAhead: Math.max(0, day - searchDay), stay: null };
  return { daysAhead: Math.max(0, trip.outboundDay - searchDay), stay: trip.stay };
}

/** The flight of the most kilometers; the first of equally long ones. */
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
