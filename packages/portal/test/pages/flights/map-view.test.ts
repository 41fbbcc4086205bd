import { geoAzimuthalEqualArea } from "d3-geo";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyView,
  type MapView,
  moveBy,
  viewAfterKey,
  wholeMap,
  zoomBy,
} from "../../../src/pages/flights/map-view.ts";

const frame = { width: 600, height: 240 };
const project = (view: MapView, point: [number, number]) =>
  applyView(geoAzimuthalEqualArea().scale(200).translate([250, 100]), view, frame)(point) ?? [Number.NaN, Number.NaN];

test("zooms around the center of the frame, between the whole map and sixteen times as large", () => {
  const [x, y] = project(wholeMap, [10, 20]);
  const [zoomedX, zoomedY] = project(zoomBy(wholeMap, 2), [10, 20]);
  expect(zoomedX - 300).toBeCloseTo(2 * (x - 300), 6);
  expect(zoomedY - 120).toBeCloseTo(2 * (y - 120), 6);
  expect(zoomBy(wholeMap, 0.5)).toStrictEqual(wholeMap);
  expect(zoomBy({ ...wholeMap, zoom: 16 }, 2).zoom).toBe(16);
});

test("shows the whole map again after zooming in, moving and zooming out", () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), moves, (steps, shifts) => {
      let view = wholeMap;
      for (let step = 0; step < steps; step++) view = zoomBy(view, 2);
      for (const [x, y] of shifts) view = moveBy(view, x, y);
      for (let step = 0; step < steps; step++) view = zoomBy(view, 0.5);
      expect(view).toStrictEqual(wholeMap);
    }),
    { seed: 20_261_123 },
  );
});

test("keeps a moved point in its place relative to the center when it zooms", () => {
  const moved = moveBy(zoomBy(wholeMap, 2), 40, -10);
  const [x, y] = project(moved, [10, 20]);
  const [zoomedX, zoomedY] = project(zoomBy(moved, 2), [10, 20]);
  expect(zoomedX - 300).toBeCloseTo(2 * (x - 300), 6);
  expect(zoomedY - 120).toBeCloseTo(2 * (y - 120), 6);
});

test("follows the keys of a map, and no others", () => {
  const zoomed = viewAfterKey(wholeMap, "+") ?? wholeMap;
  expect(zoomed.zoom).toBe(2);
  expect(viewAfterKey(zoomed, "ArrowLeft")).toStrictEqual({ zoom: 2, x: 60, y: 0 });
  expect(viewAfterKey(zoomed, "-")).toStrictEqual(wholeMap);
  expect(viewAfterKey(zoomed, "0")).toStrictEqual(wholeMap);
  expect(viewAfterKey(wholeMap, "ArrowUp")).toStrictEqual(wholeMap);
  expect(viewAfterKey(zoomed, "Tab")).toBeUndefined();
});
