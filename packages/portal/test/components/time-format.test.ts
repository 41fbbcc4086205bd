import { expect, test } from "vitest";
import { formatDistance, formatMilliseconds, formatMinutes } from "../../src/components/time-format.ts";

test("formats past and future distances in the largest whole unit", () => {
  const nowMs = Date.parse("2026-11-21T12:00:00Z");
  const distance = (secondsAgo: number) => formatDistance(nowMs - secondsAgo * 1000, nowMs);
  expect([2, 59, 61, 3599, 7200, 86_400 * 12].map(distance)).toStrictEqual([
    "just now",
    "59 s ago",
    "1 min ago",
    "59 min ago",
    "2 h ago",
    "12 days ago",
  ]);
  expect(distance(-90)).toBe("in 1 min");
});

test("formats durations in minutes and milliseconds", () => {
  expect([formatMinutes(45), formatMinutes(425)]).toStrictEqual(["45 min", "7 h 05 min"]);
  expect([formatMilliseconds(4.06), formatMilliseconds(412.4), formatMilliseconds(1204)]).toStrictEqual([
    "4.1 ms",
    "412 ms",
    "1.20 s",
  ]);
});
