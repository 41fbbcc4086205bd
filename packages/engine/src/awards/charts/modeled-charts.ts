import { type DistanceChart, distanceChart, noEnd } from "../tariffs/chart.ts";

/** Modeled chart of a program without a published one, Y/W/J/F by the distance of the trip. */
function modeledChart(name: string, source: string, rows: readonly (readonly number[])[]): DistanceChart {
  return distanceChart({ name, basis: "modelled", source }, rows);
}

/** For pairs of zones that a program with a chart does not publish here. */
export const middleOfCharts = modeledChart("modeled by distance", "the middle of the published charts here", [
  [750, 7_500, 10_000, 14_000, 20_000],
  [1_500, 10_000, 14_000, 20_000, 30_000],
  [3_000, 17_500, 25_000, 35_000, 52_500],
  [5_000, 30_000, 42_500, 60_000, 90_000],
  [7_500, 42_500, 57_500, 80_000, 120_000],
  [10_000, 52_500, 70_000, 95_000, 140_000],
  [noEnd, 70_000, 90_000, 120_000, 180_000],
]);

export const qantasOwn = modeledChart("Qantas Classic Reward on Qantas", "Qantas's zones of August 2025", [
  [600, 9_200, 14_400, 19_300, 28_000],
  [1_200, 13_800, 22_000, 29_200, 42_000],
  [2_400, 20_700, 33_500, 43_800, 63_000],
  [3_600, 23_200, 45_900, 57_500, 82_000],
  [4_800, 29_000, 57_200, 72_000, 108_400],
  [5_800, 36_200, 68_700, 82_000, 123_400],
  [7_000, 43_300, 83_800, 94_900, 142_600],
  [8_400, 48_200, 93_600, 108_400, 162_800],
  [9_600, 57_800, 103_000, 119_200, 179_000],
  [noEnd, 68_000, 118_000, 144_600, 216_900],
]);

export const qantasPartner = modeledChart("Qantas Classic Reward on partners", "Qantas's zones of August 2025", [
  [600, 10_900, 16_000, 22_000, 32_000],
  [1_200, 15_900, 24_000, 33_000, 48_000],
  [2_400, 23_100, 36_000, 49_500, 73_000],
  [3_600, 27_700, 48_000, 66_200, 96_000],
  [4_800, 34_600, 60_000, 82_000, 123_000],
  [5_800, 42_500, 72_000, 95_000, 142_000],
  [7_000, 50_300, 88_000, 109_000, 163_000],
  [8_400, 56_500, 99_000, 125_000, 187_000],
  [9_600, 66_000, 110_000, 138_000, 207_000],
  [noEnd, 77_500, 125_000, 166_300, 249_600],
]);

export const emiratesOwn = modeledChart("Skywards Saver on Emirates", "Skywards' calculator of 2025", [
  [750, 7_500, 15_000, 22_500, 35_000],
  [2_000, 15_000, 25_000, 40_000, 60_000],
  [3_500, 25_000, 42_500, 65_000, 95_000],
  [5_000, 36_250, 57_500, 87_500, 115_000],
  [7_500, 46_250, 75_000, 108_750, 142_500],
  [noEnd, 55_000, 90_000, 136_250, 180_000],
]);

export const emiratesPartner = modeledChart(
  "Skywards on partners",
  "Skywards' partner chart of 4 March 2026, from 3,000 miles",
  [
    [500, 3_000, 5_000, 8_000, 12_000],
    [1_000, 7_500, 12_000, 18_000, 27_000],
    [2_000, 12_500, 20_000, 30_000, 45_000],
    [4_000, 25_000, 38_000, 55_000, 82_500],
    [7_000, 40_000, 60_000, 85_000, 127_500],
    [noEnd, 55_000, 82_500, 120_000, 180_000],
  ],
);

export const etihadOwn = modeledChart("Etihad Guest on Etihad", "Etihad Guest's distance chart of June 2024", [
  [500, 5_000, 8_000, 12_000, 20_000],
  [1_500, 10_000, 15_000, 22_000, 40_000],
  [2_500, 17_500, 27_500, 40_000, 65_000],
  [4_000, 25_000, 42_500, 65_000, 100_000],
  [7_000, 40_000, 65_000, 95_000, 150_000],
  [noEnd, 55_000, 85_000, 130_000, 200_000],
]);

