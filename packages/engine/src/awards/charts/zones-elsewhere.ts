/**
 * Zone charts of the programs outside Star Alliance, one way, Y/W/J/F. **Modeled**: written from general knowledge of the programs' prices
 * in 2025–26, not copied from a publication.
 */

import { byZones } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

/** AAdvantage on its partners, by the regions of its partner chart as seen from the United States. */
export const americanPartner = byZones(
  {
    name: "AAdvantage on partners",
    basis: "modelled",
    zoning: zoning({
      "United States and Canada": ["northAmerica"],
      "Caribbean and Central America": ["centralAmerica", "caribbean"],
      "South America 1": ["CO", "EC", "PE", "VE", "GY", "SR", "GF"],
      "South America 2": ["southAmerica"],
      Europe: ["europe"],
      "Middle East and South Asia": ["middleEast", "southAsia", "centralAsia"],
      Africa: ["africa"],
      "Asia 1": ["JP", "KR", "MN"],
      "Asia 2": ["CN", "HK", "MO", "TW", "southeastAsia"],
      "South Pacific": ["oceania"],
    }),
  },
  [
    ["United States and Canada", "United States and Canada", 12_500, 17_500, 25_000, 50_000],
    ["United States and Canada", "Caribbean and Central America", 15_000, 20_000, 27_500, 52_500],
    ["United States and Canada", "South America 1", 20_000, 25_000, 30_000, 55_000],
    ["United States and Canada", "South America 2", 30_000, 40_000, 57_500, 85_000],
    ["United States and Canada", "Europe", 30_000, 40_000, 57_500, 85_000],
    ["United States and Canada", "Middle East and South Asia", 40_000, 55_000, 70_000, 115_000],
    ["United States and Canada", "Africa", 40_000, 55_000, 75_000, 120_000],
    ["United States and Canada", "Asia 1", 35_000, 50_000, 60_000, 80_000],
    ["United States and Canada", "Asia 2", 37_500, 50_000, 70_000, 110_000],
    ["United States and Canada", "South Pacific", 40_000, 65_000, 80_000, 110_000],
    ["Europe", "Europe", 12_500, 16_000, 22_500, 35_000],
    ["Europe", "Middle East and South Asia", 20_000, 30_000, 42_500, 62_500],
    ["Europe", "Africa", 30_000, 45_000, 75_000, 100_000],
    ["Europe", "Asia 1", 35_000, 50_000, 75_000, 90_000],
    ["Europe", "Asia 2", 35_000, 50_000, 75_000, 90_000],
    ["Europe", "South Pacific", 42_500, 65_000, 85_000, 115_000],
    ["Asia 1", "Asia 2", 20_000, 25_000, 30_000, 45_000],
    ["Asia 2", "Asia 2", 20_000, 25_000, 30_000, 45_000],
    ["Asia 2", "South Pacific", 30_000, 35_000, 40_000, 60_000],
    ["South Pacific", "South Pacific", 10_000, 15_000, 20_000, 30_000],
  ],
);

const ofScandinavia = zoning({
  Scandinavia: ["DK", "NO", "SE", "SJ", "FO"],
  Europe: ["europe"],
  "Middle East and North Africa": ["middleEast", "MA", "TN", "EG", "DZ"],
  "North America": ["northAmerica"],
  "Latin America": ["centralAmerica", "caribbean", "southAmerica"],
  Africa: ["africa"],
  Asia: ["centralAsia", "southAsia", "eastAsia", "southeastAsia"],
  Oceania: ["oceania"],
});

/** EuroBonus on SAS and on its partners, after the move to SkyTeam. */
export const euroBonusZones = byZones({ name: "EuroBonus", basis: "modelled", zoning: ofScandinavia }, [
  ["Scandinavia", "Scandinavia", 10_000, 15_000, 20_000, 30_000],
  ["Scandinavia", "Europe", 15_000, 22_500, 32_500, 48_500],
  ["Europe", "Europe", 15_000, 22_500, 32_500, 48_500],
  ["Scandinavia", "Middle East and North Africa", 25_000, 37_500, 50_000, 75_000],
  ["Europe", "Middle East and North Africa", 25_000, 37_500, 50_000, 75_000],
  ["Scandinavia", "North America", 30_000, 45_000, 60_000, 90_000],
  ["Europe", "North America", 35_000, 50_000, 65_000, 97_500],
  ["Scandinavia", "Asia", 35_000, 52_500, 70_000, 105_000],
  ["Europe", "Asia", 40_000, 57_500, 75_000, 112_500],
  ["Scandinavia", "Latin America", 40_000, 57_500, 75_000, 112_500],
  ["Europe", "Latin America", 40_000, 57_500, 80_000, 120_000],
  ["North America", "North America", 15_000, 22_500, 30_000, 45_000],
]);

/** AlFursan, 2025. */
export const alFursanZones = byZones(
  {
    name: "AlFursan",
    basis: "modelled",
    zoning: zoning({
      "Saudi Arabia": ["SA"],
      "Middle East": ["middleEast"],
      "North Africa and South Asia": ["EG", "SD", "TN", "MA", "DZ", "southAsia"],
      Africa: ["africa"],
      Europe: ["europe"],
      Asia: ["centralAsia", "eastAsia", "southeastAsia"],
      Americas: ["northAmerica"],
    }),
  },
  [
    ["Saudi Arabia", "Saudi Arabia", 6_000, 9_000, 13_000, 19_500],
    ["Saudi Arabia", "Middle East", 10_000, 15_000, 22_000, 33_000],
    ["Saudi Arabia", "North Africa and South Asia", 15_000, 22_500, 35_000, 52_500],
    ["Saudi Arabia", "Africa", 20_000, 30_000, 45_000, 67_500],
    ["Saudi Arabia", "Europe", 27_500, 40_000, 60_000, 90_000],
    ["Saudi Arabia", "Asia", 27_500, 40_000, 60_000, 90_000],
    ["Saudi Arabia", "Americas", 42_500, 65_000, 95_000, 142_500],
  ],
);
