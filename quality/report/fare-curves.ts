import {
  type CabinName,
  type EpochDay,
  type FlightSearch,
  minutesPerDay,
  plainSearch,
  type Searcher,
} from "@wayfare/engine";

/** Searches whose offers make one curve. */
export interface CurveQuestion {
  pairs: readonly (readonly [origin: string, destination: string])[];
  /** Days of departure: the same for every point, so that season and weekday cancel out. */
  departures: readonly EpochDay[];
  cabin: CabinName;
  maxStops: 0 | 1 | 2;
}

/** What one adult pays in the cheapest offer of every flight found, taxes included, in US cents. */
export function pricesAhead(searcher: Searcher, question: CurveQuestion, daysAhead: number): number[] {
  return question.pairs.flatMap(([origin, destination]) =>
    question.departures.flatMap((day) => {
      const search = searchFor({ origin, destination, day, cabin: question.cabin, maxStops: question.maxStops });
      const flights = searcher.search({ ...search, searchedAtMinutes: (day - daysAhead) * minutesPerDay });
      return flights.flatMap(({ cheapestCash }) => (cheapestCash === null ? [] : [adultCents(cheapestCash)]));
    }),
  );
}

type CashOffer = NonNullable<ReturnType<Searcher["search"]>[number]["cheapestCash"]>;

function adultCents({ fares }: CashOffer): number {
  const [adult] = fares;
  if (adult === undefined) return 0;
  return [...adult.taxes, ...adult.surcharges].reduce((sum, { usdCents }) => sum + usdCents, adult.baseCents);
}

/** A search of one adult for money, for everything there is. */
function searchFor(asked: Pick<FlightSearch, "origin" | "destination" | "day"> & Partial<FlightSearch>): FlightSearch {
  return {
    ...plainSearch,
    includeAward: false,
    limit: 500,
    searchedAtMinutes: 0,
    ...asked,
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
