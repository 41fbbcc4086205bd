import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupTypes, isCovered, togglePattern } from "../../../src/pages/webhooks/subscription.ts";

describe("a subscription", () => {
  const groups = groupTypes(["booking.confirmed", "booking.cancelled", "key.revoked"]);

  test("becomes a group when all of its types are selected, and single types when one is removed", () => {
    const all = togglePattern(["booking.confirmed"], "booking.cancelled", groups);
    expect(all).toStrictEqual(["booking.*"]);
    expect(togglePattern(all, "booking.confirmed", groups)).toStrictEqual(["booking.cancelled"]);
  });

  test("keeps all other types when one type is removed from *", () => {
    expect(togglePattern(["*"], "key.revoked", groups)).toStrictEqual(["booking.*"]);
    expect(togglePattern(["key.revoked"], "*", groups)).toStrictEqual(["*"]);
    expect(togglePattern(["*"], "*", groups)).toStrictEqual([]);
  });

  test("changes only the toggled type", () => {
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
