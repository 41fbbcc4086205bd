import { formatTable } from "../http/report.ts";
import type { Figures } from "./measure.ts";

/**
 * Renders the figures of all versions as a table: medians with the smallest and the largest value, and the ratio of the medians. Figures
 * that are larger in the first version are marked, because less is better in all of them.
 *
 * @param trials for each version its trials
 */
export function formatFigures(versions: readonly { name: string }[], trials: readonly (readonly Figures[])[]): string {
  const titles = new Set(trials.flat().flatMap((figures) => [...figures.keys()]));
  const rows = [...titles].map((title) => {
    const values = trials.map((each) => each.flatMap((figures) => figures.get(title) ?? []));
    const [present, other] = values.map(medianOf);
    return [
      title,
      ...values.map(describe),
      ...(versions.length < 2 ? [] : [describeRatio(present ?? Number.NaN, other ?? Number.NaN)]),
    ];
  });
  return formatTable(["figure", ...versions.map(({ name }) => name), ...(versions.length < 2 ? [] : ["ratio"])], rows);
}

/** The middle value; of an even number of values the mean of the two middle ones. NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

function describe(values: readonly number[]): string {
  if (values.length === 0) return "–";
  const median = format(medianOf(values));
  return values.length === 1 ? median : `${median} (${format(Math.min(...values))}–${format(Math.max(...values))})`;
}

function describeRatio(present: number, other: number): string {
  const ratio = present / other;
  if (!Number.isFinite(ratio)) return "–";
  return ratio > 1 ? `**${ratio.toFixed(2)}, more**` : ratio.toFixed(2);
}

function format(value: number): string {
  return value.toFixed(Math.abs(value) < 20 ? 2 : 0);
}
