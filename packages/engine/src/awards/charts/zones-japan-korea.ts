/**
 * ANA, JAL and Korean Air on their own flights, Y/W/J/F. **Modeled** on the programs' charts of 2025, from general knowledge. ANA and
 * Korean Air publish round trips; one way is half.
 */

import { japanPeak, koreaPeak, type PeakDates } from "../tariffs/seasons.ts";
import { byZones, inSeason, type Tariff } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

type Row = readonly [string, string, ...number[]];

const regions = {
  "East Asia": ["eastAsia"],
  "South-East Asia": ["southeastAsia"],
  "South Asia": ["southAsia", "centralAsia"],
  Europe: ["europe", "middleEast", "africa"],
  "North America": ["northAmerica", "centralAmerica", "caribbean"],
  Oceania: ["oceania"],
} as const;
const fromJapan = zoning({ Japan: ["JP"], ...regions });
const fromKorea = zoning({ Korea: ["KR"], ...regions });

/** Round trips times `share`, rounded to half thousands as the programs do. */
function oneWayOf(rows: readonly Row[], share: number): Row[] {
  return rows.map(([from, to, ...miles]) => [from, to, ...miles.map((each) => Math.round((each * share) / 500) * 500)]);
}

function seasonal(
  dates: PeakDates,
  facts: { name: string; rows: readonly Row[]; peakFactor: number; from: typeof fromJapan },
): Tariff {
  const { name, rows, peakFactor, from } = facts;
  const season = (label: string, factor: number) =>
    byZones({ name: `${name}, ${label}`, basis: "modelled", zoning: from }, oneWayOf(rows, factor / 2));
  return inSeason(dates, { offPeak: season("regular season", 1), peak: season("high season", peakFactor) });
}

/** ANA Mileage Club on ANA: round trips in the regular season, after the increases of 2024–25. */
export const anaOwn = seasonal(japanPeak, {
  name: "ANA Mileage Club on ANA",
  peakFactor: 1.1,
  from: fromJapan,
  rows: [
    ["Japan", "Japan", 14_000, 20_000, 28_000, 40_000],
    ["Japan", "East Asia", 20_000, 33_000, 43_000, 65_000],
    ["Japan", "South-East Asia", 35_000, 53_000, 70_000, 105_000],
    ["Japan", "South Asia", 40_000, 58_000, 75_000, 115_000],
    ["Japan", "Europe", 55_000, 78_000, 115_000, 180_000],
    ["Japan", "North America", 50_000, 74_000, 110_000, 170_000],
    ["Japan", "Oceania", 45_000, 67_000, 90_000, 140_000],
  ],
});

/** ANA Mileage Club on its partners: round trips, after the increases of 2024–25. */
export const anaPartner = byZones(
  { name: "ANA Mileage Club on partners", basis: "modelled", zoning: fromJapan },
  oneWayOf(
    [
      ["Japan", "East Asia", 25_000, 38_000, 50_000, 75_000],
      ["Japan", "South-East Asia", 38_000, 56_000, 75_000, 115_000],
      ["Japan", "Europe", 60_000, 85_000, 125_000, 210_000],
      ["Japan", "North America", 55_000, 80_000, 120_000, 200_000],
      ["Europe", "North America", 60_000, 85_000, 125_000, 210_000],
      ["North America", "North America", 25_000, 35_000, 50_000, 75_000],
      ["Europe", "Europe", 25_000, 35_000, 50_000, 75_000],
    ],
    0.5,
  ),
);

/** JAL Mileage Bank on JAL: round trips at the basic price. */
export const jalOwn = seasonal(japanPeak, {
  name: "JAL Mileage Bank on JAL",
  peakFactor: 1.3,
  from: fromJapan,
  rows: [
    ["Japan", "Japan", 14_000, 20_000, 26_000, 36_000],
    ["Japan", "East Asia", 20_000, 36_000, 46_000, 70_000],
    ["Japan", "South-East Asia", 35_000, 55_000, 80_000, 120_000],
    ["Japan", "South Asia", 40_000, 60_000, 84_000, 126_000],
    ["Japan", "Europe", 54_000, 80_000, 110_000, 160_000],
    ["Japan", "North America", 54_000, 80_000, 110_000, 160_000],
    ["Japan", "Oceania", 40_000, 60_000, 80_000, 120_000],
  ],
});

/** SKYPASS on Korean Air: round trips off-peak; half more in the peak season. */
export const koreanOwn = seasonal(koreaPeak, {
  name: "SKYPASS on Korean Air",
  peakFactor: 1.5,
  from: fromKorea,
  rows: [
    ["Korea", "Korea", 10_000, 12_000, 20_000, 30_000],
    ["Korea", "East Asia", 30_000, 40_000, 45_000, 65_000],
    ["Korea", "South-East Asia", 40_000, 55_000, 70_000, 90_000],
    ["Korea", "South Asia", 50_000, 70_000, 90_000, 115_000],
    ["Korea", "Europe", 70_000, 95_000, 125_000, 160_000],
    ["Korea", "North America", 70_000, 95_000, 125_000, 160_000],
    ["Korea", "Oceania", 70_000, 95_000, 125_000, 160_000],
  ],
});

/**
 * SKYPASS on partners: round trips only. Anchor from borski/travel-hacking-toolkit (MIT), 2026-03-31: business between North
 * America and Europe 80,000 for both ways.
 */
export const koreanPartner = byZones(
  { name: "SKYPASS on partners", basis: "modelled", zoning: fromKorea },
  oneWayOf(
    [
      ["Korea", "Europe", 80_000, 105_000, 140_000, 200_000],
      ["Korea", "North America", 80_000, 105_000, 140_000, 200_000],
      ["Korea", "East Asia", 35_000, 45_000, 55_000, 80_000],
      ["North America", "Europe", 50_000, 65_000, 80_000, 120_000],
      ["North America", "North America", 25_000, 35_000, 45_000, 68_000],
      ["Europe", "Europe", 25_000, 35_000, 45_000, 68_000],
    ],
    0.5,
  ),
);
