import { type DistanceChart, distanceChart, noEnd } from "../tariffs/chart.ts";

/** Minimum miles one way of a program that prices by fare: modeled, about the level of its cheapest awards in 2026. */
function floors(name: string, rows: readonly (readonly number[])[]): DistanceChart {
  return distanceChart({ name: `${name}, dynamic`, basis: "modelled", source: "cheapest awards seen in 2026" }, rows);
}

export const unitedOwnFloors = floors("MileagePlus on United", [
  [700, 6_000, 9_000, 14_000, 20_000],
  [1_500, 9_000, 13_500, 20_000, 30_000],
  [3_000, 12_500, 19_000, 27_500, 40_000],
  [5_000, 30_000, 50_000, 80_000, 110_000],
  [noEnd, 40_000, 65_000, 100_000, 140_000],
]);

export const unitedPartnerFloors = floors("MileagePlus on partners", [
  [700, 8_000, 12_000, 17_500, 26_000],
  [1_500, 12_500, 18_500, 27_500, 41_000],
  [3_000, 17_500, 26_000, 38_500, 57_500],
  [5_000, 35_000, 55_000, 88_000, 132_000],
  [noEnd, 45_000, 70_000, 110_000, 165_000],
]);

export const deltaFloors = floors("SkyMiles", [
  [700, 6_000, 9_000, 14_000, 20_000],
  [1_500, 9_000, 13_500, 20_000, 30_000],
  [3_000, 12_500, 19_000, 27_500, 40_000],
  [5_000, 28_000, 45_000, 85_000, 130_000],
  [noEnd, 38_000, 60_000, 110_000, 165_000],
]);

export const americanFloors = floors("AAdvantage on American", [
  [700, 5_000, 8_000, 12_000, 18_000],
  [1_500, 7_500, 11_500, 17_500, 26_000],
  [3_000, 10_000, 16_000, 25_000, 37_500],
  [5_000, 22_500, 37_500, 57_500, 85_000],
  [noEnd, 30_000, 47_500, 70_000, 105_000],
]);

/** From 25,000, 40,000 and 60,000 across the Atlantic. */
export const flyingBlueFloors = floors("Flying Blue", [
  [700, 6_500, 9_500, 15_000, 25_000],
  [1_500, 9_500, 14_000, 22_500, 37_500],
  [3_000, 14_000, 22_500, 35_000, 60_000],
  [5_000, 25_000, 40_000, 60_000, 150_000],
  [noEnd, 32_500, 52_500, 80_000, 200_000],
]);

export const virginFloors = floors("Flying Club on Virgin Atlantic", [
  [3_000, 6_000, 9_000, 20_000, 30_000],
  [5_000, 6_000, 10_500, 29_000, 43_500],
  [noEnd, 10_000, 17_500, 37_500, 56_000],
]);

export const jetBlueFloors = floors("TrueBlue", [
  [1_500, 3_000, 4_500, 10_000, 15_000],
  [noEnd, 5_000, 7_500, 20_000, 30_000],
]);

export const lowCostFloors = floors("Frontier and Spirit", [
  [1_500, 2_500, 3_500, 5_000, 7_500],
  [noEnd, 5_000, 7_500, 10_000, 15_000],
]);

export const milesAndMoreFloors = floors("Miles & More on Lufthansa Group", [
  [700, 8_000, 12_000, 17_500, 35_000],
  [1_500, 10_000, 15_000, 22_500, 45_000],
  [3_000, 15_000, 22_500, 32_500, 60_000],
  [5_000, 25_000, 37_500, 55_000, 91_000],
  [noEnd, 32_500, 47_500, 65_000, 110_000],
]);

export const aeromexicoFloors = floors("Aeromexico Rewards", [
  [700, 9_000, 13_500, 20_000, 30_000],
  [1_500, 14_000, 21_000, 32_000, 48_000],
  [3_000, 22_000, 33_000, 50_000, 75_000],
  [5_000, 42_000, 63_000, 110_000, 165_000],
  [noEnd, 60_000, 90_000, 150_000, 225_000],
]);

export const brazilFloors = floors("Smiles and Azul", [
  [700, 8_000, 12_000, 20_000, 30_000],
  [1_500, 12_000, 18_000, 30_000, 45_000],
  [3_000, 25_000, 37_500, 65_000, 97_500],
  [noEnd, 60_000, 90_000, 150_000, 225_000],
]);

export const copaFloors = floors("ConnectMiles on Copa", [
  [700, 7_500, 11_000, 15_000, 22_500],
  [1_500, 10_000, 15_000, 22_500, 33_500],
  [3_000, 15_000, 22_500, 35_000, 52_500],
  [noEnd, 25_000, 37_500, 55_000, 82_500],
]);
