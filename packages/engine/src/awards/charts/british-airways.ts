import type { CabinName } from "../../fares/cabins.ts";
import { type DistanceChart, distanceChart, noEnd } from "../tariffs/chart.ts";

const zoneEnds = [650, 1_150, 2_000, 3_000, 4_000, 5_500, 6_500, 7_000, noEnd] as const;

function byZone(
  name: string,
  columns: readonly (readonly number[])[],
  cabins: readonly CabinName[] = ["economy", "business"],
): DistanceChart {
  return distanceChart(
    {
      name: `British Airways Avios before 15 December 2025, ${name}`,
      basis: "published",
      source: "britishairways.com; all cells rose by 8–14 % on 15 December 2025, the later ones are not published here",
      cabins,
    },
    zoneEnds.map((end, zone) => [end, ...columns.map((column) => column[zone] ?? 0)]),
  );
}

/** British Airways Avios as published before 15 December 2025, each segment by its own distance. */
export const aviosOffPeak = byZone("off-peak", [
  [4_750, 7_250, 10_000, 10_000, 13_000, 16_250, 19_500, 22_750, 32_500],
  [8_500, 13_000, 17_750, 31_250, 50_000, 62_500, 75_000, 87_500, 125_000],
]);

export const aviosPeakChart = byZone("peak", [
  [5_250, 8_250, 12_500, 12_500, 20_000, 25_000, 30_000, 35_000, 50_000],
  [9_750, 15_750, 20_750, 37_500, 60_000, 75_000, 90_000, 105_000, 150_000],
]);

const partnerEconomy = [6_000, 9_000, 11_000, 13_000, 20_750, 25_750, 31_000, 36_250, 51_500];

/**
 * Partners: economy as published. Higher cabins are modeled: the own peak price times the surcharge of partners in economy, so that
 * business on a partner to New York is 62,250.
 */
export const aviosPartner = withPartnerCabins(byZone("partners", [partnerEconomy], ["economy"]));

function withPartnerCabins(chart: DistanceChart): DistanceChart {
  const bands = chart.bands.map(({ upToMiles, cells }, i) => {
    const economy = cells[0];
    const own = aviosPeakChart.bands[i]?.cells;
    if (economy === undefined || own?.[0] === undefined) throw new RangeError(`missing zone ${i} in ${chart.name}`);
    const factor = economy.miles / own[0].miles;
    const higher = own.slice(1).map(({ miles }) => {
      const scaled = Math.ceil((miles * factor) / 250 - 1e-9) * 250;
      return { miles: scaled, chart: { ...economy.chart, basis: "modelled" as const } };
    });
    return { upToMiles, cells: [economy, ...higher] };
  });
  return { ...chart, bands };
}
