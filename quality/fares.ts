/**
 * Holds searched prices of the sandbox against the public tables that its fares are calibrated on, and fails where economy
 * on short domestic ways lies more than 15 % off. `npm run quality:fares`.
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

const leisurePairs = ["LHR", "MAN"].flatMap((from) =>
  ["BKK", "KUL", "CGK", "HKT", "SGN", "HAN", "MNL", "DPS"].map((to) => [from, to] as const),
);
const leisureTable = [
  [1, 385],
  [6, 410],
  [36, 455],
  [111, 416],
  [116, 416],
] as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

function printRatios(
  searcher: Searcher,
  title: string,
  question: CurveQuestion,
  table: readonly (readonly [number, number])[],
): number {
  const far = mean(farDays.flatMap((days) => pricesAhead(searcher, question, days)));
  let worst = 0;
  print(`\n${title}\n\n| days before | table | sandbox | off |\n| --- | --- | --- | --- |`);
  for (const [days, expected] of table) {
    const ratio = mean(pricesAhead(searcher, question, days)) / far;
    const off = ratio / expected - 1;
    worst = Math.max(worst, Math.abs(off));
    print(`| ${days} | ${expected.toFixed(2)} | ${ratio.toFixed(2)} | ${(100 * off).toFixed(1)} % |`);
  }
  return worst;
}

const searcher = createSearcher(openTimetable(makeWorld(loadFacts(), firstDay)));
const worst = printRatios(
  searcher,
  "Economy, six cities of India",
  { pairs: pairsOfIndia, departures, cabin: "economy", maxStops: 1 },
  economyTable,
);
printRatios(
  searcher,
  "Business, six cities of India",
  { pairs: pairsOfIndia, departures, cabin: "business", maxStops: 1 },
  businessTable,
);
{
  const question: CurveQuestion = {
    pairs: leisurePairs,
    departures: departures.map((d) => d + 120),
    cabin: "economy",
    maxStops: 1,
  };
  const medians = leisureTable.map(([days]) => median(pricesAhead(searcher, question, days)));
  const m = mean(medians),
    t = mean(leisureTable.map(([, v]) => v));
  for (const [i, [days, v]] of leisureTable.entries())
    print(
      `${days} ${(v / t).toFixed(3)} ${((medians[i] ?? 0) / m).toFixed(3)} $${((medians[i] ?? 0) / 100).toFixed(0)}`,
    );
}
if (worst > tolerance) process.exitCode = 1;
