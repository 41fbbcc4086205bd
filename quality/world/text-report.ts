import type { Aim } from "./aims.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Distribution } from "./distributions.ts";

/** Formats a figure of any magnitude in few characters. */
export function inFull(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });
}

/** Ratio of the sandbox's figure to the real one. */
export function ratio({ ours, real }: Compared): string {
  return real === 0 ? "–" : (ours / real).toFixed(2);
}

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Formats the comparison for a terminal, one figure per line. */
export function writeText(comparison: Comparison, aims: readonly Aim[]): string {
  const { sizes, pairsServed, distributions, countries } = comparison;
  return [
    table(["", "sandbox", "real", "ratio"], sizes.map(comparedCells)),
    table(
      ["aim", "target", "result", ""],
      aims.map(({ name, wanted, found, isMet }) => [name, wanted, found, isMet ? "met" : "MISSED"]),
    ),
    ...distributions.map(writeDistribution),
    `Busiest airports, departures per day\n${sideBySide(comparison.airports)}`,
    `Busiest airlines, departures per day\n${sideBySide(comparison.airlines)}`,
    `Countries that differ by more than a factor of two\n${sideBySide(countries)}`,
    ...pairsServed.map(({ by, missing }) => `Real top 500 pairs by ${by} without a nonstop\n${inLines(missing)}`),
  ].join("\n\n");
}

/** Formats the largest differences for a terminal. */
export function writeMisses({
  airports,
  pairs,
}: {
  airports: readonly Compared[];
  pairs: readonly Compared[];
}): string {
  const heading = ["", "sandbox", "real", "ratio"];
  return [
    `Airports with the largest differences, departures per day\n${table(heading, airports.map(comparedCells))}`,
    `Pairs with the largest differences, flights per day, both directions\n${table(heading, pairs.map(comparedCells))}`,
  ].join("\n\n");
}

function comparedCells(compared: Compared): string[] {
  return [compared.name, inFull(compared.ours), inFull(compared.real), ratio(compared)];
}

function writeDistribution({ name, of, classes, ours, real, overlap }: Distribution): string {
  const rows = [classes, ours.map(percent), ...(real === null ? [] : [real.map(percent)])];
  const labels = ["", "sandbox", "real"];
  const inCommon = overlap === null ? "not in the reference data" : `${percent(overlap)} overlap`;
  return `${name}, share of ${of} (${inCommon})\n${table(
    [],
    rows.map((cells, at) => [labels[at] ?? "", ...cells]),
  )}`;
}

/** Formats `ATL 1,100/1,200 (0.92)`, several per line. */
function sideBySide(all: readonly Compared[]): string {
  return inLines(all.map((one) => `${one.name} ${inFull(one.ours)}/${inFull(one.real)} (${ratio(one)})`));
}

const lineWidth = 140;

function inLines(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 2 > lineWidth) lines.push(word);
    else lines[lines.length - 1] = `${line}  ${word}`;
  }
  return lines.length === 0 ? "none" : lines.join("\n");
}

/** Pads columns to their width: the first is left-aligned, all others right-aligned. */
function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = heading.length === 0 ? rows : [heading, ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return all.map((cells) => line(cells).join("  ").trimEnd()).join("\n");
}
