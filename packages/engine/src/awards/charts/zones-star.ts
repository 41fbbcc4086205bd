/**
 * Zone charts of Star Alliance programs, one way, Y/W/J/F. **Modeled**: written from general knowledge of the programs' prices in 2025–26,
 * not copied from a publication; each names the chart that it follows.
 */

import { byZones } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

const latinAmerica = ["centralAmerica", "caribbean", "southAmerica"] as const;

const fromTurkey = zoning({
  Turkey: ["TR"],
  Europe: ["europe", "GE", "AM", "AZ"],
  "Middle East": ["middleEast"],
  Africa: ["africa"],
  "North America": ["northAmerica"],
  "Latin America": [...latinAmerica],
  "Central and South Asia": ["centralAsia", "southAsia"],
  "East Asia": ["eastAsia", "southeastAsia"],
  Oceania: ["oceania"],
});

/**
 * Miles&Smiles after 15 February 2025. Anchors from borski/travel-hacking-toolkit (MIT), 2026-03-31: business from Turkey to
 * North America 65,000, from Europe 85,000; across the United States 22,500.
 */
export const turkishZones = byZones({ name: "Miles&Smiles", basis: "modelled", zoning: fromTurkey }, [
  ["Turkey", "Turkey", 7_500, 10_000, 12_500, 18_000],
  ["Turkey", "Europe", 12_500, 18_000, 25_000, 37_500],
  ["Turkey", "Middle East", 12_500, 18_000, 25_000, 37_500],
  ["Turkey", "Africa", 25_000, 35_000, 47_500, 70_000],
  ["Turkey", "Central and South Asia", 25_000, 35_000, 47_500, 70_000],
  ["Turkey", "North America", 40_000, 52_500, 65_000, 100_000],
  ["Turkey", "Latin America", 45_000, 57_500, 72_500, 110_000],
  ["Turkey", "East Asia", 37_500, 50_000, 65_000, 100_000],
  ["Turkey", "Oceania", 55_000, 75_000, 95_000, 140_000],
  ["Europe", "Europe", 12_500, 18_000, 25_000, 37_500],
  ["Europe", "North America", 45_000, 62_500, 85_000, 125_000],
  ["Europe", "Middle East", 20_000, 28_000, 40_000, 60_000],
  ["Europe", "Africa", 35_000, 47_500, 62_500, 95_000],
  ["Europe", "Central and South Asia", 35_000, 47_500, 62_500, 95_000],
  ["Europe", "East Asia", 45_000, 60_000, 80_000, 120_000],
  ["North America", "North America", 10_000, 15_000, 22_500, 33_500],
  ["North America", "Middle East", 50_000, 67_500, 90_000, 135_000],
  ["North America", "Central and South Asia", 55_000, 72_500, 97_500, 145_000],
  ["North America", "East Asia", 55_000, 72_500, 97_500, 145_000],
]);

const byContinent = zoning({
  "North America": ["northAmerica"],
  "Central America": ["centralAmerica", "caribbean", "CO", "VE", "EC"],
  "South America": ["southAmerica"],
  Europe: ["europe"],
  "Middle East and Africa": ["middleEast", "africa"],
  "Central and South Asia": ["centralAsia", "southAsia"],
  "North Asia": ["eastAsia"],
  "South-East Asia": ["southeastAsia"],
  Oceania: ["oceania"],
});

/** LifeMiles after the increases of 2024–25. */
export const lifemilesZones = byZones({ name: "LifeMiles", basis: "modelled", zoning: byContinent }, [
  ["North America", "North America", 12_500, 17_500, 25_000, 37_500],
  ["North America", "Central America", 20_000, 27_500, 40_000, 60_000],
  ["North America", "South America", 30_000, 42_500, 60_000, 90_000],
  ["North America", "Europe", 35_000, 50_000, 70_000, 100_000],
  ["North America", "Middle East and Africa", 47_500, 65_000, 87_500, 130_000],
  ["North America", "Central and South Asia", 47_500, 65_000, 87_500, 130_000],
  ["North America", "North Asia", 45_000, 62_500, 85_000, 120_000],
  ["North America", "South-East Asia", 47_500, 65_000, 90_000, 130_000],
  ["North America", "Oceania", 50_000, 67_500, 95_000, 135_000],
  ["Europe", "Europe", 12_500, 17_500, 25_000, 37_500],
  ["Europe", "North Asia", 42_500, 60_000, 80_000, 115_000],
  ["Europe", "South-East Asia", 45_000, 62_500, 82_500, 120_000],
  ["Europe", "South America", 42_500, 60_000, 80_000, 115_000],
  ["North Asia", "North Asia", 12_500, 17_500, 25_000, 37_500],
  ["North Asia", "South-East Asia", 20_000, 28_000, 40_000, 60_000],
  ["South America", "South America", 12_500, 17_500, 25_000, 37_500],
]);

