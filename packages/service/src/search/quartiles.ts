import type { PriceLevel } from "@wayfare/contract";

/** Quartiles of prices, in minor units. */
export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/**
 * Returns the quartiles of at least one price, interpolated linearly and rounded to minor units (type 7 of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages", 1996).
 */
export function quartilesOf(prices: readonly number[]): Quartiles {
  const sorted = prices.toSorted((a, b) => a - b);
  const quantile = (fraction: number): number => {
    const position = (sorted.length - 1) * fraction;
    const below = sorted[Math.floor(position)] ?? Number.NaN;
    const above = sorted[Math.ceil(position)] ?? below;
    return Math.round(below + (above - below) * (position - Math.floor(position)));
  };
  return { lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75) };
}

/** Compares a price with quartiles, both in minor units. */
export function levelOf(price: number, { lower, upper }: Quartiles): PriceLevel {
  if (price < lower) return "low";
  return price > upper ? "high" : "typical";
}
