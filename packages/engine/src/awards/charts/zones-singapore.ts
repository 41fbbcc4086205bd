/**
 * KrisFlyer's zones as seen from Singapore, one way, Y/W/J/F. **Modeled** on the chart of 1 November 2025, from general knowledge, not
 * copied from it.
 */

import { byZones } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

const zones = zoning({
  "zone 1": ["SG", "MY", "BN"],
  "zone 2": ["ID", "TH", "VN", "KH", "LA", "MM", "PH", "TL"],
  "zone 3": ["HK", "MO", "TW", "CN"],
  "zone 4": ["southAsia"],
  "zone 5": ["JP", "KR", "MN"],
  "zone 6": ["AU", "NZ", "PG", "FJ"],
  "zone 7": ["middleEast", "africa", "TR"],
  "zone 8": ["europe"],
  "zone 9": ["US-west"],
  "zone 10": ["US", "CA"],
});

/** KrisFlyer Saver on Singapore Airlines. */
export const krisFlyerSaver = byZones({ name: "KrisFlyer Saver", basis: "modelled", zoning: zones }, [
  ["zone 1", "zone 1", 8_500, 13_000, 18_000, 25_000],
  ["zone 1", "zone 2", 13_500, 18_500, 24_000, 32_500],
  ["zone 1", "zone 3", 17_000, 24_500, 35_500, 48_000],
  ["zone 1", "zone 4", 19_500, 30_500, 45_000, 62_500],
  ["zone 1", "zone 5", 27_000, 41_000, 54_500, 80_000],
  ["zone 1", "zone 6", 30_500, 50_000, 72_000, 103_500],
  ["zone 1", "zone 7", 29_500, 47_000, 62_500, 96_000],
  ["zone 1", "zone 8", 44_000, 75_500, 108_500, 148_500],
  ["zone 1", "zone 9", 42_000, 76_500, 112_500, 152_000],
  ["zone 1", "zone 10", 44_500, 79_500, 117_000, 156_500],
  ["zone 2", "zone 3", 21_500, 31_000, 43_000, 58_000],
  ["zone 2", "zone 5", 30_500, 45_000, 58_000, 86_000],
  ["zone 2", "zone 6", 35_500, 56_000, 80_500, 115_000],
  ["zone 2", "zone 8", 46_500, 79_500, 113_500, 155_000],
  ["zone 5", "zone 9", 39_500, 70_000, 103_500, 139_500],
  ["zone 6", "zone 8", 62_500, 100_000, 137_500, 190_000],
  ["zone 8", "zone 10", 28_500, 57_000, 85_000, 112_500],
]);

/** KrisFlyer on its Star Alliance partners. */
export const krisFlyerPartner = byZones({ name: "KrisFlyer on partners", basis: "modelled", zoning: zones }, [
  ["zone 1", "zone 2", 15_000, 21_500, 29_000, 43_500],
  ["zone 1", "zone 3", 20_500, 30_500, 43_000, 64_500],
  ["zone 1", "zone 5", 30_500, 45_000, 61_500, 96_500],
  ["zone 1", "zone 6", 33_500, 55_000, 80_000, 120_000],
  ["zone 1", "zone 8", 49_500, 80_000, 115_500, 180_000],
  ["zone 1", "zone 10", 50_000, 84_000, 125_500, 190_000],
  ["zone 8", "zone 8", 12_500, 19_000, 25_500, 38_500],
  ["zone 8", "zone 9", 33_000, 60_000, 90_500, 135_500],
  ["zone 8", "zone 10", 33_000, 60_000, 90_500, 135_500],
  ["zone 9", "zone 9", 13_500, 20_000, 27_000, 40_500],
  ["zone 9", "zone 10", 14_000, 21_000, 29_000, 43_500],
  ["zone 10", "zone 10", 14_000, 21_000, 29_000, 43_500],
  ["zone 5", "zone 9", 44_500, 72_500, 108_000, 161_500],
  ["zone 5", "zone 10", 44_500, 72_500, 108_000, 161_500],
]);
