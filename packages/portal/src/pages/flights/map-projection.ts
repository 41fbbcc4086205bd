import { type GeoProjection, geoAzimuthalEqualArea, geoInterpolate } from "d3-geo";
import { coordinates, midpoint, type Point } from "./great-circle.ts";

/** A way on the map: its airports in order. */
export type Route = readonly Point[];

interface Frame {
  width: number;
  height: number;
  /** Kept free around the routes for names. */
  padding: number;
}

/** Short ways are not blown up until a coast of a hundred-millionth falls apart. */
const largestScale = 2600;

/**
 * A map centred half way along the first route's ends, on which great circles through the middle are straight, scaled so that every
 * route is seen whole.
 */
export function fitProjection(routes: readonly Route[], { width, height, padding }: Frame): GeoProjection {
  const [longitude, latitude] = centreOf(routes[0] ?? []);
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

function centreOf(route: Route): [number, number] {
  const [first, last] = [route[0], route.at(-1)];
  return first === undefined || last === undefined ? [-30, 35] : midpoint(first, last);
}

/** A great circle bulges between its ends, so the ends alone do not say what must be seen. */
function samplePoints(route: Route): [number, number][] {
  return route.slice(1).flatMap((to, index) => {
    const from = route[index];
    if (from === undefined) return [];
    const along = geoInterpolate(coordinates(from), coordinates(to));
    return [0, 0.25, 0.5, 0.75, 1].map((at) => along(at));
  });
}
