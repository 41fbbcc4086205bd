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
    keepRows(set, (row) => set.cost[row] <= set.costLimit);
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
    rows += rowsAt[cost];
    if (rows >= nth) return cost;
  }
  return rowsAt.length;
}

function countByCost({ cost, count }: ItinerarySet): Uint32Array {
  let most = 0;
  for (let row = 0; row < count; row++) most = Math.max(most, cost[row]);
  const rowsAt = new Uint32Array(most + 1);
  for (let row = 0; row < count; row++) rowsAt[cost[row]]++;
  return rowsAt;
}

function keepRows(set: ItinerarySet, keeps: (row: number) => boolean): void {
  let kept = 0;
  for (let row = 0; row < set.count; row++) {
    if (!keeps(row)) continue;
    set.first[kept] = set.first[row];
    set.second[kept] = set.second[row];
    set.third[kept] = set.third[row];
    set.cost[kept] = set.cost[row];
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
 * @param carriers how many there are.
 * @param carrierOf of a flight, its carrier.
 */
export function cutToCap(
  set: ItinerarySet,
  cap: number,
  carriers: number,
  carrierOf: (flight: number) => number,
): void {
  if (set.count <= cap) return;
  const { first, second, third, cost } = set;
  const limit = costOfNth(set, cap);
  const least = leastCosts(set, carriers, carrierOf);
  const isWithin = (flight: number, costOfRow: number) =>
    flight >= 0 && costOfRow <= least[(carrierOf(flight) + 1) * waysOfEachCarrier - 1];
  keepRows(set, (row) => {
    const costOfRow = cost[row];
    return (
      costOfRow <= limit ||
      isWithin(first[row], costOfRow) ||
      isWithin(second[row], costOfRow) ||
      isWithin(third[row], costOfRow)
    );
  });
}

/** The least few costs of the ways that each carrier flies on, in rising order, side by side. */
function leastCosts(
  { count, first, second, third, cost }: ItinerarySet,
  carriers: number,
  carrierOf: (flight: number) => number,
): Int32Array {
  const least = new Int32Array(carriers * waysOfEachCarrier).fill(0x7f_ff_ff_ff);
  for (let row = 0; row < count; row++) {
    const one = carrierOf(first[row]);
    const two = second[row] < 0 ? one : carrierOf(second[row]);
    const three = third[row] < 0 ? one : carrierOf(third[row]);
    noteCost(least, one, cost[row]);
    // A carrier that flies twice on a way has flown one way.
    if (two !== one) noteCost(least, two, cost[row]);
    if (three !== one && three !== two) noteCost(least, three, cost[row]);
  }
  return least;
}

function noteCost(least: Int32Array, carrier: number, cost: number): void {
  const start = carrier * waysOfEachCarrier;
  let at = start + waysOfEachCarrier - 1;
  if (cost >= least[at]) return;
  while (at > start && least[at - 1] > cost) {
    least[at] = least[at - 1];
    at--;
  }
  least[at] = cost;
}
