import fc from "fast-check";
import { expect, test } from "vitest";
import { digestId, formatOfferId, idTimeMs, isId, newId, parseOfferId } from "../src/index.ts";

const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });

test("formats ids as a prefix and 26 characters that sort by time", () => {
  fc.assert(
    fc.property(instant, instant, random, random, (a, b, left, right) => {
      const [first, second] = [newId("req", a, left), newId("req", b, right)];
      expect(first).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
      if (a !== b) expect(first < second).toBe(a < b);
    }),
    { seed: 20_261_121 },
  );
});

test("encodes the creation time in the id", () => {
  fc.assert(
    fc.property(instant, random, (at, bytes) => {
      expect(idTimeMs(newId("req", at, bytes))).toBe(at);
    }),
    { seed: 20_261_121 },
  );
});

test("creates the expected id from a fixed time and zero bytes", () => {
  expect(newId("srch", 1_469_918_176_385, new Uint8Array(10))).toBe("srch_01aryz6s410000000000000000");
});

test("creates the same digest id only for the same key", () => {
  expect(digestId("flt", "BA 178")).toBe(digestId("flt", "BA 178"));
  expect(digestId("flt", "BA 178")).not.toBe(digestId("flt", "BA 179"));
  expect(isId("flt", digestId("flt", "x"))).toBe(true);
});

test("round-trips the search id and the ordinal in an offer id", () => {
  fc.assert(
    fc.property(instant, random, fc.integer({ min: 0, max: 999_999 }), (at, bytes, ordinal) => {
      const searchId = newId("srch", at, bytes);
      expect(parseOfferId(formatOfferId(searchId, ordinal))).toEqual({ searchId, ordinal });
    }),
    { seed: 20_261_121 },
  );
});

test.each(["", "off_", "off_x_1", `off_${"0".repeat(26)}`, `off_${"0".repeat(26)}_01`, `off_${"u".repeat(26)}_1`])(
  "returns null for the invalid offer id %j",
  (text) => {
    expect(parseOfferId(text)).toBeNull();
  },
);
