import { grown } from "./flight-pool.ts";

/**
 * Itineraries of one slice: rows of up to three flights of a pool, −1 where there is none, with what comparing them needs.
 *
 * `cost` is the generalised cost in minutes that caps the set (see `generalisedCost`): once there are half as many rows
 * again as the cap, the costliest go, and `costLimit` keeps out what could not stay.
 */
export interface ItinerarySet {
  cap: number;
  count: number;
  first: Int32Array;
  second: Int32Array;
  third: Int32Array;
  cost: Int32Array;
  costLimit: number;
}

export function createItinerarySet(cap: number): ItinerarySet {
  const size = 1024;
  return {
    cap,
    count: 0,
    first: new Int32Array(size),
    second: new Int32Array(size),
    third: new Int32Array(size),
    cost: new Int32Array(size),
    costLimit: Number.POSITIVE_INFINITY,
  };
}

export function resetItinerarySet(set: ItinerarySet): void {
  set.count = 0;
  set.costLimit = Number.POSITIVE_INFINITY;
}

/** A connection weighs as much as this many minutes on the way: what keeps a fast nonstop ahead when a set is capped. */
const minutesPerStop = 90;

/** What the cap compares: elapsed minutes plus a weight a stop. It stands in for the utility, which needs a price. */
export function generalisedCost(elapsedMinutes: number, stops: number): number {
  return elapsedMinutes + minutesPerStop * stops;
}

export function addItinerary(set: ItinerarySet, first: number, second: number, third: number, cost: number): void {
  if (cost >= set.costLimit) return;
  if (set.count === set.first.length) {
    const size = set.count * 2;
    set.first = grown(set.first, size);
    set.second = grown(set.second, size);
    set.third = grown(set.third, size);
    set.cost = grown(set.cost, size);
  }
  const at = set.count++;
  set.first[at] = first;
  set.second[at] = second;
  set.third[at] = third;
  set.cost[at] = cost;
  if (set.count >= set.cap * 1.5) trimToCap(set);
}

/** Keeps the `cap` rows of least cost; of equal ones those that came first. */
export function trimToCap(set: ItinerarySet): void {
  if (set.count <= set.cap) return;
  const ascending = set.cost.slice(0, set.count).sort();
  const limit = ascending[set.cap - 1]!;
  let atLimit = set.cap - lowerBound(ascending, limit);
  let kept = 0;
  for (let row = 0; row < set.count; row++) {
    const cost = set.cost[row]!;
    if (cost > limit || (cost === limit && atLimit-- <= 0)) continue;
    set.first[kept] = set.first[row]!;
    set.second[kept] = set.second[row]!;
    set.third[kept] = set.third[row]!;
    set.cost[kept] = cost;
    kept++;
  }
  set.count = kept;
  set.costLimit = limit;
}

function lowerBound(ascending: Int32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
