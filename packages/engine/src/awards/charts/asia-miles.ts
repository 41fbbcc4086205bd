import { distanceChart, noEnd } from "../tariffs/chart.ts";

/**
 * Asia Miles on two or more oneworld airlines in addition to Cathay Pacific, from May 2026, by the distance of the trip. Source:
 * cathaypacific.com, 2026-04-29, in borski/travel-hacking-toolkit (MIT), rtw-awards.json.
 */
export const asiaMilesMultiCarrier = distanceChart(
  {
    name: "Asia Miles, oneworld airlines together",
    basis: "published",
    source: "cathaypacific.com, chart of May 2026, read 2026-04-29",
    cabins: ["economy", "business", "first"],
  },
  [
    [1_000, 30_000, 60_000, 75_000],
    [2_000, 35_000, 70_000, 90_000],
    [3_000, 45_000, 85_000, 110_000],
    [5_000, 50_000, 100_000, 135_000],
    [7_500, 60_000, 125_000, 165_000],
    [10_000, 70_000, 145_000, 195_000],
    [14_000, 80_000, 165_000, 225_000],
    [18_000, 95_000, 185_000, 250_000],
    [22_000, 110_000, 215_000, 280_000],
    [25_000, 125_000, 235_000, 305_000],
    [28_000, 140_000, 250_000, 325_000],
    [35_000, 150_000, 265_000, 345_000],
    [50_000, 160_000, 280_000, 380_000],
  ],
);

/** **Modeled** on the distance zones of Cathay Pacific's own awards of 2024–25. */
export const asiaMilesOwn = distanceChart(
  { name: "Asia Miles on Cathay Pacific", basis: "modelled", source: "Cathay Pacific's zones of 2024–25" },
  [
    [750, 7_000, 11_000, 16_000, 25_000],
    [2_750, 13_000, 20_000, 28_000, 43_000],
    [5_000, 20_000, 32_000, 50_000, 75_000],
    [7_500, 27_000, 50_000, 84_000, 125_000],
    [noEnd, 38_000, 75_000, 110_000, 160_000],
  ],
);

/** **Modeled**: one partner, about a fifth above Cathay Pacific's own. */
export const asiaMilesPartner = distanceChart(
  { name: "Asia Miles on one partner", basis: "modelled", source: "Cathay Pacific's partner zones of 2024–25" },
  [
    [750, 10_000, 15_000, 20_000, 30_000],
    [2_750, 15_000, 23_000, 35_000, 50_000],
    [5_000, 25_000, 40_000, 60_000, 85_000],
    [7_500, 35_000, 60_000, 89_000, 135_000],
    [noEnd, 45_000, 80_000, 115_000, 170_000],
  ],
);