/** ConnectMiles on its Star Alliance partners, 2025. */
export const connectMilesZones = byZones({ name: "ConnectMiles", basis: "modelled", zoning: byContinent }, [
  ["North America", "Central America", 20_000, 30_000, 40_000, 60_000],
  ["North America", "North America", 15_000, 22_500, 32_500, 50_000],
  ["North America", "South America", 30_000, 42_500, 60_000, 90_000],
  ["North America", "Europe", 35_000, 55_000, 82_500, 120_000],
  ["North America", "North Asia", 42_500, 62_500, 92_500, 135_000],
  ["Central America", "Central America", 12_500, 18_000, 25_000, 37_500],
  ["Central America", "South America", 20_000, 30_000, 42_500, 62_500],
  ["South America", "South America", 15_000, 22_500, 30_000, 45_000],
  ["Europe", "Europe", 15_000, 22_500, 32_500, 50_000],
]);

/** Miles & More on its partners, one way as half of its round trips, 2025. */
export const milesAndMoreZones = byZones({ name: "Miles & More", basis: "modelled", zoning: byContinent }, [
  ["Europe", "Europe", 15_000, 20_000, 27_500, 40_000],
  ["Europe", "North America", 30_000, 42_500, 60_000, 91_000],
  ["Europe", "Central America", 35_000, 50_000, 66_000, 105_000],
  ["Europe", "South America", 35_000, 50_000, 71_000, 110_000],
  ["Europe", "Middle East and Africa", 27_500, 38_500, 50_000, 75_000],
  ["Europe", "Central and South Asia", 32_500, 47_500, 60_000, 95_000],
  ["Europe", "North Asia", 40_000, 55_000, 71_000, 115_000],
  ["Europe", "South-East Asia", 40_000, 55_000, 71_000, 115_000],
  ["Europe", "Oceania", 50_000, 70_000, 96_000, 150_000],
  ["North America", "North America", 12_500, 18_500, 25_000, 37_500],
]);

/** ShebaMiles, 2025: cheap within Africa, one price for the other continents. */
export const shebaMilesZones = byZones(
  {
    name: "ShebaMiles",
    basis: "modelled",
    zoning: zoning({
      Ethiopia: ["ET"],
      Africa: ["africa"],
      "Middle East": ["middleEast"],
      Europe: ["europe"],
      "North America": ["northAmerica"],
      "South America": ["southAmerica"],
      Asia: ["centralAsia", "southAsia", "eastAsia", "southeastAsia"],
    }),
  },
  [
    ["Ethiopia", "Ethiopia", 6_000, 9_000, 12_000, 18_000],
    ["Ethiopia", "Africa", 17_500, 25_000, 35_000, 52_500],
    ["Africa", "Africa", 20_000, 30_000, 40_000, 60_000],
    ["Ethiopia", "Middle East", 17_500, 25_000, 35_000, 52_500],
    ["Ethiopia", "Europe", 32_500, 47_500, 65_000, 97_500],
    ["Ethiopia", "Asia", 35_000, 50_000, 70_000, 105_000],
    ["Ethiopia", "North America", 45_000, 67_500, 90_000, 135_000],
    ["Ethiopia", "South America", 50_000, 75_000, 100_000, 150_000],
    ["Africa", "Europe", 37_500, 55_000, 75_000, 112_500],
    ["Africa", "North America", 50_000, 75_000, 100_000, 150_000],
    ["Africa", "Asia", 40_000, 60_000, 80_000, 120_000],
  ],
);
