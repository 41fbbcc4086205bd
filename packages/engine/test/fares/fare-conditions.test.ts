import { expect, test } from "vitest";
import { brandsOf } from "../../src/fares/brands.ts";
import type { Cabin } from "../../src/fares/cabins.ts";
import { addFareFees, fareFeesOf } from "../../src/fares/fare-conditions.ts";

const cabins: readonly Cabin[] = [0, 1, 2, 3];

test("every brand of every cabin has fees that agree with its rules", () => {
  let brands = 0;
  for (const kind of ["network", "low_cost", "leisure", "regional"] as const) {
    for (const code of ["XX", "UA"]) {
      for (const cabin of cabins) {
        for (const brand of brandsOf({ code, kind }, cabin)) {
          for (const isDomestic of [true, false]) {
            const { refundCents, changeCents } = fareFeesOf(brand, { seller: { code, kind }, cabin, isDomestic });
            expect(refundCents !== null, brand.name).toBe(brand.refundable);
            expect(changeCents !== null, brand.name).toBe(brand.changeable);
            // A refundable fare of these brands has no fee.
            if (brand.refundable) expect(refundCents).toBe(0);
            brands++;
          }
        }
      }
    }
  }
  expect(brands).toBe(2 * 2 * 8 * 3 + 2 * 2 * 6);
});

test("a change costs more abroad and in higher cabins, and nothing at airlines without change fees", () => {
  const standard = { refundable: false, changeable: true };
  const changeOf = (code: string, cabin: Cabin, isDomestic: boolean) =>
    fareFeesOf(standard, { seller: { code, kind: "network" }, cabin, isDomestic }).changeCents;
  expect([changeOf("BA", 0, true), changeOf("BA", 0, false), changeOf("BA", 2, false)]).toEqual([6000, 12_000, 20_000]);
  expect(changeOf("UA", 2, false)).toBe(0);
  expect(
    fareFeesOf(
      { refundable: true, changeable: false },
      { seller: { code: "BA", kind: "network" }, cabin: 0, isDomestic: true },
    ),
  ).toEqual({
    refundCents: 0,
    changeCents: null,
  });
});

test("the fees of several tickets add up, and one that allows nothing decides", () => {
  const open = { refundCents: 0, changeCents: 6000 };
  expect(addFareFees([open, { refundCents: 0, changeCents: 7500 }])).toEqual({ refundCents: 0, changeCents: 13_500 });
  expect(addFareFees([open, { refundCents: null, changeCents: 7500 }]).refundCents).toBeNull();
  expect(addFareFees([{ refundCents: null, changeCents: null }, open])).toEqual({
    refundCents: null,
    changeCents: null,
  });
});
