import { availableCabin, type Cabin } from "./cabins.ts";
import { combinationOf } from "./combinability.ts";
import type { FareComponent, TripKind } from "./fare-component.ts";
import { type FareQuotes, openOn } from "./fare-quotes.ts";
import { priceComponent, sectorFare } from "./price-component.ts";

/** Cheapest valid fare of one slice for one adult, before brand, taxes and surcharges. */
export interface SliceFare {
  /** Carrier that sells the ticket: that of the longest flight. */
  validatingCarrier: number;
  /** Its fare components, in the order of the flights. */
  components: readonly FareComponent[];
  baseCents: number;
  kind: TripKind["kind"];
}

/** Flights of an itinerary, by index in the pool. */
export type Flights = readonly number[];

/** An itinerary with seats for the party, at any price: equal for every kind of trip. */
export interface OpenSlice {
  flights: Flights;
  /** Cabin in which each flight is sold. */
  cabins: Cabin[];
  validatingCarrier: number;
}

/**
 * Looks up the seats of a slice. A flight without the requested cabin is sold in the best one below it, provided that the longest flight
 * has it.
 *
 * @returns null if a flight is full for the party, or the longest flight has no such cabin.
 */
export function openSlice(quotes: FareQuotes, flights: Flights): OpenSlice | null {
  const { timetable, pool, cabin: requested } = quotes;
  const cabins: Cabin[] = [];
  let longest = 0;
  let longestKm = -1;
  for (let i = 0; i < flights.length; i++) {
    const pattern = pool.pattern[flights[i]];
    const cabin = availableCabin(timetable.aircraft[timetable.aircraftOf[pattern]].seats, requested);
    if (cabin === null || openOn(quotes, flights[i], cabin) < 0) return null;
    cabins.push(cabin);
    const km = timetable.marketKm[timetable.marketOf[pattern]];
    if (km > longestKm) {
      longest = i;
      longestKm = km;
    }
  }
  if (cabins[longest] !== requested) return null;
  return { flights, cabins, validatingCarrier: timetable.carrier[pool.pattern[flights[longest]]] };
}

/**
 * Prices a slice by the cheapest of all its partitions into fare components: one through fare, a fare for each flight, and for three
 * flights one of each. Half of a round trip is priced in the same way: its components are halves, all of carriers whose halves combine with
 * those of the ticket's seller, and form a round or circle trip with the other half.
 *
 * @returns null if no partition is filed, open and allowed.
 */
export function priceSlice(quotes: FareQuotes, slice: OpenSlice, trip: TripKind): SliceFare | null {
  const { flights, cabins } = slice;
  if (flights.length === 1) {
    const sector = sectorFare(quotes, flights[0], cabins[0], trip);
    return sector === null ? null : fareOf(slice, [sector], trip);
  }
  const whole = priceComponent(quotes, flights, cabins, trip);
  const best = cheapestPartition(quotes, slice, trip, whole);
  return best === null ? null : fareOf(slice, best, trip);
}

type Partition = readonly FareComponent[];

/** Cheapest partition of two or three flights; of equal ones the one with fewer components. */
function cheapestPartition(
  quotes: FareQuotes,
  slice: OpenSlice,
  trip: TripKind,
  whole: FareComponent | null,
): Partition | null {
  const { flights, cabins } = slice;
  const combines = (component: FareComponent | null) =>
    component !== null && (trip.kind === "oneWay" || isOfOneCombination(quotes, slice, component)) ? component : null;
  const sector = (at: number) => combines(sectorFare(quotes, flights[at], cabins[at], trip));
  const part = (from: number, to: number) =>
    combines(priceComponent(quotes, flights.slice(from, to), cabins.slice(from, to), trip));
  const first = sector(0);
  const second = sector(1);
  let best: Partition | null = whole === null ? null : [whole];
  if (flights.length === 2) return first && second ? cheaper(best, [first, second]) : best;
  const third = sector(2);
  const lastTwo = first && part(1, 3);
  if (first && lastTwo) best = cheaper(best, [first, lastTwo]);
  const firstTwo = third && part(0, 2);
  if (firstTwo && third) best = cheaper(best, [firstTwo, third]);
  return first && second && third ? cheaper(best, [first, second, third]) : best;
}

function isOfOneCombination({ timetable }: FareQuotes, { validatingCarrier }: OpenSlice, { carrier }: FareComponent) {
  if (carrier === validatingCarrier) return true;
  return combinationOf(timetable, carrier) === combinationOf(timetable, validatingCarrier);
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
