import { grown } from "./flight-pool.ts";

/**
 * Itineraries of one slice: rows of up to three flights of a pool, −1 for none, with the generalized cost in minutes that compares them
 * (see `generalisedCost`).
 *
 * A set keeps every row up to `ceiling`; beyond it the most expensive are dropped, and `costLimit` rejects rows that would be dropped. Rows
 * of equal cost stay together. No market of the real network comes near the ceiling: it limits the memory of a hostile one.
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

/** Weight of a connection in minutes of travel, which keeps fast nonstops ahead when a set is capped. */
const minutesPerStop = 90;

/** Cost used by the cap: elapsed minutes plus a weight per stop. It approximates the utility, which needs a price. */
export function generalizedCost(elapsedMinutes: number, stops: number): number {
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

/** Number of itineraries that each carrier keeps at any cost: the cheapest fare or the award seat is often on a slower carrier. */
const itinerariesPerCarrier = 5;

/**
 * Reduces a set to about `cap` rows for pricing: those of lowest cost, and the best few of every carrier, so that offers of slower carriers
 * are still priced. Rows of equal cost stay together, so the result does not depend on the order of the rows.
 *
 * @param carriers number of carriers.
 * @param carrierOf returns the carrier of a flight.
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
  const lowest = lowestCosts(set, carriers, carrierOf);
  const isWithin = (flight: number, costOfRow: number) =>
    flight >= 0 && costOfRow <= lowest[(carrierOf(flight) + 1) * itinerariesPerCarrier - 1];
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

/** Lowest costs of the itineraries of each carrier, in ascending order, in consecutive slots per carrier. */
function lowestCosts(
  { count, first, second, third, cost }: ItinerarySet,
  carriers: number,
  carrierOf: (flight: number) => number,
): Int32Array {
  const lowest = new Int32Array(carriers * itinerariesPerCarrier).fill(0x7f_ff_ff_ff);
  for (let row = 0; row < count; row++) {
    const one = carrierOf(first[row]);
    const two = second[row] < 0 ? one : carrierOf(second[row]);
    const three = third[row] < 0 ? one : carrierOf(third[row]);
    noteCost(lowest, one, cost[row]);
    // An itinerary with two flights of a carrier counts once for it.
    if (two !== one) noteCost(lowest, two, cost[row]);
    if (three !== one && three !== two) noteCost(lowest, three, cost[row]);
  }
  return lowest;
}

function noteCost(lowest: Int32Array, carrier: number, cost: number): void {
  const start = carrier * itinerariesPerCarrier;
  let at = start + itinerariesPerCarrier - 1;
  if (cost >= lowest[at]) return;
  while (at > start && lowest[at - 1] > cost) {
    lowest[at] = lowest[at - 1];
    at--;
  }
  lowest[at] = cost;
}
