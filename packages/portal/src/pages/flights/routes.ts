import type { Point } from "./great-circle.ts";
import type { Route } from "./map-projection.ts";

/** Airports in order as ways on the map; a way with an airport that cannot be placed is left out. */
export function toRoutes(airports: readonly (readonly string[])[], points: ReadonlyMap<string, Point>): Route[] {
  return airports
    .map((codes) => codes.flatMap((code) => points.get(code) ?? []))
    .filter((route, index) => route.length > 1 && route.length === airports[index]?.length);
}
