/** An element of a layer, with its part of a chain's key. */
export interface ChainLink<T> {
  item: T;
  key: number;
  /** Part of the chain's price, which a limit bounds; 0 if absent. */
  price?: number;
  /** A link can follow another one if it starts no earlier than that one ends. */
  start: number;
  end: number;
}

/** Limit on the price of a chain. */
export interface ChainLimit<T> {
  /** Chains whose prices add up to more are left out. */
  maxPrice?: number;
  /** Decides on the others; true for each if absent. */
  allows?: (chain: readonly T[]) => boolean;
}

/** A link with the lowest key, and the lowest price, of any chain that continues with it. */
interface Ranked<T> extends ChainLink<T> {
  toEnd: number;
  priceToEnd: number;
}

/** Chains that begin with the links of a path and continue with the link at `at` of the next layer, or a later one. */
interface Branch<T> {
  path: readonly T[];
  sum: number;
  price: number;
  end: number;
  at: number;
  /** Lowest key of these chains. */
  bound: number;
  /** Order of creation, which breaks ties. */
  order: number;
}

/** Branches per step. */
const branchesPerStep = 2000;
/** Branches of a search with a limit on the price, which can leave out chains with a low key. */
const maxLimitedBranches = 200_000;

/**
 * Returns the `count` chains of one link per layer with the lowest sums of keys, in order, in which every link can follow the one before it.
 *
 * Best first: the bound of a branch is exact, as it includes the lowest sum of the remaining layers, so that every branch that is taken leads
 * to a chain of the result. O(layers × links log links + count × layers × (links + log count)), without forming the product of the layers.
 * With a limit, the chains that it allows, as far as 200,000 branches find them: a branch can lead to chains above the limit only.
 */
export function* bestChains<T>(
  layers: readonly (readonly ChainLink<T>[])[],
  count: number,
  { maxPrice = Number.POSITIVE_INFINITY, allows = () => true }: ChainLimit<T> = {},
): Generator<undefined, T[][]> {
  const ranked = rankLayers(layers);
  const found: T[][] = [];
  const heap: Branch<T>[] = [];
  let order = 0;
  const pushFrom = (path: readonly T[], { sum, price, end, at }: Pick<Branch<T>, "sum" | "price" | "end" | "at">) => {
    const layer = ranked[path.length];
    let next = at;
    while (next < layer.length && (layer[next].start < end || price + layer[next].priceToEnd > maxPrice)) next++;
    if (next === layer.length) return;
    push(heap, { path, sum, price, end, at: next, bound: sum + layer[next].toEnd, order: order++ });
  };
  if (ranked.length > 0) pushFrom([], { sum: 0, price: 0, end: Number.NEGATIVE_INFINITY, at: 0 });
  const maxBranches = maxPrice === Number.POSITIVE_INFINITY ? maxPrice : maxLimitedBranches;
  let taken = 0;
  while (heap.length > 0 && found.length < count && taken < maxBranches) {
    if (++taken % branchesPerStep === 0) yield;
    const { path, sum, price, end, at } = pop(heap);
    const link = ranked[path.length][at];
    const longer = [...path, link.item];
    const longerPrice = price + (link.price ?? 0);
    if (longer.length < ranked.length) {
      pushFrom(longer, { sum: sum + link.key, price: longerPrice, end: link.end, at: 0 });
    } else if (allows(longer)) found.push(longer);
    pushFrom(path, { sum, price, end, at: at + 1 });
  }
  return found;
}

/** Layers without the links that no chain continues from, each sorted by the lowest key of a chain that continues with the link. */
function rankLayers<T>(layers: readonly (readonly ChainLink<T>[])[]): Ranked<T>[][] {
  const ranked: Ranked<T>[][] = [];
  let keyFrom = (_end: number): number => 0;
  let priceFrom = keyFrom;
  for (const layer of layers.toReversed()) {
    const [lowestKey, lowestPrice] = [keyFrom, priceFrom];
    const links = layer
      .map((link) => ({
        ...link,
        toEnd: link.key + lowestKey(link.end),
        priceToEnd: (link.price ?? 0) + lowestPrice(link.end),
      }))
      .filter(({ toEnd }) => toEnd < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.toEnd - b.toEnd);
    ranked.unshift(links);
    keyFrom = lowestByStart(links, ({ toEnd }) => toEnd);
    priceFrom = lowestByStart(links, ({ priceToEnd }) => priceToEnd);
  }
  return ranked;
}

/** Returns the function that finds the lowest value among links that start at a time or later; Infinity without one. */
function lowestByStart<T>(links: readonly Ranked<T>[], valueOf: (link: Ranked<T>) => number): (from: number) => number {
  const byStart = links.toSorted((a, b) => a.start - b.start);
  const lowest = new Float64Array(byStart.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let at = byStart.length - 1; at >= 0; at--) lowest[at] = Math.min(lowest[at + 1], valueOf(byStart[at]));
  return (from) => {
    let low = 0;
    let high = byStart.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byStart[middle].start < from) low = middle + 1;
      else high = middle;
    }
    return lowest[low];
  };
}

function isBefore<T>(a: Branch<T>, b: Branch<T>): boolean {
  return a.bound < b.bound || (a.bound === b.bound && a.order < b.order);
}

function push<T>(heap: Branch<T>[], branch: Branch<T>): void {
  let at = heap.push(branch) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(branch, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = branch;
}

function pop<T>(heap: Branch<T>[]): Branch<T> {
  const first = heap[0];
  const last = heap[heap.length - 1];
  heap.length--;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return first;
}
