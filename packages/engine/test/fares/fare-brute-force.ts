import type { Cabin } from "../../src/fares/cabins.ts";
import { farthestDay, forecastOn } from "../../src/fares/demand.ts";
import { type FareQuotes, leftOn, referenceOf } from "../../src/fares/fare-quotes.ts";
import { type Filing, filingsFor, isSold } from "../../src/fares/filing.ts";
import { type MarketKind, marketKindOf } from "../../src/fares/market-kinds.ts";
import { classCodes, type Purchase, type Trip } from "../../src/fares/tariffs.ts";

/** Returns every partition of a list into consecutive parts. */
function partitionsOf<T>(items: readonly T[]): T[][][] {
  if (items.length === 0) return [[]];
  return items.flatMap((_, at) => partitionsOf(items.slice(at + 1)).map((rest) => [items.slice(0, at + 1), ...rest]));
}

/** One flight of the pool, evaluated by brute force. */
function readFlight({ timetable, pool }: FareQuotes, flight: number) {
  const get = (column: ArrayLike<number>, at: number) => column[at] ?? Number.NaN;
  const pattern = get(pool.pattern, flight);
  const market = get(timetable.marketOf, pattern);
  return {
    pattern,
    carrier: get(timetable.carrier, pattern),
    origin: get(timetable.marketOrigin, market),
    destination: get(timetable.marketDestination, market),
    km: get(timetable.marketKm, market),
    day: get(pool.day, flight),
    departure: get(pool.departure, flight),
    seats: timetable.aircraft[get(timetable.aircraftOf, pattern)]?.seats ?? [0, 0, 0, 0],
  };
}

/** True if a class has seats for the party, from the definition of protection levels: never fewer for a lower class. */
export function isOpen(quotes: FareQuotes, flight: number, cabin: Cabin, rank: number): boolean {
  const { timetable } = quotes;
  const { origin, destination, km, departure } = readFlight(quotes, flight);
  const kind: MarketKind = marketKindOf(timetable, origin, destination, km);
  const days = Math.floor((departure - quotes.searchedAtMinutes) / 1440);
  const { mean, spread } = forecastOn(kind, cabin, Math.max(0, Math.min(farthestDay, days)));
  const left = leftOn(quotes, flight, cabin);
  const demand = quotes.demand[flight] ?? 0;
  const levels = Array.from(
    { length: rank + 1 },
    (_, j) => (mean[j] ?? 0) * demand + (spread[j] ?? 0) * Math.sqrt(demand),
  );
  return left - Math.max(0, ...levels) >= quotes.party;
}

/**
 * Minimum price of a slice over every partition, every filing and every class: null if none is available. Components of a half are of
 * carriers of the ticket's alliance, or of its carrier.
 */
export function lowestCents(
  quotes: FareQuotes,
  flights: readonly number[],
  trip: Trip,
  purchaseOn: (day: number) => Purchase,
): number | null {
  const seller = (part: readonly number[]) => sellerOf(quotes, part);
  const combines = (part: readonly number[]) =>
    combinationOf(seller(part)) === combinationOf(seller(flights)) || seller(part) === seller(flights);
  const partitions = partitionsOf(flights).filter((parts) => trip === "oneWay" || parts.every(combines));
  const totals = partitions.map((parts) =>
    parts.reduce((sum, part) => sum + lowestOfComponent(quotes, part, trip, purchaseOn), 0),
  );
  const lowest = Math.min(...totals);
  return lowest === Number.POSITIVE_INFINITY ? null : lowest;
}

/** The carrier of the longest flight. */
export function sellerOf(quotes: FareQuotes, flights: readonly number[]) {
  const longest = flights.map((flight) => readFlight(quotes, flight)).reduce((a, b) => (b.km > a.km ? b : a));
  return quotes.timetable.carriers[longest.carrier];
}

/** Group within which halves of the carrier combine. */
export function combinationOf(carrier: FareQuotes["timetable"]["carriers"][number] | undefined): string {
  return carrier?.kind === "low_cost" ? carrier.code : (carrier?.alliance ?? carrier?.code ?? "");
}

function lowestOfComponent(
  quotes: FareQuotes,
  flights: readonly number[],
  trip: Trip,
  purchaseOn: (day: number) => Purchase,
): number {
  const legs = flights.map((flight) => ({ flight, ...readFlight(quotes, flight) }));
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY;
  const longest = legs.reduce((a, b) => (b.km > a.km ? b : a));
  const { code, kind } = quotes.timetable.carriers[longest.carrier];
  const own = legs.every(({ carrier }) => carrier === longest.carrier);
  if (kind === "low_cost" && !own) return Number.POSITIVE_INFINITY;
  const stops = legs.length - 1;
  const market = { carrier: longest.carrier, origin: first.origin, destination: last.destination, stops };
  const filedMarket = {
    carrier: code,
    origin: quotes.timetable.airports[first.origin] ?? "",
    destination: quotes.timetable.airports[last.destination] ?? "",
    stops,
    reference: referenceOf(quotes, market),
  };
  const totalKm = legs.reduce((sum, { km }) => sum + km, 0);
  const isSoldOn = (filing: Filing) =>
    isSold(filing, first.day, stops, purchaseOn(first.day)) &&
    legs.every(({ flight, km }) => {
      const share = km / totalKm;
      const steps = !own || stops === 0 ? 0 : share < 0.35 ? 2 : share < 0.65 ? 1 : 0;
      const rank = (classCodes[quotes.cabin] as readonly string[]).indexOf(filing.bookingClass);
      return isOpen(quotes, flight, quotes.cabin, Math.max(0, rank - steps));
    });
  const amounts = filingsFor(filedMarket, quotes.cabin, trip)
    .filter(isSoldOn)
    .map(({ usdCents }) => usdCents);
  return Math.min(...amounts);
}
