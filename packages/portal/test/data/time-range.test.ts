import { expect, test } from "vitest";
import { readTimeRange, resolveTimeRange, withoutTimeRange } from "../../src/data/time-range.ts";

const nowMs = Date.parse("2026-11-23T12:34:56.789Z");

test.each([
  ["hour", "2026-11-23T11:34:00.000Z"],
  ["day", "2026-11-22T12:30:00.000Z"],
  ["week", "2026-11-16T12:00:00.000Z"],
  ["month", "2026-10-24T12:00:00.000Z"],
] as const)("resolves the last %s to a rounded start", (span, from) => {
  expect(resolveTimeRange({ span }, nowMs)).toEqual({ from });
});

test("passes the bounds of a custom range", () => {
  const range = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z" };
  expect(resolveTimeRange(readTimeRange(range), nowMs)).toEqual(range);
});

test.each([
  [{}],
  [{ span: "year" }],
  [{ from: "yesterday" }],
  [{ from: "2026-11-31T99:00Z" }],
  [{ from: 5 }],
  [{ from: "2026-11-02T00:00:00.000Z", to: "2026-11-01T00:00:00.000Z" }],
])("ignores the range %j", (search) => {
  expect(readTimeRange(search)).toEqual({});
});

test("returns filters without their time range", () => {
  expect(withoutTimeRange({ status: "4xx", span: "hour" as const })).toEqual({ status: "4xx" });
});
