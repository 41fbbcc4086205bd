import type { Aim } from "./aims.ts";
import { introduction, licenseName, licenseUrl, referenceRemarks, sourceName, sourceUrl } from "./attribution.ts";
import { drawHistogram, drawScatter, escapeHtml } from "./charts.ts";
import { busiestCount, type Compared, type Comparison } from "./comparison.ts";
import type { Distribution } from "./distributions.ts";
import { inFull, percent, ratio } from "./text-report.ts";

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #5b6470; --ground: #fff; --line: #d9dee4; --ours: #1f6feb; --real: #b7791f; --missed: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --quiet: #9aa4b2; --ground: #12161c; --line: #2d3540; --ours: #6ea8fe; --real: #e3b25c; --missed: #ff8a80; }
}
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
h2 { margin-top: 2.5rem; } a { color: var(--ours); } .quiet { color: var(--quiet); }
table { margin: 1rem 0; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } .missed { color: var(--missed); font-weight: 600; }
svg { width: 100%; height: auto; }
svg text { fill: var(--quiet); font: 11px system-ui, sans-serif; } .label { font-size: 10px; }
.ours { fill: var(--ours); } .real { fill: var(--real); } circle.ours { fill-opacity: .55; }
.grid { stroke: var(--line); fill: none; } .diagonal { stroke: var(--real); stroke-width: 1.5; fill: none; }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; } .key.ours { background: var(--ours); } .key.real { background: var(--real); }
`;

/** Formats the comparison as one self-contained HTML page: no scripts or fonts, light or dark by the system's color scheme. */
export function writePage(comparison: Comparison, aims: readonly Aim[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox network compared with the real network</title>
<style>${style}</style>
</head>
<body>
${writeBody(comparison, aims).join("\n")}
</body>
</html>
`;
}

function writeBody(comparison: Comparison, aims: readonly Aim[]): string[] {
  const { sizes, distributions, airports, airlines, busiest, countries, pairsServed } = comparison;
  return [
    "<h1>Sandbox network compared with the real network</h1>",
    `<p>${escapeHtml(introduction)}</p>`,
    `<ul class="quiet">${referenceRemarks.map((remark) => `<li>${escapeHtml(remark)}</li>`).join("")}</ul>`,
    `<p class="quiet">Source of the real network: <a href="${sourceUrl}">${sourceName}</a>, <a href="${licenseUrl}">${licenseName}</a>, aggregated.</p>`,
    "<h2>Size and aims</h2>",
    comparedTable(sizes),
    aimsTable(aims),
    `<h2>Departures of the real network's ${busiestCount} busiest airports</h2>`,
    drawScatter("Departures per day by airport, real and sandbox", busiest),
    ...distributions.flatMap(writeDistribution),
    "<h2>Busiest airports, departures per day</h2>",
    comparedTable(airports),
    "<h2>Busiest airlines, departures per day</h2>",
    comparedTable(airlines),
    "<h2>Countries that differ by more than a factor of two, departures per day</h2>",
    countries.length === 0 ? "<p>None.</p>" : comparedTable(countries),
    "<h2>Busy real pairs without a nonstop</h2>",
    ...pairsServed.map(({ by, missing }) => `<p>By ${by}: ${missing.length === 0 ? "none" : missing.join(", ")}.</p>`),
  ];
}

function writeDistribution(distribution: Distribution): string[] {
  const { name, of, overlap } = distribution;
  const real = overlap === null ? "" : `<span class="key real"></span>real; ${percent(overlap)} overlap`;
  return [
    `<h2>${escapeHtml(`${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`)}</h2>`,
    `<p class="quiet">Share of ${of}. <span class="key ours"></span>sandbox ${real}</p>`,
    drawHistogram(distribution),
  ];
}

function aimsTable(aims: readonly Aim[]): string {
  const rows = aims.map(({ name, wanted, found, isMet }) => {
    const verdict = isMet ? "<td>met</td>" : '<td class="missed">missed</td>';
    return `<tr><td>${escapeHtml(name)}</td><td>${wanted}</td><td>${found}</td>${verdict}</tr>`;
  });
  return `<table><tr><th>aim</th><th>target</th><th>result</th><th></th></tr>${rows.join("\n")}</table>`;
}

function comparedTable(all: readonly Compared[]): string {
  const rows = all.map(
    (one) =>
      `<tr><td>${escapeHtml(one.name)}</td><td>${inFull(one.ours)}</td><td>${inFull(one.real)}</td><td>${ratio(one)}</td></tr>`,
  );
  return `<table><tr><th></th><th>sandbox</th><th>real</th><th>ratio</th></tr>${rows.join("\n")}</table>`;
}
