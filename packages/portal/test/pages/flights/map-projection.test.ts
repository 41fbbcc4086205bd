import { expect, test } from "vitest";
import type { Point } from "../../../src/pages/flights/great-circle.ts";
import { fitProjection } from "../../../src/pages/flights/map-projection.ts";

const jfk: Point = { code: "JFK", latitude: 40.6413, longitude: -73.7781 };
const lhr: Point = { code: "LHR", latitude: 51.47, longitude: -0.4543 };
const akl: Point = { code: "AKL", latitude: -37.0082, longitude: 174.785 };
const scl: Point = { code: "SCL", latitude: -33.393, longitude: -70.7858 };

test.each([
  ["over the Atlantic", [jfk, lhr]],
  ["over the date line", [akl, scl]],
  ["of no length", [jfk, jfk]],
])("fits a route %s into the map", (_name, route) => {
  const projection = fitProjection([route], { width: 560, height: 300, padding: 40 });
  for (const { longitude, latitude } of route) {
    const [x, y] = projection([longitude, latitude]) ?? [-1, -1];
    expect(x).toBeGreaterThan(30);
    expect(x).toBeLessThan(530);
    expect(y).toBeGreaterThan(30);
    expect(y).toBeLessThan(270);
  }
});
