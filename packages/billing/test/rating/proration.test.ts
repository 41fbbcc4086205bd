import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareOf } from "../../src/rating/exact.ts";
import { remainingShare, unusedAmount } from "../../src/rating/proration.ts";
import { monthSeconds, phaseFrom } from "../sample-records.ts";
import { startMs } from "../test-billing.ts";

describe("proration", () => {
  const seconds = fc.integer({ min: 0, max: monthSeconds - 1 });

  test("splits a charge into a used and an unused part, each within half a cent of its exact share", () => {
    const property = fc.property(fc.integer({ min: 0, max: 10 ** 9 }), seconds, (charged, at) => {
      const unused = unusedAmount(phaseFrom(0, charged), startMs + at * 1000);
      const exact = (charged * (monthSeconds - at)) / monthSeconds;
      expect(Math.abs(unused - exact)).toBeLessThanOrEqual(0.5 + charged * Number.EPSILON * 4);
      expect(unused).toBeGreaterThanOrEqual(0);
      expect(unused).toBeLessThanOrEqual(charged);
    });
    fc.assert(property, { seed: 3 });
  });

  test("charges the sum of each plan's time for successive upgrades, to a cent per upgrade", () => {
    const property = fc.property(fc.array(seconds, { maxLength: 5 }), (instants) => {
      const prices = [4900, 79_000, 81_111, 90_007, 99_999, 100_003];
      let phase = phaseFrom(0, 4900);
      let [total, exact] = [4900, 0];
      for (const [at, second] of instants.toSorted((a, b) => a - b).entries()) {
        const atMs = startMs + second * 1000;
        exact += ((prices[at] ?? 0) * (atMs - phase.startedAtMs)) / 1000 / monthSeconds;
        const { part, whole } = remainingShare(phase, atMs);
        const charged = shareOf(prices[at + 1] ?? 0, part, whole);
        total += charged - unusedAmount(phase, atMs);
        phase = phaseFrom(second, charged);
      }
      exact += ((prices[instants.length] ?? 0) * (phase.periodEndMs - phase.startedAtMs)) / 1000 / monthSeconds;
      expect(Math.abs(total - exact)).toBeLessThanOrEqual(instants.length + 1e-6);
    });
    fc.assert(property, { seed: 4 });
  });
});
