import { byZones } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

const zones = zoning({ "US east": ["US"], "US west": ["US-west"], Japan: ["JP"] });

/**
 * Virgin Atlantic Flying Club on ANA between the United States and Japan, one way, business and first. Source: virginatlantic.com, 2026.
 * The assignment of states to a coast is our reading; lower cabins are filled.
 */
export const virginOnAna = byZones({ name: "Flying Club on ANA", basis: "published", zoning: zones }, [
  ["US west", "Japan", 0, 0, 52_500, 72_500],
  ["US east", "Japan", 0, 0, 60_000, 85_000],
]);
