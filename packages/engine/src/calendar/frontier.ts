/** A price of one slice with the time that decides on its connection to the other slice of a round trip. */
export interface Priced<T> {
  /** Cents or miles. */
  value: number;
  /** Arrival of an outbound slice, or minus the departure of an inbound one: lower combines with more. */
  time: number;
  /**
   * 1 for an outbound slice of which only domestic trips are still sold, and for an inbound slice that is not domestic, else 0: lower combines
   * with more, and two of 1 do not combine.
   */
  reach: 0 | 1;
  item: T;
  /** Money in addition to `value`, for prices in miles under a limit on it; absent for others. Equal keys are equal charges. */
  money?: { cents: number; key: string };
}

/**
 * Prices of one slice that can be part of the lowest price of a journey, lowest first: those without another one that is both cheaper by
 * more than the tolerance, or equal, and no later, nor needs more money.
 */
export class Frontier<T> {
  readonly #tolerance: number;
  readonly #moneyTolerance: number;
  readonly #entries: Priced<T>[] = [];

  /**
   * @param tolerance difference up to which conversion may swap two prices; 0 keeps one of equal prices.
   * @param moneyTolerance the same for their money
   */
  constructor(tolerance: number, moneyTolerance = 0) {
    this.#tolerance = tolerance;
    this.#moneyTolerance = moneyTolerance;
  }

  get entries(): readonly Priced<T>[] {
    return this.#entries;
  }

  add(priced: Priced<T>): void {
    const entries = this.#entries;
    for (const entry of entries) {
      if (entry.value > priced.value) break;
      if (this.#dominates(entry, priced)) return;
    }
    let kept = 0;
    for (const entry of entries) if (!this.#dominates(priced, entry)) entries[kept++] = entry;
    entries.length = kept;
    let at = kept;
    entries.push(priced);
    while (at > 0 && entries[at - 1].value > priced.value) {
      entries[at] = entries[at - 1];
      at--;
    }
    entries[at] = priced;
  }

  #dominates(a: Priced<T>, b: Priced<T>): boolean {
    if (a.time > b.time || a.reach > b.reach) return false;
    if (a.money !== undefined && b.money !== undefined && !this.#needsNoMore(a.money, b.money)) return false;
    return this.#tolerance === 0 ? a.value <= b.value : a.value + this.#tolerance < b.value;
  }

  #needsNoMore(a: NonNullable<Priced<T>["money"]>, b: NonNullable<Priced<T>["money"]>): boolean {
    return a.key === b.key || a.cents + this.#moneyTolerance <= b.cents;
  }
}

/** Lowest prices of a journey of one or two slices. */
export interface LowestPairs<T> {
  value: number;
  /** Every pair whose price exceeds the lowest by at most the tolerance; one if the tolerance is 0. */
  pairs: (readonly T[])[];
}

/** Lowest price of one slice. */
export function lowestOf<T>(out: readonly Priced<T>[], tolerance: number): LowestPairs<T> {
  const lowest: LowestPairs<T> = { value: Number.POSITIVE_INFINITY, pairs: [] };
  for (const { value, item } of out) note(lowest, value, [item], tolerance);
  return lowest;
}

/** Adds the pairs of two lists, sorted by value, whose times are apart by the minimum stay. */
export function notePairs<T>(
  lowest: LowestPairs<T>,
  out: readonly Priced<T>[],
  back: readonly Priced<T>[],
  { minStayMinutes, tolerance }: { minStayMinutes: number; tolerance: number },
): void {
  if (out.length === 0 || back.length === 0) return;
  for (const there of out) {
    if (there.value + back[0].value > lowest.value + tolerance) return;
    for (const home of back) {
      const value = there.value + home.value;
      if (value > lowest.value + tolerance) break;
      if (there.reach + home.reach > 1) continue;
      if (-home.time >= there.time + minStayMinutes) note(lowest, value, [there.item, home.item], tolerance);
    }
  }
}

/**
 * Returns the lowest value of one slice, or of a pair whose times are apart by the minimum stay, that `allows` accepts; Infinity without one.
 *
 * @param back null for one way
 */
export function lowestAllowed<T>(
  out: readonly Priced<T>[],
  back: readonly Priced<T>[] | null,
  { minStayMinutes, allows }: { minStayMinutes: number; allows: (items: readonly T[]) => boolean },
): number {
  if (back === null) return out.find(({ item }) => allows([item]))?.value ?? Number.POSITIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (const there of out) {
    for (const home of back) {
      const value = there.value + home.value;
      if (value >= lowest) break;
      if (-home.time >= there.time + minStayMinutes && allows([there.item, home.item])) lowest = value;
    }
  }
  return lowest;
}

function note<T>(lowest: LowestPairs<T>, value: number, pair: readonly T[], tolerance: number): void {
  if (value > lowest.value + tolerance) return;
  if (value < lowest.value) {
    lowest.value = value;
    if (tolerance === 0) lowest.pairs.length = 0;
  } else if (tolerance === 0) return;
  lowest.pairs.push(pair);
}
