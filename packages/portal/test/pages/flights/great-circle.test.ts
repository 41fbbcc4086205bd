import { expect, test } from "vitest";
import { distanceKm, initialCourse, type Point } from "../../../src/pages/flights/great-circle.ts";

const jfk: Point = { code: "JFK", latitude: 40.6413, longitude: -73.7781 };
const lhr: Point = { code: "LHR", latitude: 51.47, longitude: -0.4543 };

test("New York to London is 5,540 km at a course of 051 degrees", () => {
  expect(distanceKm(jfk, lhr)).toBe(5540);
  expect(initialCourse(jfk, lhr)).toBe(51);
});

test("due north is 360, not 0", () => {
  expect(initialCourse(jfk, { ...jfk, latitude: 60 })).toBe(360);
});
