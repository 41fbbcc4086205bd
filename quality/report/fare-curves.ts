import {
  type CabinName,
  type EpochDay,
  type FlightSearch,
  minutesPerDay,
  plainSearch,
  type Searcher,
} from "@wayfare/engine";

/** Searches whose offers form one curve. */
export interface CurveQuery {
  pairs: readonly (readonly [origin: string, destination: string])[];
  /** Departure days: the same for every point, so that season and weekday cancel out. */
  departures: readonly EpochDay[];
  cabin: CabinName;
  maxStops: 0 | 1 | 2;
}

/** Returns the cheapest price per flight found for one adult, taxes included, in US cents. */
export function pricesAhead(searcher: Searcher, query: CurveQuery, daysAhead: number): number[] {
  return query.pairs.flatMap(([origin, destination]) =>
    query.departures.flatMap((day) => {
      const search = searchFor({ origin, destination, day, cabin: query.cabin, maxStops: query.maxStops });
      const flights = searcher.search({ ...search, searchedAtMinutes: (day - daysAhead) * minutesPerDay });
      return flights.flatMap(({ cheapestCash }) => (cheapestCash === null ? [] : [adultCents(cheapestCash)]));
    }),
  );
}

/** Returns the lowest price of a search for one adult, taxes included, in US cents; null if nothing was found. */
export function cheapestCents(
  searcher: Searcher,
  search: Pick<FlightSearch, "origin" | "destination" | "day"> & Partial<FlightSearch>,
): number | null {
  const prices = searcher
    .search(searchFor(search))
    .flatMap(({ cheapestCash }) => (cheapestCash === null ? [] : [adultCents(cheapestCash)]));
  return prices.length === 0 ? null : Math.min(...prices);
}

type CashOffer = NonNullable<ReturnType<Searcher["search"]>[number]["cheapestCash"]>;

function adultCents({ fares }: CashOffer): number {
  const [adult] = fares;
  if (adult === undefined) return 0;
  return [...adult.taxes, ...adult.surcharges].reduce((sum, { usdCents }) => sum + usdCents, adult.baseCents);
}

/** A search for one adult, cash only, with the maximum limit. */
function searchFor(
  changes: Pick<FlightSearch, "origin" | "destination" | "day"> & Partial<FlightSearch>,
): FlightSearch {
  return {
    ...plainSearch,
    includeAward: false,
    limit: 500,
    searchedAtMinutes: 0,
    ...changes,
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
