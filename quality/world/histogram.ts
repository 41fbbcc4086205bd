/** A value and its weight. */
export interface Weighed {
  readonly value: number;
  readonly weight: number;
}

/**
 * Returns shares of the total weight by class, one more than there are borders: below the first border, from each border to below the next,
 * and from the last one on. They add up to 1, or are all 0 if the total weight is 0.
 *
 * @param borders ascending.
 */
export function histogram(values: Iterable<Weighed>, borders: readonly number[]): number[] {
  const shares = Array.from({ length: borders.length + 1 }, () => 0);
  let whole = 0;
  for (const { value, weight } of values) {
    const above = borders.findIndex((border) => value < border);
    const at = above < 0 ? borders.length : above;
    shares[at] = (shares[at] ?? 0) + weight;
    whole += weight;
  }
  return whole === 0 ? shares : shares.map((share) => share / whole);
}

/** Overlap of two histograms: 1 if they are equal, 0 if they share no class. */
export function overlap(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, share, at) => sum + Math.min(share, other[at] ?? 0), 0);
}

/** Formats class labels: `< 500`, `500–999`, `≥ 1,000`; whole-number borders end at the last whole number of the class. */
export function classNames(borders: readonly number[]): string[] {
  const inFull = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
  const between = borders.slice(1).map((border, at) => {
    const from = borders[at] ?? 0;
    const isWhole = Number.isInteger(from) && Number.isInteger(border);
    if (isWhole && border - from === 1) return inFull(from);
    return isWhole ? `${inFull(from)}–${inFull(border - 1)}` : `${inFull(from)} to < ${inFull(border)}`;
  });
  return [`< ${inFull(borders[0] ?? 0)}`, ...between, `≥ ${inFull(borders.at(-1) ?? 0)}`];
}
