import fc from "fast-check";
import { expect, test } from "vitest";
import { niceCeiling } from "../src/components/chart-scale.ts";
import { formatCounted, formatMoney } from "../src/components/money-format.ts";
import { formatDistance, formatMilliseconds, formatMinutes } from "../src/components/time-format.ts";
import { readAllowlist } from "../src/data/form-text.ts";
import { readKeyFilters } from "../src/pages/keys/filters.ts";

test.each([
  [{ amount: "1204.50", currency: "USD" }, "$1,204.50"],
  [{ amount: "58000", currency: "JPY" }, "¥58,000"],
  [{ amount: "-12.345", currency: "KWD" }, "-KWD 12.345"],
])("money keeps the decimals of its currency: %o", (money, text) => {
  expect(formatMoney(money).replaceAll(/\s/g, " ")).toBe(text);
});

test("a distance in time is told in the largest whole unit, both ways", () => {
  const nowMs = Date.parse("2026-11-21T12:00:00Z");
  const told = (secondsAgo: number) => formatDistance(nowMs - secondsAgo * 1000, nowMs);
  expect([2, 59, 61, 3599, 7200, 86_400 * 12].map(told)).toStrictEqual([
    "just now",
    "59 s ago",
    "1 min ago",
    "59 min ago",
    "2 h ago",
    "12 days ago",
  ]);
  expect(told(-90)).toBe("in 1 min");
});

test("durations read as in a timetable", () => {
  expect([formatMinutes(45), formatMinutes(425)]).toStrictEqual(["45 min", "7 h 05 min"]);
  expect([formatMilliseconds(4.06), formatMilliseconds(412.4), formatMilliseconds(1204)]).toStrictEqual([
    "4.1 ms",
    "412 ms",
    "1.20 s",
  ]);
});

test("an axis ends at a round figure, at most twice what it shows", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (value) => {
      expect(niceCeiling(value)).toBeGreaterThanOrEqual(value);
      expect(niceCeiling(value)).toBeLessThanOrEqual(2 * value);
    }),
    { seed: 20_261_121 },
  );
});

test("an allowlist is read from lines and commas alike", () => {
  expect(readAllowlist(" 203.0.113.0/24,\n2001:db8::/32 \n\n")).toStrictEqual(["203.0.113.0/24", "2001:db8::/32"]);
});

test("a damaged filter is left out", () => {
  const applicationId = "app_01kahz2j7p3v8c5m9n4q6r7s8t";
  expect(readKeyFilters({ status: "active", applicationId, idle: "yes" })).toStrictEqual({
    status: "active",
    applicationId,
  });
  expect(readKeyFilters({ status: "gone", applicationId: "app_1" })).toStrictEqual({});
});

test("one is counted in the singular", () => {
  const counted = [0, 1, 1290].map((count) => formatCounted(count, "search", "searches"));
  expect(counted).toStrictEqual(["0 searches", "1 search", "1,290 searches"]);
});
