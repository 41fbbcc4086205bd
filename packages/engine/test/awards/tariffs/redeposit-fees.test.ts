import { expect, test } from "vitest";
import { programs } from "../../../src/awards/programs/programs.ts";
import { awardFeesOf } from "../../../src/awards/tariffs/redeposit-fees.ts";

const levels = ["saver", "standard", "dynamic"] as const;

test("every program has fees at every level, in money or in at most the miles of the award", () => {
  for (const { code } of programs) {
    for (const level of levels) {
      for (const miles of [500, 40_000]) {
        const { cancel, change } = awardFeesOf(code, level, miles);
        for (const fee of [cancel, change]) {
          expect(fee.usdCents === 0 || fee.miles === 0, code).toBe(true);
          expect(fee.usdCents).toBeGreaterThanOrEqual(0);
          expect(fee.miles).toBeLessThanOrEqual(miles);
        }
      }
    }
  }
});

test("fees are in the currency of the program, in miles, a share of them, or by level", () => {
  expect(awardFeesOf("aeroplan", "saver", 40_000)).toMatchObject({
    cancel: { usdCents: 10_770 },
    change: { usdCents: 7180 },
  });
  expect(awardFeesOf("ana", "saver", 40_000).cancel).toEqual({ usdCents: 0, miles: 3000 });
  expect(awardFeesOf("etihad", "dynamic", 12_345).cancel).toEqual({ usdCents: 0, miles: 1235 });
  expect(awardFeesOf("lifemiles", "saver", 40_000).cancel.usdCents).toBe(5000);
  expect(awardFeesOf("lifemiles", "standard", 40_000).cancel.usdCents).toBe(20_000);
  expect(awardFeesOf("delta", "dynamic", 40_000).cancel).toEqual({ usdCents: 0, miles: 0 });
  expect(awardFeesOf("spirit", "dynamic", 40_000).returnsTaxes).toBe(false);
});
