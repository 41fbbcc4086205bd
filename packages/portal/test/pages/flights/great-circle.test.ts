import { expect, test } from "vitest";
import { distanceKm, initialCourse, type Point } from "../../../src/pages/flights/great-circle.ts";

const jfk: Point = { code: "JFK", latitude: 40.6413, longitude: -73.7781 };
const lhr: Point = { code: "LHR", latitude: 51.47, longitude: -0.4543 };

test("computes 5,540 km and course 051 from New York to London", () => {
  expect(distanceKm(jfk, lhr)).toBe(5540);
  expect(initialCourse(jfk, lhr)).toBe(51);
});

test("returns 360 for due north, not 0", () => {
  expect(initialCourse(jfk, { ...jfk, latitude: 60 })).toBe(360);
});
