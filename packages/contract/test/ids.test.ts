import fc from "fast-check";
import { expect, test } from "vitest";
import { digestId, formatOfferId, idTimeMs, isId, newId, parseOfferId } from "../src/index.ts";

const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });

test("ids have a prefix and 26 characters, and sort by time", () => {
  fc.assert(
    fc.property(instant, instant, random, random, (a, b, left, right) => {
      const [first, second] = [newId("req", a, left), newId("req", b, right)];
      expect(first).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
      if (a !== b) expect(first < second).toBe(a < b);
    }),
    { seed: 20_261_121 },
  );
});

test("an id holds the instant at which it was made", () => {
  fc.assert(
    fc.property(instant, random, (at, bytes) => {
      expect(idTimeMs(newId("req", at, bytes))).toBe(at);
    }),
    { seed: 20_261_121 },
  );
});

test("the known instant and zeros give the known id", () => {
  expect(newId("srch", 1_469_918_176_385, new Uint8Array(10))).toBe("srch_01aryz6s410000000000000000");
});

test("a digest id is the same for the same key alone", () => {
  expect(digestId("flt", "BA 178")).toBe(digestId("flt", "BA 178"));
  expect(digestId("flt", "BA 178")).not.toBe(digestId("flt", "BA 179"));
  expect(isId("flt", digestId("flt", "x"))).toBe(true);
});

test("an offer id holds its search and ordinal", () => {
  fc.assert(
    fc.property(instant, random, fc.integer({ min: 0, max: 999_999 }), (at, bytes, ordinal) => {
      const searchId = newId("srch", at, bytes);
      expect(parseOfferId(formatOfferId(searchId, ordinal))).toEqual({ searchId, ordinal });
    }),
    { seed: 20_261_121 },
  );
});

test.each(["", "off_", "off_x_1", `off_${"0".repeat(26)}`, `off_${"0".repeat(26)}_01`, `off_${"u".repeat(26)}_1`])(
  "%j is no offer id",
  (text) => {
    expect(parseOfferId(text)).toBeNull();
  },
);
