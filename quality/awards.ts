/**
 * Compares every published cell of the award charts with what the engine asks, and counts award space by cabin and distance in
 * the sandbox world. `npm run quality:awards` prints both and writes docs/quality/awards.md.
 */
import { writeFileSync } from "node:fs";
import { createSearcher, type FlightSearch, openTimetable, parseEpochDay, programs } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { christmas, ordinaryDay, price } from "../packages/engine/test/award-pricing.ts";
import { cellsOfCharts, type PublishedCell } from "../packages/engine/test/published-charts.ts";

const firstDay = parseEpochDay("2027-01-01");
const searchedOn = firstDay + 40;
const daysAhead = [5, 12, 25, 60, 120, 200, 290, 325];
const cabins = ["economy", "premium_economy", "business", "first"] as const;
const pairs = [
  ["LON", "MAD"],
  ["FRA", "IST"],
  ["NYC", "CHI"],
  ["TYO", "SEL"],
  ["NYC", "LAX"],
  ["SIN", "HKG"],
  ["DXB", "FRA"],
  ["LON", "NYC"],
  ["PAR", "NYC"],
  ["FRA", "SFO"],
  ["LON", "SIN"],
  ["LAX", "TYO"],
  ["SYD", "LAX"],
  ["DOH", "NYC"],
] as const;

/** Upper ends in kilometres. */
const distances = [1_500, 5_000, 9_000, Number.POSITIVE_INFINITY];

function isEqual({ program, way, carriers, cabin, peak, miles, wanted }: PublishedCell): boolean {
  const legs = carriers.map((carrier) => [carrier, miles / carriers.length, cabin] as const);
  const priced = price(program, { way, legs, monthDay: peak ? christmas : ordinaryDay });
  return priced?.miles === wanted && priced.chart.basis === "published";
}

function compareCharts(): string[] {
  const rows = [...Map.groupBy(cellsOfCharts(), ({ chart }) => chart)].map(([chart, cells]) => {
    return { chart, cells: cells.length, equal: cells.filter(isEqual).length };
  });
  const sum = (of: "cells" | "equal") => rows.reduce((all, row) => all + row[of], 0);
  rows.push({ chart: "all", cells: sum("cells"), equal: sum("equal") });
  return [
    "| chart | cells | equal |",
    "| --- | --: | --: |",
    ...rows.map(({ chart, cells, equal }) => `| ${chart} | ${cells} | ${equal} |`),
  ];
}

interface Count {
  flights: number;
  saver: number;
}

/** Nonstop flights that an award is sold on, and those of them with a saver award in any program. */
function countSpace(count: (at: { cabin: string; km: number; ahead: number }, hasSaver: boolean) => void): void {
  const searcher = createSearcher(openTimetable(makeWorld(loadFacts(), firstDay)));
  for (const [origin, destination] of pairs) {
    for (const cabin of cabins) {
      for (const ahead of daysAhead) {
        const asked = { origin, destination, cabin, day: searchedOn + ahead, searchedAtMinutes: searchedOn * 1440 };
        for (const { slices, award } of searcher.search({ ...everyNonstop, ...asked })) {
          const km = slices[0]?.segments[0]?.distanceKm ?? 0;
          if (award.length > 0)
            count(
              { cabin, km, ahead },
              award.some(({ level }) => level === "saver"),
            );
        }
      }
    }
  }
}

const everyNonstop = {
  returnDay: null,
  adults: 1,
  children: 0,
  infants: 0,
  includeCash: true,
  includeAward: true,
  maxStops: 0 as const,
  limit: 250,
  airlines: null,
  excludeAirlines: [],
  programs: null,
  departureWindow: null,
  arrivalWindow: null,
  maxDurationMinutes: null,
  sort: "departure" as const,
  allOffers: true,
} satisfies Partial<FlightSearch>;

const bandOf = (km: number) => distances.findIndex((end) => km <= end);
const bandNames = ["to 1,500 km", "to 5,000 km", "to 9,000 km", "beyond"];

function tableOfSpace(): string[] {
  const byDistance = new Map<string, Count>();
  const byWindow = new Map<string, Count>();
  countSpace(({ cabin, km, ahead }, hasSaver) => {
    add(byDistance, `${cabin} ${bandOf(km)}`, hasSaver);
    if (km > 5_000) add(byWindow, `${cabin} ${ahead}`, hasSaver);
  });
  const header = (first: string, columns: readonly string[]) => [
    `| ${[first, ...columns].join(" | ")} |`,
    `| --- |${columns.map(() => " --: |").join("")}`,
  ];
  const rows = (counts: Map<string, Count>, keys: readonly (string | number)[]) =>
    cabins.map((cabin) => `| ${[cabin, ...keys.map((key) => shareIn(counts, `${cabin} ${key}`))].join(" | ")} |`);
  return [
    ...header("saver space by distance", bandNames),
    ...rows(byDistance, [0, 1, 2, 3]),
    "",
    ...header("beyond 5,000 km, by days ahead", daysAhead.map(String)),
    ...rows(byWindow, daysAhead),
  ];
}

function add(counts: Map<string, Count>, key: string, hasSaver: boolean): void {
  const count = counts.get(key) ?? { flights: 0, saver: 0 };
  counts.set(key, { flights: count.flights + 1, saver: count.saver + (hasSaver ? 1 : 0) });
}

function shareIn(counts: Map<string, Count>, key: string): string {
  const count = counts.get(key);
  return count === undefined ? "–" : `${Math.round((100 * count.saver) / count.flights)} % of ${count.flights}`;
}

const bases = programs.map(({ name, code, tariffs, partnersBasis, valueBasis }) => {
  const kinds = [...new Set(tariffs.map(({ kind }) => kind))].join(", ");
  return `| ${name} | \`${code}\` | ${kinds} | ${partnersBasis} | ${valueBasis} |`;
});

const page = [
  "# Award charts and award space",
  "",
  "Written by `npm run quality:awards`. The first table compares every published cell, copied a second time from its source, with the",
  "price that the engine asks for a trip of that band. The others count nonstop flights of 14 pairs in the sandbox world on which an",
  "award is sold, and how many have a saver award in any program; the space is modelled.",
  "",
  ...compareCharts(),
  "",
  ...tableOfSpace(),
  "",
  "| program | code | tariffs | partners | valuation |",
  "| --- | --- | --- | --- | --- |",
  ...bases,
  "",
].join("\n");

process.stdout.write(page);
writeFileSync(new URL("../docs/quality/awards.md", import.meta.url), page);
