/**
 * Holds searched prices of the sandbox against the public tables that its fares are calibrated on, and fails where a
 * point of a curve lies more than 15 % off. `npm run quality:fares`.
 */
import { createSearcher, openTimetable, parseEpochDay, type Searcher } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { type CurveQuestion, mean, median, pricesAhead } from "./fare-curves.ts";

const firstDay = parseEpochDay("2027-01-01");
const indianCities = ["DEL", "BOM", "BLR", "CCU", "HYD", "MAA"];
const pairsOfIndia = indianCities.flatMap((from) =>
  indianCities.filter((to) => to !== from).map((to) => [from, to] as const),
);
/** Eight days of February and March, as in the table's source, every day of the week among them. */
const departures = [5, 11, 17, 23, 29, 35, 41, 48].map((day) => parseEpochDay("2027-02-01") + day);

const economyTable: readonly (readonly [days: number, ratio: number])[] = [
  [1, 2.96],
  [3, 2.67],
  [5, 2.15],
  [7, 2.12],
  [10, 2.26],
  [14, 1.91],
  [15, 1.7],
  [16, 1.28],
  [18, 1.1],
  [21, 1.06],
  [30, 1.08],
  [40, 0.96],
];
const businessTable = [
  [1, 1.26],
  [3, 1.17],
  [7, 1.05],
  [14, 1.01],
  [21, 1.01],
  [30, 1.01],
] as const;
/** Days whose mean is 1: every fourth of 30 … 49. */
const farDays = [30, 34, 38, 42, 46, 49];
const tolerance = 0.15;

/** Holiday places that the source's offers fly to; Singapore is left out, as the sandbox takes it for a business market. */
const leisurePairs = ["LHR", "MAN"].flatMap((from) =>
  ["BKK", "HKT", "KUL", "DPS", "CGK", "SGN", "HAN", "MNL"].map((to) => [from, to] as const),
);
/** Medians in pounds; what the source gives for 111–116 days stands at both ends. */
const leisureTable = [
  [1, 385],
  [6, 410],
  [36, 455],
  [111, 416],
  [116, 416],
] as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Row {
  days: number;
  expected: number;
  found: number;
}

/** Prints what was expected and found, both as ratios. @returns the greatest distance, as a share. */
function printRows(title: string, rows: readonly Row[]): number {
  print(`\n${title}\n\n| days before | table | sandbox | off |\n| --- | --- | --- | --- |`);
  let worst = 0;
  for (const { days, expected, found } of rows) {
    const off = found / expected - 1;
    worst = Math.max(worst, Math.abs(off));
    print(`| ${days} | ${expected.toFixed(2)} | ${found.toFixed(2)} | ${(100 * off).toFixed(1)} % |`);
  }
  return worst;
}

/** Means relative to that of the far days. */
function againstFarDays(
  searcher: Searcher,
  question: CurveQuestion,
  table: readonly (readonly [days: number, ratio: number])[],
): Row[] {
  const far = mean(farDays.flatMap((days) => pricesAhead(searcher, question, days)));
  return table.map(([days, expected]) => ({
    days,
    expected,
    found: mean(pricesAhead(searcher, question, days)) / far,
  }));
}

/** Medians relative to the mean of the table's. */
function againstTheirMean(searcher: Searcher, question: CurveQuestion, table: readonly (readonly [number, number])[]) {
  const medians = table.map(([days]) => median(pricesAhead(searcher, question, days)));
  const [theirs, ours] = [mean(table.map(([, price]) => price)), mean(medians)];
  return table.map(([days, price], at): Row => {
    return { days, expected: price / theirs, found: (medians[at] ?? Number.NaN) / ours };
  });
}

const searcher = createSearcher(openTimetable(makeWorld(loadFacts(), firstDay)));
const india = { pairs: pairsOfIndia, departures, maxStops: 1 } as const;
const leisure = { pairs: leisurePairs, departures: departures.map((day) => day + 120), maxStops: 1 } as const;
const worst = Math.max(
  printRows(
    "Economy, thirty markets of six Indian cities, to the mean of 30–49 days",
    againstFarDays(searcher, { ...india, cabin: "economy" }, economyTable),
  ),
  printRows("Business, the same markets", againstFarDays(searcher, { ...india, cabin: "business" }, businessTable)),
  printRows(
    "Economy, Britain to South-East Asia, medians to their mean",
    againstTheirMean(searcher, { ...leisure, cabin: "economy" }, leisureTable),
  ),
);
print(`\nThe greatest distance is ${(100 * worst).toFixed(1)} %, and ${100 * tolerance} % are allowed.`);
if (worst > tolerance) process.exitCode = 1;