/** Up to 500 miles, economy and business have the program's prices on SAS within Scandinavia: 6,000 and 20,000. */
export const etihadPartner = modeledChart("Etihad Guest on partners", "Etihad Guest's partner chart of June 2024", [
  [500, 6_000, 10_000, 20_000, 30_000],
  [1_000, 9_000, 15_000, 24_000, 36_000],
  [2_000, 15_000, 23_000, 34_000, 50_000],
  [4_000, 30_000, 45_000, 65_000, 95_000],
  [7_000, 45_000, 68_000, 100_000, 150_000],
  [noEnd, 60_000, 90_000, 140_000, 210_000],
]);

export const velocityOwn = modeledChart("Velocity on Virgin Australia", "Velocity's zones of 2025", [
  [600, 7_900, 12_000, 15_500, 24_000],
  [1_200, 12_900, 18_000, 26_000, 40_000],
  [2_400, 19_900, 28_000, 39_500, 60_000],
  [noEnd, 31_500, 45_000, 62_000, 93_000],
]);

export const velocityPartner = modeledChart("Velocity on partners", "Velocity's partner table of 2025", [
  [600, 9_900, 14_000, 19_500, 30_000],
  [1_200, 14_900, 22_000, 31_000, 46_000],
  [2_400, 23_900, 35_000, 48_000, 72_000],
  [3_600, 32_000, 47_000, 64_000, 96_000],
  [4_800, 38_000, 57_000, 78_000, 117_000],
  [7_000, 53_000, 78_000, 104_000, 156_000],
  [noEnd, 75_000, 105_000, 139_000, 208_000],
]);

export const finnairOwn = modeledChart("Finnair Plus on Finnair", "Finnair's Avios chart of 2024", [
  [650, 6_000, 8_500, 11_000, 16_000],
  [2_000, 9_000, 13_500, 20_000, 30_000],
  [3_000, 13_000, 20_000, 32_500, 48_000],
  [noEnd, 32_500, 47_500, 62_500, 93_750],
]);

export const qatarOwn = modeledChart("Privilege Club on Qatar Airways", "Privilege Club's calculator of 2025", [
  [650, 6_000, 8_500, 12_500, 18_500],
  [1_150, 9_000, 13_000, 16_500, 25_000],
  [2_000, 12_500, 19_000, 25_000, 38_000],
  [3_000, 17_000, 26_500, 38_750, 58_000],
  [4_000, 22_500, 34_500, 50_000, 75_000],
  [7_500, 35_000, 52_500, 70_000, 105_000],
  [noEnd, 42_500, 65_000, 95_000, 142_500],
]);

export const virginPartner = modeledChart("Flying Club on partners", "Flying Club's partner charts of 2024–25", [
  [500, 7_500, 11_000, 15_000, 22_500],
  [1_000, 8_500, 13_000, 20_000, 30_000],
  [1_500, 11_000, 17_000, 25_000, 37_500],
  [2_000, 15_500, 23_000, 32_500, 48_500],
  [3_000, 18_500, 27_500, 38_500, 58_000],
  [5_000, 25_000, 40_000, 60_000, 90_000],
  [7_500, 35_000, 55_000, 80_000, 120_000],
  [noEnd, 45_000, 70_000, 100_000, 150_000],
]);

export const azulPartner = modeledChart("Azul Fidelidade on partners", "the program's offers of 2025", [
  [1_500, 30_000, 40_000, 60_000, 90_000],
  [4_000, 60_000, 85_000, 130_000, 195_000],
  [noEnd, 90_000, 130_000, 200_000, 300_000],
]);

export const smilesPartner = modeledChart("Smiles on partners", "the program's offers of 2025", [
  [1_500, 40_000, 55_000, 85_000, 130_000],
  [4_000, 80_000, 115_000, 180_000, 270_000],
  [noEnd, 120_000, 180_000, 290_000, 430_000],
]);
