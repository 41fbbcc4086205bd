import type { Label, RankOption } from "./option.ts";
import { effectiveCostOf, totalMinutesOf, totalStopsOf } from "./utility.ts";

/**
 * The labels of each option, in ranked order. Each label stands on one option, the best-ranked of those that tie:
 * - `best`: the first; `bestAward`: the best-ranked award;
 * - `cheapest`: the lowest price in cash, no miles counted; `fastest`: the shortest total duration;
 * - `fewestStops`, `greenest`: only where the options differ in it.
 */
export function labelsOf(ranked: readonly RankOption[]): Label[][] {
  const labels: Label[][] = ranked.map(() => []);
  const put = (label: Label, position: number): void => {
    labels[position]?.push(label);
  };
  put("best", 0);
  put("cheapest", lowest(ranked, (option) => (option.kind === "cash" ? effectiveCostOf(option) : null)).position);
  put("fastest", lowest(ranked, totalMinutesOf).position);
  put(
    "bestAward",
    ranked.findIndex((option) => option.kind === "award"),
  );
  const stops = lowest(ranked, totalStopsOf);
  if (stops.differ) put("fewestStops", stops.position);
  const emissions = lowest(ranked, (option) => option.kgCO2e);
  if (emissions.differ) put("greenest", emissions.position);
  return labels;
}

function lowest(
  ranked: readonly RankOption[],
  measure: (option: RankOption) => number | null,
): { position: number; differ: boolean } {
  let position = -1;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const [i, option] of ranked.entries()) {
    const value = measure(option);
    if (value === null) continue;
    if (value < least) {
      least = value;
      position = i;
    }
    most = Math.max(most, value);
  }
  return { position, differ: position >= 0 && most > least };
}
