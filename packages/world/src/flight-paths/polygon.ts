import type { Point } from "../facts/closed-airspace.ts";

/** An area of the map of latitudes and longitudes, with straight sides. */
export interface Polygon {
  ring: readonly Point[];
  south: number;
  north: number;
  west: number;
  east: number;
}

export function toPolygon(ring: readonly Point[]): Polygon {
  const latitudes = ring.map(({ latitude }) => latitude);
  const longitudes = ring.map(({ longitude }) => longitude);
  return {
    ring,
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

/** True if a point is inside a polygon, by the number of sides that a ray to the east crosses. */
export function isInside({ ring, south, north, west, east }: Polygon, { latitude, longitude }: Point): boolean {
  if (latitude < south || latitude > north) return false;
  const x = longitude < west ? longitude + 360 : longitude;
  if (x > east) return false;
  let inside = false;
  let previous = ring[ring.length - 1];
  for (const point of ring) {
    if (previous !== undefined && point.latitude > latitude !== previous.latitude > latitude) {
      const share = (latitude - previous.latitude) / (point.latitude - previous.latitude);
      if (x < previous.longitude + share * (point.longitude - previous.longitude)) inside = !inside;
    }
    previous = point;
  }
  return inside;
}
