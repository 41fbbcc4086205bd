import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareOf } from "../../src/rating/exact.ts";
import { shareLeft, unusedOf } from "../../src/rating/proration.ts";
import { monthSeconds, segmentFrom } from "../sample-records.ts";
import { startMs } from "../test-billing.ts";

describe("proration", () => {
  const seconds = fc.integer({ min: 0, max: monthSeconds - 1 });

  test("what was used and what is given back are the whole charge, and each is within half a cent of its exact share", () => {
    const property = fc.property(fc.integer({ min: 0, max: 10 ** 9 }), seconds, (charged, at) => {
      const unused = unusedOf(segmentFrom(0, charged), startMs + at * 1000);
      const exact = (charged * (monthSeconds - at)) / monthSeconds;
      expect(Math.abs(unused - exact)).toBeLessThanOrEqual(0.5 + charged * Number.EPSILON * 4);
      expect(unused).toBeGreaterThanOrEqual(0);
      expect(unused).toBeLessThanOrEqual(charged);
    });
    fc.assert(property, { seed: 3 });
  });

  test("upgrades in a row charge, for the whole period, the sum of each plan's time, to a cent an upgrade", () => {
    const property = fc.property(fc.array(seconds, { maxLength: 5 }), (instants) => {
      const prices = [4900, 79_000, 81_111, 90_007, 99_999, 100_003];
      let segment = segmentFrom(0, 4900);
      let [total, exact] = [4900, 0];
      for (const [at, second] of instants.toSorted((a, b) => a - b).entries()) {
        const atMs = startMs + second * 1000;
        exact += ((prices[at] ?? 0) * (atMs - segment.startedAtMs)) / 1000 / monthSeconds;
        const { part, whole } = shareLeft(segment, atMs);
        const charged = shareOf(prices[at + 1] ?? 0, part, whole);
        total += charged - unusedOf(segment, atMs);
        segment = segmentFrom(second, charged);
      }
      exact += ((prices[instants.length] ?? 0) * (segment.periodEndMs - segment.startedAtMs)) / 1000 / monthSeconds;
      expect(Math.abs(total - exact)).toBeLessThanOrEqual(instants.length + 1e-6);
    });
    fc.assert(property, { seed: 4 });
  });
});
