import type { Point } from "./great-circle.ts";
import type { Route } from "./map-projection.ts";

/** Converts lists of airport codes to routes. Omits routes with an unknown airport. */
export function toRoutes(airports: readonly (readonly string[])[], points: ReadonlyMap<string, Point>): Route[] {
  return airports
    .map((codes) => codes.flatMap((code) => points.get(code) ?? []))
    .filter((route, index) => route.length > 1 && route.length === airports[index]?.length);
}
