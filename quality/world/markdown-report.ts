import type { Aim } from "./aims.ts";
import { introduction, licenceName, licenceUrl, sourceName, sourceUrl, yardstickRemarks } from "./attribution.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Distribution } from "./distributions.ts";
import { inFull, percent, ratio } from "./text-report.ts";

/** The comparison as a page of the documentation. */
export function writeMarkdown(comparison: Comparison, aims: readonly Aim[]): string {
  const { sizes, pairsServed, distributions, airports, airlines, countries } = comparison;
  return `${[
    "# How real the sandbox is",
    "<!-- Written by `npm run quality:world`; do not edit. -->",
    introduction,
    `With charts: [world.html](world.html). Source of the real network: [${sourceName}](${sourceUrl}), [${licenceName}](${licenceUrl}), aggregated.`,
    yardstickRemarks.map((remark) => `- ${remark}`).join("\n"),
    "## Size",
    comparedTable("", sizes),
    "## Aims",
    table(
      ["aim", "wanted", "found", ""],
      aims.map(({ name, wanted, found, isMet }) => [name, wanted, found, isMet ? "met" : "**missed**"]),
    ),
    "## Distributions",
    ...distributions.map(writeDistribution),
    "## Busiest airports",
    "Departures a day.",
    comparedTable("airport", airports),
    "## Busiest airlines",
    "Departures a day.",
    comparedTable("airline", airlines),
    "## Countries off by more than a factor of two",
    countries.length === 0 ? "None." : comparedTable("country", countries),
    "## Busy real pairs without a nonstop",
    ...pairsServed.map(({ by, missing }) => `By ${by}: ${missing.length === 0 ? "none" : missing.join(", ")}.`),
  ].join("\n\n")}\n`;
}

function comparedTable(name: string, all: readonly Compared[]): string {
  const rows = all.map((one) => [one.name, inFull(one.ours), inFull(one.real), ratio(one)]);
  return table([name, "ours", "real", "ratio"], rows);
}

function writeDistribution({ name, of, classes, ours, real, overlap }: Distribution): string {
  const heading = `### ${name[0]?.toUpperCase()}${name.slice(1)}`;
  const inCommon = overlap === null ? "The yardstick does not say." : `${percent(overlap)} in common.`;
  const rows = classes.map((one, at) => {
    const share = percent(ours[at] ?? 0);
    return real === null ? [one, share] : [one, share, percent(real[at] ?? 0)];
  });
  const columns = real === null ? ["", "ours"] : ["", "ours", "real"];
  return [heading, `Share of ${of}. ${inCommon}`, table(columns, rows)].join("\n\n");
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = heading.map((_, at) => (at === 0 ? "---" : "---:"));
  return [heading, rule, ...rows].map(line).join("\n");
}
