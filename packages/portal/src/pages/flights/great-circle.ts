import { geoDistance, geoInterpolate } from "d3-geo";

/** Point on the map, in degrees. */
export interface Point {
  code: string;
  longitude: number;
  latitude: number;
}

/** Mean radius of the Earth (IUGG), in kilometers. */
const earthRadiusKm = 6371.0088;

/** Returns the great-circle distance, rounded to kilometers. */
export function distanceKm(from: Point, to: Point): number {
  return Math.round(geoDistance(coordinates(from), coordinates(to)) * earthRadiusKm);
}

/** Returns the midpoint of a great circle. */
export function midpoint(from: Point, to: Point): [longitude: number, latitude: number] {
  return geoInterpolate(coordinates(from), coordinates(to))(0.5);
}

/**
 * Returns the initial course of a great circle, in whole degrees from true north, 1 to 360.
 *
 * @see https://en.wikipedia.org/wiki/Great-circle_navigation#Course
 */
export function initialCourse(from: Point, to: Point): number {
  const radians = Math.PI / 180;
  const [startLatitude, endLatitude] = [from.latitude * radians, to.latitude * radians];
  const step = (to.longitude - from.longitude) * radians;
  const east = Math.cos(endLatitude) * Math.sin(step);
  const north =
    Math.cos(startLatitude) * Math.sin(endLatitude) - Math.sin(startLatitude) * Math.cos(endLatitude) * Math.cos(step);
  const degrees = Math.round(Math.atan2(east, north) / radians);
  return ((degrees + 359) % 360) + 1;
}

export function coordinates({ longitude, latitude }: Point): [longitude: number, latitude: number] {
  return [longitude, latitude];
}
