import type { Aim } from "./aims.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Distribution } from "./distributions.ts";

/** A figure of any size in few characters. */
export function inFull(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });
}

/** What ours is of the real figure. */
export function ratio({ ours, real }: Compared): string {
  return real === 0 ? "–" : (ours / real).toFixed(2);
}

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The comparison for a terminal, a line a figure. */
export function writeText(comparison: Comparison, aims: readonly Aim[]): string {
  const { sizes, pairsServed, distributions, countries } = comparison;
  return [
    table(["", "ours", "real", "ratio"], sizes.map(comparedCells)),
    table(
      ["aim", "wanted", "found", ""],
      aims.map(({ name, wanted, found, isMet }) => [name, wanted, found, isMet ? "met" : "MISSED"]),
    ),
    ...distributions.map(writeDistribution),
    `Busiest airports, departures a day\n${sideBySide(comparison.airports)}`,
    `Busiest airlines, departures a day\n${sideBySide(comparison.airlines)}`,
    `Countries off by more than a factor of two\n${sideBySide(countries)}`,
    ...pairsServed.map(({ by, missing }) => `Real top 500 pairs by ${by} without a nonstop\n${inLines(missing)}`),
  ].join("\n\n");
}

/** The largest gaps for a terminal. */
export function writeMisses({
  airports,
  pairs,
}: {
  airports: readonly Compared[];
  pairs: readonly Compared[];
}): string {
  const heading = ["", "ours", "real", "ratio"];
  return [
    `Airports farthest off, departures a day\n${table(heading, airports.map(comparedCells))}`,
    `Pairs farthest off, flights a day both ways\n${table(heading, pairs.map(comparedCells))}`,
  ].join("\n\n");
}

function comparedCells(compared: Compared): string[] {
  return [compared.name, inFull(compared.ours), inFull(compared.real), ratio(compared)];
}

function writeDistribution({ name, of, classes, ours, real, overlap }: Distribution): string {
  const rows = [classes, ours.map(percent), ...(real === null ? [] : [real.map(percent)])];
  const labels = ["", "ours", "real"];
  const inCommon = overlap === null ? "the yardstick does not say" : `${percent(overlap)} in common`;
  return `${name}, share of ${of} (${inCommon})\n${table(
    [],
    rows.map((cells, at) => [labels[at] ?? "", ...cells]),
  )}`;
}

/** `ATL 1,100/1,200 (0.92)`, several to a line. */
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

/** Columns as wide as they must be, the first to the left and all others to the right. */
function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = heading.length === 0 ? rows : [heading, ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return all.map((cells) => line(cells).join("  ").trimEnd()).join("\n");
}
