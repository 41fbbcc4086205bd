import fc from "fast-check";
import { expect, test } from "vitest";
import { niceCeiling } from "../../src/components/chart-scale.ts";

test("ends an axis between its maximum value and twice that value", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (value) => {
      expect(niceCeiling(value)).toBeGreaterThanOrEqual(value);
      expect(niceCeiling(value)).toBeLessThanOrEqual(2 * value);
    }),
    { seed: 20_261_121 },
  );
});
