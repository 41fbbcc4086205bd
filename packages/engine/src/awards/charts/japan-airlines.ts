import { distanceChart } from "../tariffs/chart.ts";

/**
 * JAL Mileage Bank on one partner airline, by the distance of the trip. Source: jal.co.jp, partner airline award tickets,
 * 2026-04-29, in borski/travel-hacking-toolkit (MIT), rtw-awards.json.
 */
export const jalSinglePartner = distanceChart(
  { name: "JAL Mileage Bank, one partner", basis: "published", source: "jal.co.jp, 2026-04-29" },
  [
    [1_000, 12_000, 17_000, 24_000, 36_000],
    [2_000, 15_000, 20_000, 28_000, 42_000],
    [3_000, 20_000, 25_000, 35_000, 52_000],
    [5_000, 25_000, 30_000, 40_000, 60_000],
    [7_000, 35_000, 45_000, 60_000, 90_000],
    [10_000, 45_000, 55_000, 80_000, 120_000],
    [14_000, 60_000, 70_000, 100_000, 150_000],
    [18_000, 80_000, 95_000, 130_000, 195_000],
    [22_000, 95_000, 115_000, 160_000, 240_000],
    [26_000, 110_000, 130_000, 180_000, 270_000],
    [30_000, 130_000, 150_000, 200_000, 300_000],
    [34_000, 140_000, 165_000, 200_000, 315_000],
    [50_000, 150_000, 180_000, 210_000, 330_000],
  ],
);

/** JAL Mileage Bank on two or more oneworld airlines. Source: as above. */
export const jalMultiCarrier = distanceChart(
  {
    name: "JAL Mileage Bank, oneworld airlines together",
    basis: "published",
    source: "jal.co.jp, 2026-04-29",
    cabins: ["economy", "business", "first"],
  },
  [
    [4_000, 25_000, 48_000, 72_000],
    [8_000, 41_000, 78_000, 117_000],
    [10_000, 53_000, 100_000, 150_000],
    [14_000, 65_000, 121_000, 182_000],
    [18_000, 75_000, 138_000, 207_000],
    [22_000, 88_000, 158_000, 237_000],
    [26_000, 110_000, 175_000, 263_000],
    [30_000, 130_000, 195_000, 293_000],
    [34_000, 150_000, 215_000, 323_000],
    [50_000, 160_000, 220_000, 330_000],
  ],
);
