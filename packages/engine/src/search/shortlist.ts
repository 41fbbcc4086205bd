import type { FlightSearch } from "./flight-search.ts";
import { JourneyMeasures } from "./journey-measures.ts";
import type { Journey } from "./journeys.ts";

/**
 * Leaves out journeys that no cut to `limit` can keep, whatever journeys of other suppliers they are merged with.
 *
 * The cut keeps the first `limit` of the order at most, the cheapest, the cheapest nonstop, the fastest, and the `limit / 2` cheapest
 * awards at most. What is among the first n of a larger set is among the first n of its own set, so each of these lists is kept
 * here in full, and nothing is cut to `limit`. Journeys that the engine cannot tell apart stay together: those equal in every key,
 * as ids decide between them, and those whose prices differ by no more than conversion may change.
 *
 * @returns the journeys in the requested order.
 */
export function shortlist(journeys: readonly Journey[], search: FlightSearch): JourneyMeasures[] {
  const sorted = journeys.map((journey) => new JourneyMeasures(journey, search)).sort((a, b) => compare(a, b, search));
  const { limit, includeCash, includeAward, priceToleranceCents: cents = 0 } = search;
  if (sorted.length <= limit) return sorted;
  const order: Key[] = [
    { of: ({ sortKey }) => sortKey, tolerance: search.sort === "price" ? cents : 0 },
    { of: ({ priceCents }) => priceCents, tolerance: cents },
    { of: ({ minutes }) => minutes, tolerance: 0 },
  ];
  const byPrice = { of: ({ priceCents }: JourneyMeasures) => priceCents, tolerance: cents };
  const byAward = { of: ({ awardCents }: JourneyMeasures) => awardCents, tolerance: cents };
  const awards = includeCash && includeAward ? Math.max(1, Math.floor(limit / 2)) : 1;
  const kept = new Set([
    ...firstBy(sorted, order, limit),
    ...firstBy(sortBy(sorted, byPrice), [byPrice, ...order], 1),
    ...firstBy(
      sortBy(
        sorted.filter(({ isNonstop }) => isNonstop),
        byPrice,
      ),
      [byPrice, ...order],
      1,
    ),
    ...firstBy(
      sortBy(sorted, { of: ({ minutes }) => minutes }),
      [{ of: ({ minutes }) => minutes, tolerance: 0 }, ...order],
      1,
    ),
    ...firstBy(
      sortBy(
        sorted.filter(({ journey }) => journey.awards.length > 0),
        byAward,
      ),
      [byAward, ...order],
      awards,
    ),
  ]);
  return sorted.filter((measures) => kept.has(measures));
}

/** A number that journeys are sorted by. Keys that differ by no more than the tolerance may change places. */
interface Key {
  of(measures: JourneyMeasures): number;
  tolerance: number;
}

/** The first `count` of a sorted list, and those after them that the final order may put before. */
function firstBy(sorted: readonly JourneyMeasures[], keys: readonly Key[], count: number): JourneyMeasures[] {
  const last = sorted[count - 1];
  if (last === undefined) return [...sorted];
  let end = count;
  while (end < sorted.length && mayPrecede(sorted[end], last, keys)) end++;
  return sorted.slice(0, end);
}

function mayPrecede(later: JourneyMeasures, last: JourneyMeasures, keys: readonly Key[]): boolean {
  for (const { of, tolerance } of keys) {
    const difference = compareNumbers(of(later), of(last));
    if (difference > tolerance) return false;
    if (tolerance > 0) return true;
  }
  return true;
}

/** Stable, so that the requested order breaks ties. */
function sortBy(sorted: readonly JourneyMeasures[], { of }: Pick<Key, "of">): JourneyMeasures[] {
  return sorted.toSorted((a, b) => compareNumbers(of(a), of(b)));
}

function compare(a: JourneyMeasures, b: JourneyMeasures, { sort }: FlightSearch): number {
  return (
    compareNumbers(a.sortKey, b.sortKey) ||
    (sort === "price" ? 0 : compareNumbers(a.priceCents, b.priceCents)) ||
    a.minutes - b.minutes ||
    compareFlights(a.journey, b.journey)
  );
}

/** Infinity equals itself: it stands for "has none". */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A total order that depends on the flights alone, so that equal prices do not depend on how they were found. */
function compareFlights(a: Journey, b: Journey): number {
  for (const [i, { side, candidate }] of a.slices.entries()) {
    const other = b.slices[i].candidate;
    for (const [leg, flight] of candidate.flights.entries()) {
      const rival = other.flights[leg];
      if (rival === undefined) return 1;
      const { pattern, day } = side.enumeration.pool;
      const difference = pattern[flight] - pattern[rival] || day[flight] - day[rival];
      if (difference !== 0) return difference;
    }
    if (candidate.flights.length < other.flights.length) return -1;
  }
  return 0;
}
