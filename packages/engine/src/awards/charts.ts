import type { DistanceChart } from "./chart.ts";
import { distanceChart } from "./chart.ts";
import type { AeroplanZone, AlaskaZone } from "./zones.ts";

const noEnd = Number.POSITIVE_INFINITY;

/**
 * Alaska (Atmos Rewards), partners, "starting at", one way, Y/W/J/F, by region and whole-trip distance in statute
 * miles. Source: alaskaair.com, award chart page, read 2026. An exact bound belongs to the lower band.
 */
export const alaskaCharts: Readonly<Record<AlaskaZone, DistanceChart>> = {
  americas: distanceChart("Atmos Rewards, Americas", [
    [700, 4_500, 6_000, 9_000, 13_500],
    [1_400, 7_500, 10_000, 15_000, 25_000],
    [2_100, 12_500, 17_500, 25_000, 40_000],
    [4_000, 17_500, 22_500, 35_000, 52_500],
    [6_000, 25_000, 32_500, 50_000, 75_000],
    [noEnd, 30_000, 40_000, 60_000, 90_000],
  ]),
  europeMiddleEastAfrica: distanceChart("Atmos Rewards, Europe, Middle East and Africa", [
    [1_500, 7_500, 10_000, 15_000, 22_500],
    [3_500, 22_500, 30_000, 45_000, 67_500],
    [5_000, 27_500, 35_000, 55_000, 82_500],
    [7_000, 35_000, 45_000, 70_000, 105_000],
    [10_000, 42_500, 55_000, 85_000, 130_000],
    [noEnd, 55_000, 72_500, 110_000, 165_000],
  ]),
  asiaPacific: distanceChart("Atmos Rewards, Asia Pacific", [
    [1_500, 7_500, 10_000, 15_000, 22_500],
    [3_000, 25_000, 32_500, 50_000, 75_000],
    [5_000, 30_000, 40_000, 60_000, 90_000],
    [7_000, 37_500, 50_000, 75_000, 110_000],
    [10_000, 42_500, 55_000, 85_000, 130_000],
    [noEnd, 65_000, 85_000, 130_000, 195_000],
  ]),
};

/**
 * Air Canada Aeroplan, "starting at", Air Canada and select partners, one way, by the pair of zones and distance.
 * Source: aircanada.com, flight rewards chart of June 2026. Premium economy, and the zone pairs absent here, are not
 * published in what we read.
 */
export const aeroplanCharts: Readonly<Partial<Record<`${AeroplanZone}-${AeroplanZone}`, DistanceChart>>> = {
  "northAmerica-northAmerica": distanceChart(
    "Aeroplan, within North America",
    [
      [500, 6_000, 15_000],
      [1_500, 10_000, 20_000],
      [2_750, 12_500, 25_000],
      [noEnd, 17_500, 35_000],
    ],
    ["economy", "business"],
  ),
  "northAmerica-atlantic": distanceChart(
    "Aeroplan, North America–Atlantic",
    [
      [4_000, 32_500, 60_000, 90_000],
      [6_000, 42_500, 70_000, 100_000],
      [8_000, 55_000, 80_000, 120_000],
      [noEnd, 70_000, 90_000, 130_000],
    ],
    ["economy", "business", "first"],
  ),
  "northAmerica-pacific": distanceChart(
    "Aeroplan, North America–Pacific",
    [
      [6_000, 32_500, 65_000, 90_000],
      [8_000, 45_000, 80_000, 110_000],
      [10_000, 50_000, 95_000, 130_000],
      [noEnd, 70_000, 110_000, 150_000],
    ],
    ["economy", "business", "first"],
  ),
};

const aviosZones = [650, 1_150, 2_000, 3_000, 4_000, 5_500, 6_500, 7_000, noEnd] as const;

function byZone(name: string, columns: readonly (readonly number[])[]): DistanceChart {
  const rows = aviosZones.map((upToMiles, zone) => [upToMiles, ...columns.map((column) => column[zone] ?? 0)]);
  return distanceChart(name, rows, ["economy", "business"]);
}

/**
 * British Airways Avios as it stood before 15 December 2025, each segment by its own distance. Source:
 * britishairways.com; all cells rose by 8–14 % on that day and the later ones are not published in what we read.
 * Partners: economy only.
 */
export const britishAirwaysCharts = {
  offPeak: byZone("British Airways Avios before 15 December 2025, off-peak", [
    [4_750, 7_250, 10_000, 10_000, 13_000, 16_250, 19_500, 22_750, 32_500],
    [8_500, 13_000, 17_750, 31_250, 50_000, 62_500, 75_000, 87_500, 125_000],
  ]),
  peak: byZone("British Airways Avios before 15 December 2025, peak", [
    [5_250, 8_250, 12_500, 12_500, 20_000, 25_000, 30_000, 35_000, 50_000],
    [9_750, 15_750, 20_750, 37_500, 60_000, 75_000, 90_000, 105_000, 150_000],
  ]),
  partner: distanceChart(
    "British Airways Avios before 15 December 2025, partners",
    [6_000, 9_000, 11_000, 13_000, 20_750, 25_750, 31_000, 36_250, 51_500].map((miles, zone) => [
      aviosZones[zone] ?? noEnd,
      miles,
    ]),
    ["economy"],
  ),
} as const;

/** Iberia Avios, whole trip on Iberia's own flights off-peak, Y/J. Source: iberia.com, 2026. */
export const iberiaChart = distanceChart(
  "Iberia Avios, off-peak",
  [
    [650, 3_500, 9_750],
    [1_150, 7_000, 16_500],
    [2_000, 11_000, 23_250],
    [3_000, 14_250, 37_500],
    [4_000, 18_000, 51_750],
    [5_500, 21_750, 68_250],
    [7_000, 27_000, 84_750],
    [noEnd, 41_000, 97_000],
  ],
  ["economy", "business"],
);

/** Virgin Atlantic Flying Club on ANA between the United States and Japan, one way. Source: virginatlantic.com, 2026. */
export const virginAnaChart = {
  name: "Flying Club on ANA",
  west: { band: "US west–Japan", cells: { business: 52_500, first: 72_500 } },
  east: { band: "US east–Japan", cells: { business: 60_000, first: 85_000 } },
} as const;

/** Ours, for zone pairs that a program with a chart does not publish here: the middle of the published charts. */
export const modelledChart = distanceChart("modelled by distance", [
  [750, 7_500, 10_000, 14_000, 20_000],
  [1_500, 10_000, 14_000, 20_000, 30_000],
  [3_000, 17_500, 25_000, 35_000, 52_500],
  [5_000, 30_000, 42_500, 60_000, 90_000],
  [7_500, 42_500, 57_500, 80_000, 120_000],
  [10_000, 52_500, 70_000, 95_000, 140_000],
  [noEnd, 70_000, 90_000, 120_000, 180_000],
]);
