import { grown } from "./flight-pool.ts";

/**
 * Itineraries of one slice: rows of up to three flights of a pool, −1 where there is none, with the generalised cost in minutes
 * that compares them (see `generalisedCost`).
 *
 * A set holds every row up to `ceiling`; somewhere beyond, the costliest go, and `costLimit` keeps out what could not stay. Rows of
 * equal cost stay together. No market of the real network comes near the ceiling: it keeps a hostile one from growing without end.
 */
export interface ItinerarySet {
  count: number;
  first: Int32Array;
  second: Int32Array;
  third: Int32Array;
  cost: Int32Array;
  ceiling: number;
  costLimit: number;
}

const defaultCeiling = 1 << 16;

export function createItinerarySet(ceiling = defaultCeiling): ItinerarySet {
  const size = 1024;
  return {
    count: 0,
    first: new Int32Array(size),
    second: new Int32Array(size),
    third: new Int32Array(size),
    cost: new Int32Array(size),
    ceiling,
    costLimit: Number.POSITIVE_INFINITY,
  };
}

export function resetItinerarySet(set: ItinerarySet): void {
  set.count = 0;
  set.costLimit = Number.POSITIVE_INFINITY;
}

/** A connection weighs as much as this many minutes on the way: what keeps a fast nonstop ahead when a set is capped. */
const minutesPerStop = 90;

/** What a cap compares: elapsed minutes plus a weight a stop. It stands in for the utility, which needs a price. */
export function generalisedCost(elapsedMinutes: number, stops: number): number {
  return elapsedMinutes + minutesPerStop * stops;
}

export function addItinerary(set: ItinerarySet, first: number, second: number, third: number, cost: number): void {
  if (cost > set.costLimit) return;
  if (set.count === set.first.length) growSet(set);
  const at = set.count++;
  set.first[at] = first;
  set.second[at] = second;
  set.third[at] = third;
  set.cost[at] = cost;
}

function growSet(set: ItinerarySet): void {
  if (set.count >= 2 * set.ceiling) {
    set.costLimit = costOfNth(set, set.ceiling);
    keepRows(set, (row) => set.cost[row]! <= set.costLimit);
    if (set.count < set.first.length) return;
  }
  const size = set.count * 2;
  set.first = grown(set.first, size);
  set.second = grown(set.second, size);
  set.third = grown(set.third, size);
  set.cost = grown(set.cost, size);
}

/** Cost of the nth cheapest row, by counting: costs are small integers. */
function costOfNth(set: ItinerarySet, nth: number): number {
  const rowsAt = countByCost(set);
  let rows = 0;
  for (let cost = 0; cost < rowsAt.length; cost++) {
    rows += rowsAt[cost]!;
    if (rows >= nth) return cost;
  }
  return rowsAt.length;
}

function countByCost({ cost, count }: ItinerarySet): Uint32Array {
  let most = 0;
  for (let row = 0; row < count; row++) most = Math.max(most, cost[row]!);
  const rowsAt = new Uint32Array(most + 1);
  for (let row = 0; row < count; row++) rowsAt[cost[row]!]!++;
  return rowsAt;
}

function keepRows(set: ItinerarySet, keeps: (row: number) => boolean): void {
  let kept = 0;
  for (let row = 0; row < set.count; row++) {
    if (!keeps(row)) continue;
    set.first[kept] = set.first[row]!;
    set.second[kept] = set.second[row]!;
    set.third[kept] = set.third[row]!;
    set.cost[kept] = set.cost[row]!;
    kept++;
  }
  set.count = kept;
}

/** Ways that each carrier keeps whatever they cost: the cheapest fare and the award seat often are on a slower carrier. */
const waysOfEachCarrier = 5;

/**
 * Cuts a set down to about `cap` rows for pricing: the ones of least cost, and of every carrier the best few it flies on, so
 * that what a slower carrier sells is still priced. Equal costs go together, so that the cut does not depend on the order of the rows.
 *
 * @param carriersOf of a row, the carriers that fly it.
 */
export function cutToCap(set: ItinerarySet, cap: number, carriersOf: (row: number) => readonly number[]): void {
  if (set.count <= cap) return;
  const limit = costOfNth(set, cap);
  const limits = new Map<number, number[]>();
  for (let row = 0; row < set.count; row++) {
    // A carrier that flies twice on a way has flown one way.
    for (const carrier of new Set(carriersOf(row))) noteCost(limits, carrier, set.cost[row]!);
  }
  keepRows(set, (row) => {
    const cost = set.cost[row]!;
    return cost <= limit || carriersOf(row).some((carrier) => cost <= (limits.get(carrier)?.at(-1) ?? 0));
  });
}

/** Keeps the least few costs of each carrier, in rising order. */
function noteCost(limits: Map<number, number[]>, carrier: number, cost: number): void {
  const known = limits.get(carrier);
  if (known === undefined) {
    limits.set(carrier, [cost]);
    return;
  }
  if (known.length === waysOfEachCarrier && cost >= known[waysOfEachCarrier - 1]!) return;
  let at = known.length === waysOfEachCarrier ? waysOfEachCarrier - 1 : known.length;
  while (at > 0 && known[at - 1]! > cost) {
    known[at] = known[at - 1]!;
    at--;
  }
  known[at] = cost;
}
