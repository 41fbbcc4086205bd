import { loadFacts } from "../../src/facts/prepared-facts.ts";

const { airports } = loadFacts();

/** Haversine distance between two airports of the facts; NaN if one is unknown. */
export function distanceKm(from: string, to: string): number {
  const radians = Math.PI / 180;
  const [a, b] = [airports.get(from), airports.get(to)];
  if (a === undefined || b === undefined) return Number.NaN;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const cosines = Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians);
  return 2 * 6371 * Math.asin(Math.sqrt(half(b.latitude - a.latitude) + cosines * half(b.longitude - a.longitude)));
}
