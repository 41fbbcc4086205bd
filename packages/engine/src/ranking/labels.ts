import type { Label, RankOption } from "./option.ts";
import { effectiveCostOf, totalMinutesOf, totalStopsOf } from "./utility.ts";

/**
 * Returns the labels of each option, in ranked order. Each label is on one option, the best-ranked of a tie:
 * - `best`: the first; `bestAward`: the best-ranked award;
 * - `cheapest`: the lowest cash price, without miles; `fastest`: the shortest total duration;
 * - `fewestStops`, `greenest`: only if the options differ in it.
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
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = Number.NEGATIVE_INFINITY;
  for (const [i, option] of ranked.entries()) {
    const value = measure(option);
    if (value === null) continue;
    if (value < minimum) {
      minimum = value;
      position = i;
    }
    maximum = Math.max(maximum, value);
  }
  return { position, differ: position >= 0 && maximum > minimum };
}
