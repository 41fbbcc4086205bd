import { parseEpochDay, type Searcher } from "@wayfare/engine";
import {
  type FareRatio,
  farDays,
  indianBusiness,
  indianEconomy,
} from "../../packages/engine/test/fares/published-fares.ts";
import { type CurvePoint, drawCurve } from "./curve-chart.ts";
import { type CurveQuery, mean, median, pricesAhead } from "./fare-curves.ts";
import { numberTable, type Section } from "./section.ts";

const indianCities = ["DEL", "BOM", "BLR", "CCU", "HYD", "MAA"];
const pairsOfIndia = indianCities.flatMap((from) =>
  indianCities.filter((to) => to !== from).map((to) => [from, to] as const),
);
/** Eight days in February and March, as in the table's source, covering every day of the week. */
const departures = [5, 11, 17, 23, 29, 35, 41, 48].map((day) => parseEpochDay("2027-02-01") + day);

const tolerance = 0.15;

/** Leisure destinations in the source's offers; Singapore is left out because the sandbox treats it as a business market. */
const leisurePairs = ["LHR", "MAN"].flatMap((from) =>
  ["BKK", "HKT", "KUL", "DPS", "CGK", "SGN", "HAN", "MNL"].map((to) => [from, to] as const),
);
/** Medians in pounds; the source's value for 111–116 days is used at both ends. */
const leisureTable = [
  [1, 385],
  [6, 410],
  [36, 455],
  [111, 416],
  [116, 416],
] as const;

/** Means relative to the mean of the days farthest from departure. */
function againstFarDays(searcher: Searcher, curveQuery: CurveQuery, table: readonly FareRatio[]): CurvePoint[] {
  const far = mean(farDays.flatMap((days) => pricesAhead(searcher, curveQuery, days)));
  return table.map(([days, expected]) => ({
    days,
    expected,
    found: mean(pricesAhead(searcher, curveQuery, days)) / far,
  }));
}

/** Medians relative to the mean of the table's. */
function againstTheirMean(searcher: Searcher, curveQuery: CurveQuery, table: readonly (readonly [number, number])[]) {
  const medians = table.map(([days]) => median(pricesAhead(searcher, curveQuery, days)));
  const [theirs, ours] = [mean(table.map(([, price]) => price)), mean(medians)];
  return table.map(([days, price], at): CurvePoint => {
    return { days, expected: price / theirs, found: (medians[at] ?? Number.NaN) / ours };
  });
}

interface Curve {
  title: string;
  file: string;
  points: CurvePoint[];
}

function measureCurves(searcher: Searcher): Curve[] {
  const india = { pairs: pairsOfIndia, departures, maxStops: 1 } as const;
  const leisure = { pairs: leisurePairs, departures: departures.map((day) => day + 120), maxStops: 1 } as const;
  return [
    {
      title: "Economy, thirty markets of six Indian cities",
      file: "curve-economy.svg",
      points: againstFarDays(searcher, { ...india, cabin: "economy" }, indianEconomy),
    },
    {
      title: "Business, the same markets",
      file: "curve-business.svg",
      points: againstFarDays(searcher, { ...india, cabin: "business" }, indianBusiness),
    },
    {
      title: "Economy, Britain to South-East Asia",
      file: "curve-leisure.svg",
      points: againstTheirMean(searcher, { ...leisure, cabin: "economy" }, leisureTable),
    },
  ];
}

function renderCurve({ title, file, points }: Curve): string[] {
  const rows = points.map(({ days, expected, found }) => [
    days,
    expected.toFixed(2),
    found.toFixed(2),
    `${(100 * (found / expected - 1)).toFixed(1)} %`,
  ]);
  return [
    `### ${title}`,
    "",
    `![${title}](quality/${file})`,
    "",
    ...numberTable(["days before", "table", "sandbox", "off"], rows),
    "",
  ];
}

const introduction = [
  "Price of the cheapest offer per flight for one adult, taxes included, by days before departure, compared with two public tables. Season and weekday are those of the",
  "departure, so they cancel out. India: 300,153 offers of February and March 2022 between six cities, relative to the mean of 30–49 days. Britain to South-East Asia: 4,974",
  "offers of 2025, medians in pounds, relative to their mean.",
  "",
  "Demand and tariffs were calibrated to both tables: the comparison shows that the model can reproduce the shape of real curves, in the two kinds of market that have public data,",
  "and that a change has not altered it. It does not show that price levels are right, and nothing about other kinds of market. The leisure curve is flat but has no hump at 36 days, because",
  "a nearly full sandbox flight is expensive on its last day. The effects of competition, distance, kind of carrier and season are tested in",
  "`packages/engine/test/fares/fare-curves.test.ts`.",
];

/** Compares searched sandbox prices with the public tables that its fares are calibrated to. */
export function compareFares(searcher: Searcher): Section {
  const curves = measureCurves(searcher);
  return {
    title: "Fares",
    lines: [...introduction, "", ...curves.flatMap(renderCurve)],
    claims: curves.map(({ title, points }) => {
      const worst = Math.max(...points.map(({ expected, found }) => Math.abs(found / expected - 1)));
      return {
        claim: `${title}: within ±${100 * tolerance} % of the table on every day`,
        found: `${(100 * worst).toFixed(1)} % at most`,
        holds: worst <= tolerance,
      };
    }),
    charts: Object.fromEntries(curves.map(({ title, file, points }) => [file, drawCurve(title, points, tolerance)])),
  };
}
