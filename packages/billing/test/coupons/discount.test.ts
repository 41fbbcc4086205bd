import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discount } from "../../src/coupons/discount.ts";
import { redemptionOf } from "../sample-records.ts";
import { startMs } from "../test-billing.ts";

describe("coupons", () => {
  const price = { plan: "pro", priceMinor: 4900, share: { part: 1, whole: 1 }, startMs, endMs: startMs + 1 } as const;

  test("apply in order to the remaining amount and never below zero", () => {
    const kinds = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((percentBasis) => redemptionOf({ percentBasis })),
      fc
        .integer({ min: 1, max: 10_000 })
        .map((amountMinor) => redemptionOf({ kind: "amount", percentBasis: null, amountMinor })),
    );
    const property = fc.property(fc.array(kinds, { maxLength: 5 }), (redemptions) => {
      const { lines } = discount(redemptions, price);
      const off = lines.reduce((sum, { amountMinor }) => sum - amountMinor, 0);
      expect(off).toBeGreaterThanOrEqual(0);
      expect(off).toBeLessThanOrEqual(4900);
      for (const { amountMinor } of lines) expect(amountMinor).toBeLessThan(0);
    });
    fc.assert(property, { seed: 6 });
  });

  test("cover a period again without using another period", () => {
    const [first] = discount([redemptionOf({ periodsLeft: 1 })], price).redemptions;
    expect(first).toMatchObject({ periodsLeft: 0, coversUntilMs: price.endMs });
    const again = discount(first === undefined ? [] : [first], price);
    expect(again).toMatchObject({ lines: [{ amountMinor: -980 }], redemptions: [] });
    const later = discount(first === undefined ? [] : [first], { ...price, endMs: price.endMs + 1 });
    expect(later).toEqual({ lines: [], redemptions: [] });
  });

  test("do not apply to another plan", () => {
    expect(discount([redemptionOf({ plans: ["scale"] })], price)).toEqual({ lines: [], redemptions: [] });
  });

  test("discount a fixed amount by the remaining share of the period", () => {
    const redemption = redemptionOf({ kind: "amount", percentBasis: null, amountMinor: 1000 });
    const { lines } = discount([redemption], { ...price, share: { part: 1, whole: 3 } });
    expect(lines).toMatchObject([{ amountMinor: -333 }]);
  });
});
