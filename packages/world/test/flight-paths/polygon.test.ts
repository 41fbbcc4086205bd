import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AreaTable } from "../../src/flight-paths/area-table.ts";
import { isInside, toPolygon } from "../../src/flight-paths/polygon.ts";

const acrossDateLine = toPolygon([
  { latitude: 50, longitude: 170 },
  { latitude: 70, longitude: 170 },
  { latitude: 70, longitude: 190 },
  { latitude: 50, longitude: 190 },
]);

test("contains the points between its sides, also beyond the date line", () => {
  fc.assert(
    fc.property(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 179 }), (latitude, longitude) => {
      fc.pre(![50, 70].includes(latitude) && ![170, -170].includes(longitude));
      const expected = latitude > 50 && latitude < 70 && (longitude > 170 || longitude < -170);
      expect(isInside(acrossDateLine, { latitude, longitude })).toBe(expected);
      expect(new AreaTable([acrossDateLine]).at({ latitude, longitude })).toBe(expected ? 1 : 0);
    }),
    { seed: 1, numRuns: 40 },
  );
});

test("does not contain the points of a bay", () => {
  const bay = toPolygon([
    { latitude: 0, longitude: 0 },
    { latitude: 10, longitude: 0 },
    { latitude: 5, longitude: 5 },
    { latitude: 10, longitude: 10 },
    { latitude: 0, longitude: 10 },
  ]);
  expect(isInside(bay, { latitude: 9, longitude: 5 })).toBe(false);
  expect(isInside(bay, { latitude: 4, longitude: 5 })).toBe(true);
});

test("sets a bit for each area that contains a point", () => {
  const table = new AreaTable([acrossDateLine, acrossDateLine]);
  expect(table.at({ latitude: 60, longitude: 175 })).toBe(0b11);
});
