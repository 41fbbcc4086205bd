import type { Region } from "./regions.ts";
import { findRegion } from "./regions.ts";

/** Alaska's three charts. */
export type AlaskaZone = "americas" | "europeMiddleEastAfrica" | "asiaPacific";

/** Aeroplan's four zones. */
export type AeroplanZone = "northAmerica" | "southAmerica" | "atlantic" | "pacific";

const alaskaZoneOf: Readonly<Record<Region, AlaskaZone>> = {
  northAmerica: "americas",
  centralAmerica: "americas",
  caribbean: "americas",
  southAmerica: "americas",
  europe: "europeMiddleEastAfrica",
  middleEast: "europeMiddleEastAfrica",
  africa: "europeMiddleEastAfrica",
  centralAsia: "asiaPacific",
  southAsia: "asiaPacific",
  eastAsia: "asiaPacific",
  southeastAsia: "asiaPacific",
  oceania: "asiaPacific",
};

const aeroplanZoneOf: Readonly<Record<Region, AeroplanZone>> = {
  northAmerica: "northAmerica",
  centralAmerica: "northAmerica",
  caribbean: "northAmerica",
  southAmerica: "southAmerica",
  europe: "atlantic",
  middleEast: "atlantic",
  africa: "atlantic",
  centralAsia: "atlantic",
  southAsia: "atlantic",
  eastAsia: "pacific",
  southeastAsia: "pacific",
  oceania: "pacific",
};

/** The chart that decides first. */
const byReach: readonly AlaskaZone[] = ["asiaPacific", "europeMiddleEastAfrica", "americas"];

/**
 * The Alaska chart for a trip: Asia Pacific where either end lies there, else Europe, Middle East and Africa where
 * either end lies there, else the Americas. The program names the charts; that the farther region decides, and that
 * South and Central Asia belong to Asia Pacific, is our reading. Undefined for an unknown country.
 */
export function findAlaskaZone(originCountry: string, destinationCountry: string): AlaskaZone | undefined {
  const origin = findRegion(originCountry);
  const destination = findRegion(destinationCountry);
  if (origin === undefined || destination === undefined) return undefined;
  return byReach.find((zone) => zone === alaskaZoneOf[origin] || zone === alaskaZoneOf[destination]);
}

/** The Aeroplan zone of a country; undefined for an unknown one. */
export function findAeroplanZone(country: string): AeroplanZone | undefined {
  const region = findRegion(country);
  return region === undefined ? undefined : aeroplanZoneOf[region];
}
