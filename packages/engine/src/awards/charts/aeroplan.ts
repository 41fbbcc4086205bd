import { distanceChart, noEnd } from "../tariffs/chart.ts";

const facts = { basis: "published", source: "aircanada.com, flight rewards chart of June 2026" } as const;

/**
 * Air Canada Aeroplan, "starting at", Air Canada and select partners, one way, by the pair of zones and distance. The source does not
 * publish premium economy and the pairs of zones that are absent here.
 */
export const aeroplanNorthAmerica = distanceChart(
  { name: "Aeroplan, within North America", ...facts, cabins: ["economy", "business"] },
  [
    [500, 6_000, 15_000],
    [1_500, 10_000, 20_000],
    [2_750, 12_500, 25_000],
    [noEnd, 17_500, 35_000],
  ],
);

export const aeroplanAtlantic = distanceChart(
  { name: "Aeroplan, North America–Atlantic", ...facts, cabins: ["economy", "business", "first"] },
  [
    [4_000, 32_500, 60_000, 90_000],
    [6_000, 42_500, 70_000, 100_000],
    [8_000, 55_000, 80_000, 120_000],
    [noEnd, 70_000, 90_000, 130_000],
  ],
);

export const aeroplanPacific = distanceChart(
  { name: "Aeroplan, North America–Pacific", ...facts, cabins: ["economy", "business", "first"] },
  [
    [6_000, 32_500, 65_000, 90_000],
    [8_000, 45_000, 80_000, 110_000],
    [10_000, 50_000, 95_000, 130_000],
    [noEnd, 70_000, 110_000, 150_000],
  ],
);
