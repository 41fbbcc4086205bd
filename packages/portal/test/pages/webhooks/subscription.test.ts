import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupTypes, isCovered, togglePattern } from "../../../src/pages/webhooks/subscription.ts";

describe("a subscription", () => {
  const groups = groupTypes(["booking.confirmed", "booking.cancelled", "key.revoked"]);

  test("becomes the group where every type of it is chosen, and the types again where one goes", () => {
    const all = togglePattern(["booking.confirmed"], "booking.cancelled", groups);
    expect(all).toStrictEqual(["booking.*"]);
    expect(togglePattern(all, "booking.confirmed", groups)).toStrictEqual(["booking.cancelled"]);
  });

  test("of everything stays everything else when one type is taken out", () => {
    expect(togglePattern(["*"], "key.revoked", groups)).toStrictEqual(["booking.*"]);
    expect(togglePattern(["key.revoked"], "*", groups)).toStrictEqual(["*"]);
    expect(togglePattern(["*"], "*", groups)).toStrictEqual([]);
  });

  test("turns over exactly what a toggle is about", () => {
    const pattern = fc.constantFrom("booking.confirmed", "booking.cancelled", "key.revoked");
    fc.assert(
      fc.property(fc.uniqueArray(pattern), pattern, (chosen, toggled) => {
        const after = togglePattern(chosen, toggled, groups);
        for (const each of ["booking.confirmed", "booking.cancelled", "key.revoked"]) {
          expect(isCovered(after, each)).toBe(isCovered(chosen, each) !== (each === toggled));
        }
      }),
      { seed: 20_261_121 },
    );
  });
});
