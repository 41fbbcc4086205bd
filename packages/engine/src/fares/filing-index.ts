import { airportsOf, type Timetable } from "../timetable/timetable.ts";
import { type Cabin, cabinOf } from "./cabins.ts";
import type { Filing } from "./filing.ts";
import { classCodes, type Trip } from "./tariffs.ts";

/** A filing with the rank of its class within its cabin. */
export interface RankedFiling extends Filing {
  rank: number;
}

/** Filings of a table for a carrier in a market and cabin, by kind of trip, cheapest first. */
export type FiledFares = Readonly<Record<Trip, readonly RankedFiling[]>>;

/** Filings of a table by carrier, market and cabin. They replace all filings that the carrier would have there by rule. */
export interface FilingIndex {
  readonly airports: number;
  readonly fares: ReadonlyMap<number, FiledFares>;
}

/**
 * Resolves the codes of filings; a metropolitan code files for each of its airports. Filings of carriers and places that the timetable
 * lacks are omitted.
 *
 * @returns null if nothing is left, so searches skip the lookup.
 * @throws RangeError if a filing's class is not sold in its cabin.
 */
export function indexFilings(timetable: Timetable, filings: readonly Filing[]): FilingIndex | null {
  const carriers = new Map(timetable.carriers.map(({ code }, carrier) => [code, carrier]));
  const airports = timetable.airports.length;
  const fares = new Map<number, Record<Trip, RankedFiling[]>>();
  for (const filing of filings.toSorted((a, b) => a.usdCents - b.usdCents || (a.fareBasis < b.fareBasis ? -1 : 1))) {
    const carrier = carriers.get(filing.carrier);
    if (carrier === undefined) continue;
    const ranked = { ...filing, rank: rankOf(filing) };
    for (const origin of airportsOf(timetable, filing.origin)) {
      for (const destination of airportsOf(timetable, filing.destination)) {
        const key = keyOf(airports, { carrier, origin, destination, cabin: cabinOf(filing.cabin) });
        const filed = fares.get(key) ?? { oneWay: [], halfRoundTrip: [] };
        filed[filing.trip].push(ranked);
        fares.set(key, filed);
      }
    }
  }
  return fares.size === 0 ? null : { airports, fares };
}

function rankOf({ cabin, bookingClass }: Filing): number {
  const codes: readonly string[] = classCodes[cabinOf(cabin)];
  const rank = codes.indexOf(bookingClass);
  if (rank < 0)
    throw new RangeError(`booking class of ${cabin} must be one of ${codes.join(", ")}, got ${bookingClass}`);
  return rank;
}

interface FiledMarketKey {
  carrier: number;
  origin: number;
  destination: number;
  cabin: Cabin;
}

/** Filings of the table, or undefined if the carrier files by rule. */
export function findFiledFares(index: FilingIndex, market: FiledMarketKey): FiledFares | undefined {
  return index.fares.get(keyOf(index.airports, market));
}

function keyOf(airports: number, { carrier, origin, destination, cabin }: FiledMarketKey): number {
  return ((carrier * airports + origin) * airports + destination) * 4 + cabin;
}
