import { type GeoProjection, geoAzimuthalEqualArea, geoInterpolate } from "d3-geo";
import { coordinates, midpoint, type Point } from "./great-circle.ts";

/** Route on the map: airports in order. */
export type Route = readonly Point[];

interface Frame {
  width: number;
  height: number;
  /** Free space around the routes for labels. */
  padding: number;
}

/** Limits the zoom for short routes, at which the 1:110,000,000 coastlines look coarse. */
const largestScale = 2600;

/**
 * Returns an azimuthal projection centered at the midpoint between the ends of the first route, scaled so that all routes are visible.
 * Great circles through the center are straight lines.
 */
export function fitProjection(routes: readonly Route[], { width, height, padding }: Frame): GeoProjection {
  const [longitude, latitude] = centerOf(routes[0] ?? []);
  const projection = geoAzimuthalEqualArea().rotate([-longitude, -latitude]).clipAngle(150).precision(0.3);
  const line = { type: "MultiPoint" as const, coordinates: routes.flatMap(samplePoints) };
  if (line.coordinates.length === 0) return projection.scale(height / 2.4).translate([width / 2, height / 2]);
  projection.fitExtent(
    [
      [padding, padding],
      [width - padding, height - padding],
    ],
    line,
  );
  if (projection.scale() <= largestScale) return projection;
  return projection.scale(largestScale).translate([width / 2, height / 2]);
}

function centerOf(route: Route): [number, number] {
  const [first, last] = [route[0], route.at(-1)];
  return first === undefined || last === undefined ? [-30, 35] : midpoint(first, last);
}

/** Returns points along a route: a great circle extends beyond the bounding box of its ends. */
function samplePoints(route: Route): [number, number][] {
  return route.slice(1).flatMap((to, index) => {
    const from = route[index];
    if (from === undefined) return [];
    const along = geoInterpolate(coordinates(from), coordinates(to));
    return [0, 0.25, 0.5, 0.75, 1].map((at) => along(at));
  });
}
