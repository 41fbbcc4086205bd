import { greatCircleKm } from "@wayfare/engine";
import type { Point } from "../facts/closed-airspace.ts";
import type { AreaTable } from "./area-table.ts";
import type { WindTable } from "./wind.ts";

/** One great circle of a path. */
export interface GreatCircleLeg {
  /** Distance along airways. */
  km: number;
  /** Time of cruise at the reference speed. */
  hours: number;
  /** Areas that it crosses: bit n is set for the nth one. */
  crossed: number;
}

export interface LegConditions {
  wind: WindTable;
  areas: AreaTable;
}

/** Cruising speed of `GreatCircleLeg.hours`. */
export const referenceKmh = 900;
/** Distance between two samples of the wind and of closed airspace. */
const sampleKm = 160;
/** Airways are longer than great circles by this factor. */
const airwayFactor = 1.041;
const degree = Math.PI / 180;
const earthRadiusKm = 6371.0088;

/** Measures the great circle between two places, at the middle of equal steps. */
export function measureLeg(from: Point, to: Point, { wind, areas }: LegConditions): GreatCircleLeg {
  const km = greatCircleKm(from, to);
  if (km === 0) return { km: 0, hours: 0, crossed: 0 };
  const steps = Math.ceil(km / sampleKm);
  const stepKm = airwayFactor * (km / steps);
  const [start, end] = [toVector(from), toVector(to)];
  const angle = km / earthRadiusKm;
  const [sine, stepAngle] = [Math.sin(angle), angle / steps];
  let [hours, crossed] = [0, 0];
  for (let step = 0; step < steps; step++) {
    // Spherical linear interpolation, and its derivative: the direction of flight.
    const [done, left] = [(step + 0.5) * stepAngle, (steps - step - 0.5) * stepAngle];
    const [a, b] = [Math.sin(left) / sine, Math.sin(done) / sine];
    const [x, y, z] = [a * start.x + b * end.x, a * start.y + b * end.y, a * start.z + b * end.z];
    const [da, db] = [-Math.cos(left) / sine, Math.cos(done) / sine];
    const eastward = (x * (da * start.y + db * end.y) - y * (da * start.x + db * end.x)) / Math.sqrt(x * x + y * y);
    const point = { latitude: Math.asin(Math.max(-1, Math.min(1, z))) / degree, longitude: Math.atan2(y, x) / degree };
    crossed |= areas.at(point);
    hours += stepKm / (referenceKmh + eastward * wind.at(point));
  }
  return { km: airwayFactor * km, hours, crossed };
}

function toVector({ latitude, longitude }: Point): { x: number; y: number; z: number } {
  const [phi, lambda] = [latitude * degree, longitude * degree];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}
