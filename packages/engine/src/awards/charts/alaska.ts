import { distanceChart, noEnd } from "../tariffs/chart.ts";

const facts = { basis: "published", source: "alaskaair.com, award chart page, read 2026" } as const;

/**
 * Alaska (Atmos Rewards), partners, "starting at", one way, Y/W/J/F, by region and whole-trip distance in statute miles. An
 * exact bound belongs to the lower band.
 */
export const alaskaAmericas = distanceChart({ name: "Atmos Rewards, Americas", ...facts }, [
  [700, 4_500, 6_000, 9_000, 13_500],
  [1_400, 7_500, 10_000, 15_000, 25_000],
  [2_100, 12_500, 17_500, 25_000, 40_000],
  [4_000, 17_500, 22_500, 35_000, 52_500],
  [6_000, 25_000, 32_500, 50_000, 75_000],
  [noEnd, 30_000, 40_000, 60_000, 90_000],
]);

export const alaskaEuropeMiddleEastAfrica = distanceChart(
  { name: "Atmos Rewards, Europe, Middle East and Africa", ...facts },
  [
    [1_500, 7_500, 10_000, 15_000, 22_500],
    [3_500, 22_500, 30_000, 45_000, 67_500],
    [5_000, 27_500, 35_000, 55_000, 82_500],
    [7_000, 35_000, 45_000, 70_000, 105_000],
    [10_000, 42_500, 55_000, 85_000, 130_000],
    [noEnd, 55_000, 72_500, 110_000, 165_000],
  ],
);

export const alaskaAsiaPacific = distanceChart({ name: "Atmos Rewards, Asia Pacific", ...facts }, [
  [1_500, 7_500, 10_000, 15_000, 22_500],
  [3_000, 25_000, 32_500, 50_000, 75_000],
  [5_000, 30_000, 40_000, 60_000, 90_000],
  [7_000, 37_500, 50_000, 75_000, 110_000],
  [10_000, 42_500, 55_000, 85_000, 130_000],
  [noEnd, 65_000, 85_000, 130_000, 195_000],
]);
