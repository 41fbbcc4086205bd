import type { Comparison } from "./comparison.ts";

/** An aim of the sandbox and the result of its check. */
export interface Aim {
  readonly name: string;
  readonly wanted: string;
  readonly found: string;
  readonly isMet: boolean;
}

/** Tolerance of 20 % for totals: traffic has grown since 2016, and some airports have closed. */
const sizeBand = { least: 0.8, most: 1.2 };
const minRankCorrelation = 0.75;
const minPairsServed = 0.85;

/** All aims, in report order. */
export function judge({ sizes, rankCorrelation, pairsServed }: Comparison): Aim[] {
  return [
    ...sizes.map(({ name, ours, real }): Aim => {
      const ratio = ours / real;
      const isMet = ratio >= sizeBand.least && ratio <= sizeBand.most;
      return { name: `${name}, ratio of sandbox to real`, wanted: "0.80–1.20", found: ratio.toFixed(2), isMet };
    }),
    {
      name: "rank correlation of departures, real network's top 500 airports",
      wanted: `≥ ${minRankCorrelation}`,
      found: rankCorrelation.toFixed(3),
      isMet: rankCorrelation >= minRankCorrelation,
    },
    ...pairsServed.map(({ by, share }): Aim => {
      const name = `real network's top 500 pairs by ${by} with a nonstop in the sandbox`;
      return { name, wanted: "≥ 85 %", found: `${(100 * share).toFixed(1)} %`, isMet: share >= minPairsServed };
    }),
  ];
}
