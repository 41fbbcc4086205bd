import { distanceChart, noEnd } from "../tariffs/chart.ts";

/**
 * Iberia Avios, whole trip on Iberia's own flights off-peak. Economy and business from iberia.com, 2026; premium economy, from 3,001 miles,
 * from borski/travel-hacking-toolkit (MIT), rtw-awards.json, verified with iberia.com 2026-04-29.
 */
export const iberiaOffPeak = distanceChart(
  {
    name: "Iberia Avios, off-peak",
    basis: "published",
    source: "iberia.com, 2026",
    cabins: ["economy", "premium_economy", "business"],
  },
  [
    [650, 3_500, 0, 9_750],
    [1_150, 7_000, 0, 16_500],
    [2_000, 11_000, 0, 23_250],
    [3_000, 14_250, 0, 37_500],
    [4_000, 18_000, 35_000, 51_750],
    [5_500, 21_750, 41_250, 68_250],
    [7_000, 27_000, 51_000, 84_750],
    [noEnd, 41_000, 71_000, 97_000],
  ],
);

/**
 * Iberia Avios on partners, whole trip; no awards beyond 11,770 miles. Source: borski/travel-hacking-toolkit (MIT), rtw-awards.json,
 * verified with iberia.com 2026-04-29.
 */
export const iberiaPartner = distanceChart(
  { name: "Iberia Avios, partners", basis: "published", source: "iberia.com, 2026-04-29" },
  [
    [650, 6_000, 9_000, 12_500, 24_000],
    [1_150, 9_000, 13_500, 18_000, 36_000],
    [2_000, 12_500, 18_750, 25_000, 50_000],
    [3_000, 17_000, 25_500, 34_000, 68_000],
    [4_000, 22_500, 33_750, 45_000, 90_000],
    [5_500, 30_000, 45_000, 60_000, 120_000],
    [7_000, 41_000, 61_500, 82_000, 164_000],
    [11_770, 51_500, 77_250, 103_000, 206_000],
  ],
);
