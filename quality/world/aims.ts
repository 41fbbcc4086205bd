import type { Comparison } from "./comparison.ts";

/** What the sandbox is held to, and whether it is. */
export interface Aim {
  readonly name: string;
  readonly wanted: string;
  readonly found: string;
  readonly isMet: boolean;
}

/** Sizes may be off by a fifth: the world has grown since 2016, and some of it is closed. */
const sizeBand = { least: 0.8, most: 1.2 };
const leastRankCorrelation = 0.75;
const leastPairsServed = 0.85;

/** The aims in the order of the report. */
export function judge({ sizes, rankCorrelation, pairsServed }: Comparison): Aim[] {
  return [
    ...sizes.map(({ name, ours, real }): Aim => {
      const ratio = ours / real;
      const isMet = ratio >= sizeBand.least && ratio <= sizeBand.most;
      return { name: `${name}, ours to real`, wanted: "0.80–1.20", found: ratio.toFixed(2), isMet };
    }),
    {
      name: "rank correlation of departures, real top 500 airports",
      wanted: `≥ ${leastRankCorrelation}`,
      found: rankCorrelation.toFixed(3),
      isMet: rankCorrelation >= leastRankCorrelation,
    },
    ...pairsServed.map(({ by, share }): Aim => {
      const name = `real top 500 pairs by ${by} that are nonstop here`;
      return { name, wanted: "≥ 85 %", found: `${(100 * share).toFixed(1)} %`, isMet: share >= leastPairsServed };
    }),
  ];
}
