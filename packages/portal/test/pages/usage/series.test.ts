import type { Usage } from "@wayfare/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketsOf, foldSeries, toSeries } from "../../../src/pages/usage/series.ts";

const nowMs = Date.UTC(2026, 10, 21, 7, 33);
const hourMs = 3_600_000;

function row(hoursAgo: number, count: number, keyId = "ak_1"): Usage {
  const startMs = Math.floor(nowMs / hourMs) * hourMs - hoursAgo * hourMs;
  const from = new Date(startMs).toISOString();
  return { from, to: new Date(startMs + hourMs).toISOString(), keyId, count };
}

test.each([
  ["day", 24, "hour", "2026-11-20T08:00:00.000Z"],
  ["week", 168, "hour", "2026-11-14T08:00:00.000Z"],
  ["month", 30, "day", "2026-10-23T00:00:00.000Z"],
  ["quarter", 90, "day", "2026-08-24T00:00:00.000Z"],
] as const)("splits a %s into %i buckets of one %s from %s", (range, count, granularity, from) => {
  const buckets = bucketsOf(range, nowMs);
  expect(buckets.granularity).toBe(granularity);
  expect(buckets.startsMs).toHaveLength(count);
  expect(new Date(buckets.startsMs[0] ?? 0).toISOString()).toBe(from);
});

test("fills buckets with counts or zeros and sorts by total", () => {
  const buckets = bucketsOf("day", nowMs);
  const series = toSeries([row(0, 3), row(23, 4), row(1, 9, "ak_2"), row(40, 100)], "key", buckets);
  expect(series.map(({ of, total }) => [of, total])).toStrictEqual([
    ["ak_2", 9],
    ["ak_1", 7],
  ]);
  expect(series[1]?.counts.at(-1)).toBe(3);
  expect(series[1]?.counts[0]).toBe(4);
});

test("groups portal users by user id when grouped by key", () => {
  const { keyId: _, ...rest } = row(0, 1);
  const rows = [
    { ...rest, keyId: null, userId: "usr_1" },
    { ...rest, keyId: "ak_1" },
  ];
  const series = toSeries(rows, "key", bucketsOf("day", nowMs));
  expect(series.map(({ of }) => of)).toStrictEqual(["ak_1", "usr_1"]);
});

test("keeps all counts when folding series to a maximum number", () => {
  const counts = fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), (lines, maxSeries) => {
      const series = lines.map((each, index) => ({ of: `ak_${index}`, counts: each, total: sum(each) }));
      const folded = foldSeries(series, maxSeries);
      expect(folded.length).toBeLessThanOrEqual(maxSeries);
      expect(sum(folded.map(({ total }) => total))).toBe(sum(series.map(({ total }) => total)));
      for (const { counts: each, total } of folded) expect(sum(each)).toBe(total);
    }),
    { seed: 20_261_121 },
  );
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
