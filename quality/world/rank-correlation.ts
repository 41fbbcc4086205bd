/**
 * Spearman's rank correlation of two series of equal length, 1 for the same order and -1 for the reverse; equal values share the mean of
 * their ranks (C. Spearman, 1904). NaN if all values of a series are equal.
 */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) throw new RangeError(`${one.length} values against ${other.length}`);
  return correlation(ranksOf(one), ranksOf(other));
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value);
  const ranks = Array.from({ length: values.length }, () => 0);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && order[end]?.value === order[first]?.value) end++;
    for (const { at } of order.slice(first, end)) ranks[at] = (first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

/** Pearson's correlation coefficient. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, otherMiddle] = [mean(one), mean(other)];
  let [together, square, otherSquare] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [from, otherFrom] = [value - middle, (other[at] ?? Number.NaN) - otherMiddle];
    together += from * otherFrom;
    square += from * from;
    otherSquare += otherFrom * otherFrom;
  }
  return together / Math.sqrt(square * otherSquare);
}
