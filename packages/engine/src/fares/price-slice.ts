import { type Cabin, cabinAboard } from "./cabins.ts";
import type { FareComponent, TripKind } from "./fare-component.ts";
import { type FareQuotes, openOn } from "./fare-quotes.ts";
import { priceComponent, sectorFare } from "./price-component.ts";

/** The cheapest valid fare of one slice for one adult, before brand, taxes and surcharges. */
export interface SliceFare {
  /** Sells the ticket: the carrier of the longest flight. */
  validatingCarrier: number;
  /** The fares that it is made of, in the order of the flights. */
  components: readonly FareComponent[];
  baseCents: number;
  kind: TripKind["kind"];
}

/** Flights of an itinerary, by their place in the pool. */
export type Flights = readonly number[];

/** An itinerary that the party finds seats on, whatever it pays: the same for every kind of trip. */
export interface OpenSlice {
  flights: Flights;
  /** Cabin that each flight is sold in. */
  cabins: Cabin[];
  validatingCarrier: number;
}

/**
 * Looks a slice's seats up. A flight without the asked cabin is sold in the best one below it, as long as the longest
 * flight has it.
 *
 * @returns null where a flight is full for the party, or the longest flight has no such cabin.
 */
export function openSlice(quotes: FareQuotes, flights: Flights): OpenSlice | null {
  const { timetable, pool, cabin: asked } = quotes;
  const cabins: Cabin[] = [];
  let longest = 0;
  let longestKm = -1;
  for (let i = 0; i < flights.length; i++) {
    const pattern = pool.pattern[flights[i]!]!;
    const cabin = cabinAboard(timetable.aircraft[timetable.aircraftOf[pattern]!]!.seats, asked);
    if (cabin === null || openOn(quotes, flights[i]!, cabin) < 0) return null;
    cabins.push(cabin);
    const km = timetable.marketKm[timetable.marketOf[pattern]!]!;
    if (km > longestKm) {
      longest = i;
      longestKm = km;
    }
  }
  if (cabins[longest] !== asked) return null;
  return { flights, cabins, validatingCarrier: timetable.carrier[pool.pattern[flights[longest]!]!]! };
}

/**
 * Prices a slice by the cheapest of all its partitions into fare components: one through fare, a fare for each flight, and for
 * three flights one of each. Half of a round trip is one through fare: with the other half it makes a pricing unit.
 *
 * @returns null where no partition is filed, open and allowed.
 */
export function priceSlice(quotes: FareQuotes, slice: OpenSlice, trip: TripKind): SliceFare | null {
  const { flights, cabins } = slice;
  const through = flights.length > 1 || trip.kind === "halfRoundTrip";
  const whole = through ? priceComponent(quotes, flights, cabins, trip) : sectorFare(quotes, flights[0]!, cabins[0]!);
  if (trip.kind === "halfRoundTrip" || flights.length === 1) {
    return whole === null ? null : fareOf(slice, [whole], trip);
  }
  const best = cheapestPartition(quotes, slice, whole);
  return best === null ? null : fareOf(slice, best, trip);
}

type Partition = readonly FareComponent[];

/** The cheapest of the partitions of two or three flights; of equally dear ones the one with fewer components. */
function cheapestPartition(
  quotes: FareQuotes,
  { flights, cabins }: OpenSlice,
  whole: FareComponent | null,
): Partition | null {
  const part = (from: number, to: number) =>
    priceComponent(quotes, flights.slice(from, to), cabins.slice(from, to), { kind: "oneWay" });
  const first = sectorFare(quotes, flights[0]!, cabins[0]!);
  const second = sectorFare(quotes, flights[1]!, cabins[1]!);
  let best: Partition | null = whole === null ? null : [whole];
  if (flights.length === 2) return first && second ? cheaper(best, [first, second]) : best;
  const third = sectorFare(quotes, flights[2]!, cabins[2]!);
  const lastTwo = first && part(1, 3);
  if (first && lastTwo) best = cheaper(best, [first, lastTwo]);
  const firstTwo = third && part(0, 2);
  if (firstTwo && third) best = cheaper(best, [firstTwo, third]);
  return first && second && third ? cheaper(best, [first, second, third]) : best;
}

function cheaper(best: Partition | null, rival: Partition): Partition {
  return best === null || sumOf(rival) < sumOf(best) ? rival : best;
}

function sumOf(components: Partition): number {
  let cents = 0;
  for (const { baseCents } of components) cents += baseCents;
  return cents;
}

function fareOf({ validatingCarrier }: OpenSlice, components: Partition, { kind }: TripKind): SliceFare {
  return { validatingCarrier, components, baseCents: sumOf(components), kind };
}
