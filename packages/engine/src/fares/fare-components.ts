import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import { dayFactorOf, type FareQuotes, openOn, referenceOf } from "./fare-quotes.ts";
import { filedCents, tariffFor } from "./filings.ts";
import { type ClassFare, lowestAllowed, type Purchase, type Stay } from "./tariffs.ts";

/** How a slice is sold: alone, or as half of a round trip; its rules count from the day on which the trip starts. */
export type TripKind = { kind: "oneWay" } | { kind: "halfRoundTrip"; outboundDay: EpochDay; stay: Stay };

/** One fare for some consecutive flights of a slice. */
export interface FareComponent {
  /** Files the fare: the marketing carrier of the longest of the flights. */
  carrier: number;
  cabin: Cabin;
  classFare: ClassFare;
  reference: Reference;
  /** Local day of its first departure. */
  day: EpochDay;
  baseCents: number;
  /** Of each flight: its cabin, and the rank of the class that it is booked in. */
  cabins: readonly Cabin[];
  classes: readonly number[];
  /** Rank of the bucket that the flight's seats come from: above its class where the connection opens it. */
  buckets: readonly number[];
}

/**
 * Classes by which a leg is open further down to a connection than to its own market: a seat that brings a long fare is worth
 * more than its local class says (displacement-adjusted virtual nesting; Talluri and van Ryzin 2004, § 3.3). Modelled by the
 * leg's share of the kilometres flown; the legs must be sold together, hence "married segments".
 */
export function marriedSteps(legKm: number, componentKm: number): 0 | 1 | 2 {
  if (legKm < 0.35 * componentKm) return 2;
  return legKm < 0.65 * componentKm ? 1 : 0;
}

/** The fare of one flight alone, one way: the same in every itinerary of a search. */
export function sectorFare(quotes: FareQuotes, flight: number, cabin: Cabin): FareComponent | null {
  let sector = quotes.sectors[flight];
  if (sector === undefined) {
    sector = priceComponent(quotes, [flight], [cabin], { kind: "oneWay" });
    quotes.sectors[flight] = sector;
  }
  return sector;
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
  const longest = longestOf(quotes, flights);
  const carrier = timetable.carrier[pool.pattern[longest.flight]!]!;
  const sameCarrier = flights.every((flight) => timetable.carrier[pool.pattern[flight]!] === carrier);
  // Low-cost carriers sell their own flights through, and nobody else's.
  if (!sameCarrier && timetable.carriers[carrier]!.kind === "low_cost") return null;
  const reference = referenceOf(quotes, {
    carrier,
    origin: timetable.marketOrigin[timetable.marketOf[pool.pattern[flights[0]!]!]!]!,
    destination: timetable.marketDestination[timetable.marketOf[pool.pattern[flights[flights.length - 1]!]!]!]!,
    stops: flights.length - 1,
  });
  const cabin = highest(cabins);
  const tariff = tariffFor(reference, cabin, trip.kind);
  const steps = flights.map((flight) => (sameCarrier ? marriedSteps(kmOf(quotes, flight), longest.totalKm) : 0));
  let open = tariff.length - 1;
  for (let i = 0; i < flights.length; i++) {
    const local = openOn(quotes, flights[i]!, cabins[i]!);
    if (local < 0) return null;
    if (cabins[i] === cabin) open = Math.min(open, local + steps[i]!);
  }
  const day = pool.day[flights[0]!]!;
  const rank = lowestAllowed(tariff, open, purchaseOf(quotes, day, trip));
  if (rank < 0) return null;
  const classFare = tariff[rank]!;
  const inCabin = (i: number) => cabins[i] === cabin;
  return {
    carrier,
    cabin,
    classFare,
    reference,
    day,
    baseCents: filedCents(reference, cabin, classFare, dayFactorOf(quotes, day, reference), trip.kind),
    cabins,
    classes: flights.map((flight, i) => (inCabin(i) ? rank : openOn(quotes, flight, cabins[i]!))),
    buckets: flights.map((flight, i) =>
      inCabin(i) ? Math.max(0, rank - steps[i]!) : openOn(quotes, flight, cabins[i]!),
    ),
  };
}

/** Days ahead are counted to the first departure of what is bought as one: of the trip, or of a one-way component. */
function purchaseOf({ searchDay }: FareQuotes, day: EpochDay, trip: TripKind): Purchase {
  if (trip.kind === "oneWay") return { daysAhead: Math.max(0, day - searchDay), stay: null };
  return { daysAhead: Math.max(0, trip.outboundDay - searchDay), stay: trip.stay };
}

function longestOf(quotes: FareQuotes, flights: readonly number[]): { flight: number; totalKm: number } {
  let longest = flights[0]!;
  let longestKm = -1;
  let totalKm = 0;
  for (const flight of flights) {
    const km = kmOf(quotes, flight);
    totalKm += km;
    if (km > longestKm) {
      longest = flight;
      longestKm = km;
    }
  }
  return { flight: longest, totalKm };
}

function kmOf({ timetable, pool }: FareQuotes, flight: number): number {
  return timetable.marketKm[timetable.marketOf[pool.pattern[flight]!]!]!;
}

function highest(cabins: readonly Cabin[]): Cabin {
  let cabin: Cabin = 0;
  for (const each of cabins) if (each > cabin) cabin = each;
  return cabin;
}
