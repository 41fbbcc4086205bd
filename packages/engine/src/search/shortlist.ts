import type { FlightSearch } from "./flight-search.ts";
import { JourneyMeasures } from "./journey-measures.ts";
import type { Journey } from "./journeys.ts";

/**
 * Removes journeys that no limit can keep, whatever other journeys they are merged with.
 *
 * The limit keeps the cheapest, the cheapest nonstop, the fastest, the best award, the `limit / 2` best awards if money and miles are
 * requested together, and fills up to `limit` in order. An element among the first n of a larger set is among the first n of its smaller set,
 * so each of these lists is kept in full. To fill up: let a be the best awards here. The merged set has at least as many; each of those
 * from elsewhere takes a slot. A journey that is kept in order therefore has at most `limit - a - 1` journeys before it here that are not
 * among the a.
 *
 * Journeys that the engine cannot order stay together: those equal in every key, as ids decide between them, and those whose prices differ
 * by no more than conversion may change.
 *
 * @returns the journeys in the requested order.
 */
export function shortlist(journeys: readonly Journey[], search: FlightSearch): JourneyMeasures[] {
  const sorted = journeys.map((journey) => new JourneyMeasures(journey, search)).sort((a, b) => compare(a, b, search));
  const { limit, includeCash, includeAward, sort, priceToleranceCents = 0 } = search;
  if (sorted.length <= limit) return sorted;
  const byPrice: Key = { of: ({ priceCents }) => priceCents, tolerance: priceToleranceCents };
  const byAward: Key = { of: ({ awardCents }) => awardCents, tolerance: priceToleranceCents };
  const byMinutes: Key = { of: ({ minutes }) => minutes, tolerance: 0 };
  const order = [
    { of: ({ sortKey }: JourneyMeasures) => sortKey, tolerance: sort === "price" ? priceToleranceCents : 0 },
  ];
  order.push(byPrice, byMinutes);
  const firstOf = (list: readonly JourneyMeasures[], key: Key, count: number) =>
    firstBy(sortBy(list, key), [key, ...order], count);

  const awarded = sorted.filter(({ journey }) => journey.awards.length > 0);
  const awardSlots = includeCash && includeAward ? Math.min(awarded.length, Math.floor(limit / 2)) : 0;
  const kept = new Set(awardSlots === 0 ? [] : firstOf(awarded, byAward, awardSlots));
  const others = sorted.filter((measures) => !kept.has(measures));
  for (const list of [
    firstBy(others, order, limit - awardSlots),
    firstOf(awarded, byAward, 1),
    firstOf(sorted, byPrice, 1),
    firstOf(
      sorted.filter(({ isNonstop }) => isNonstop),
      byPrice,
      1,
    ),
    firstOf(sorted, byMinutes, 1),
  ]) {
    for (const measures of list) kept.add(measures);
  }
  return sorted.filter((measures) => kept.has(measures));
}

/** A sort key of journeys. Keys that differ by at most the tolerance may swap. */
interface Key {
  of: (measures: JourneyMeasures) => number;
  tolerance: number;
}

/** The first `count` of a sorted list, and later ones that the final order may put before them. */
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

/** Infinity equals itself: it means "has none". */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** A total order that depends only on the flights, so equal prices do not depend on the order of discovery. */
function compareFlights(a: Journey, b: Journey): number {
  for (const [i, { direction, candidate }] of a.slices.entries()) {
    const other = b.slices[i].candidate;
    for (const [leg, flight] of candidate.flights.entries()) {
      const rival = other.flights[leg];
      if (rival === undefined) return 1;
      const { pattern, day } = direction.enumeration.pool;
      const difference = pattern[flight] - pattern[rival] || day[flight] - day[rival];
      if (difference !== 0) return difference;
    }
    if (candidate.flights.length < other.flights.length) return -1;
  }
  return 0;
}
