import { cabinNames, type FlightSearch, parseEpochDay, plainSearch, programs, type Searcher } from "@wayfare/engine";
import { christmas, ordinaryDay, price } from "../../packages/engine/test/awards/award-pricing.ts";
import { cellsOfCharts, type PublishedCell } from "../../packages/engine/test/awards/published-charts.ts";
import { numberTable, type Section } from "./section.ts";

const searchedOn = parseEpochDay("2027-01-01") + 40;
const daysAhead = [5, 12, 25, 60, 120, 200, 290, 325];
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

/** Upper bounds in kilometers. */
const distances = [1_500, 5_000, 9_000, Number.POSITIVE_INFINITY];

function isEqual({ program, route, carriers, cabin, peak, miles, expected }: PublishedCell): boolean {
  const legs = carriers.map((carrier) => [carrier, miles / carriers.length, cabin] as const);
  const priced = price(program, { route, legs, monthDay: peak ? christmas : ordinaryDay });
  return priced?.miles === expected && priced.chart.basis === "published";
}

interface ChartRow {
  chart: string;
  cells: number;
  equal: number;
}

function compareCharts(): ChartRow[] {
  const rows = [...Map.groupBy(cellsOfCharts(), ({ chart }) => chart)].map(([chart, cells]) => {
    return { chart, cells: cells.length, equal: cells.filter(isEqual).length };
  });
  const sum = (of: "cells" | "equal") => rows.reduce((all, row) => all + row[of], 0);
  return [...rows, { chart: "all", cells: sum("cells"), equal: sum("equal") }];
}

interface Count {
  flights: number;
  saver: number;
}

/** Number of nonstop flights with an award, and of those with a saver award in any program. */
function countSpace(
  searcher: Searcher,
  count: (at: { cabin: string; km: number; ahead: number }, hasSaver: boolean) => void,
): void {
  for (const [origin, destination] of pairs) {
    for (const cabin of cabinNames) {
      for (const ahead of daysAhead) {
        const changes = { origin, destination, cabin, day: searchedOn + ahead, searchedAtMinutes: searchedOn * 1440 };
        for (const { slices, award } of searcher.search({ ...everyNonstop, ...changes })) {
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
  ...plainSearch,
  maxStops: 0 as const,
  limit: 250,
  sort: "departure" as const,
  allOffers: true,
} satisfies Partial<FlightSearch>;

const bandOf = (km: number) => distances.findIndex((end) => km <= end);
const bandNames = ["to 1,500 km", "to 5,000 km", "to 9,000 km", "beyond"];

interface SpaceCounts {
  byDistance: Map<string, Count>;
  byWindow: Map<string, Count>;
}

function measureSpace(searcher: Searcher): SpaceCounts {
  const counts: SpaceCounts = { byDistance: new Map(), byWindow: new Map() };
  countSpace(searcher, ({ cabin, km, ahead }, hasSaver) => {
    add(counts.byDistance, `${cabin} ${bandOf(km)}`, hasSaver);
    if (km > 5_000) add(counts.byWindow, `${cabin} ${ahead}`, hasSaver);
  });
  return counts;
}

function tablesOfSpace({ byDistance, byWindow }: SpaceCounts): string[] {
  const rows = (counts: Map<string, Count>, keys: readonly (string | number)[]) =>
    cabinNames.map((cabin) => [cabin, ...keys.map((key) => shareIn(counts, `${cabin} ${key}`))]);
  return [
    ...numberTable(["saver space by distance", ...bandNames], rows(byDistance, [0, 1, 2, 3])),
    "",
    ...numberTable(["beyond 5,000 km, by days ahead", ...daysAhead.map(String)], rows(byWindow, daysAhead)),
  ];
}

/** Returns the share of flights beyond, or within, 5,000 km that have a saver award in a cabin. */
function shareBeyond({ byDistance }: SpaceCounts, cabin: string, isLong: boolean): number {
  const counts = (isLong ? [2, 3] : [0, 1]).flatMap((band) => byDistance.get(`${cabin} ${band}`) ?? []);
  const sum = (of: keyof Count) => counts.reduce((all, count) => all + count[of], 0);
  return sum("saver") / Math.max(1, sum("flights"));
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
  return `| ${name} | \`${code}\` | ${kinds} | \`${partnersBasis}\` | \`${valueBasis}\` |`;
});

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Compares every published cell of the award charts with the engine's prices, and counts award space by cabin and distance. */
export function compareAwards(searcher: Searcher): Section {
  const charts = compareCharts();
  const all = charts.at(-1) ?? { cells: 0, equal: 0 };
  const space = measureSpace(searcher);
  const long = (["economy", "business", "first"] as const).map((cabin) => shareBeyond(space, cabin, true));
  const [economy = 1, business = 0, first = 0] = long;
  return {
    title: "Awards",
    lines: [
      "Compares every published cell, copied again from its source, with the engine's price for a trip of that band. Basis of each program:",
      "[awards](awards.md).",
      "",
      ...numberTable(
        ["chart", "cells", "equal"],
        charts.map(({ chart, cells, equal }) => [chart, cells, equal]),
      ),
      "",
      "Award space is modeled. The tables count nonstop flights of 14 pairs with an award, and those with a saver award in any program.",
      "",
      ...tablesOfSpace(space),
      "",
      "| program | code | tariffs | partners | valuation |",
      "| --- | --- | --- | --- | --- |",
      ...bases,
      "",
    ],
    claims: [
      {
        claim: "The engine's price equals every published cell of an award chart",
        found: `${all.equal} of ${all.cells}`,
        holds: all.equal === all.cells && all.cells > 0,
      },
      {
        claim: "Beyond 5,000 km, saver space is more frequent in business and first than in economy",
        found: long.map(percent).join(", ").replace(/^/, "economy, business, first: "),
        holds: Math.min(business, first) > economy,
      },
      {
        claim: "Business has saver space more often beyond 5,000 km than within",
        found: `${percent(business)}, ${percent(shareBeyond(space, "business", false))}`,
        holds: business > shareBeyond(space, "business", false),
      },
      { claim: "At least twenty programs", found: String(programs.length), holds: programs.length >= 20 },
    ],
  };
}
