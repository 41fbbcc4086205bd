import fc from "fast-check";
import { expect, test } from "vitest";
import { formatArray, type Nested, parseArray } from "../../src/driver/array-literal.ts";

const awkward = fc.array(fc.constantFrom("a", '"', "\\", ",", "{", "}", " ", "NULL", "\n", "é"), { maxLength: 8 });
const element = fc.oneof(
  awkward.map((parts) => parts.join("")),
  fc.constant(null),
);
const { nested } = fc.letrec<{ nested: Nested<string>[]; item: Nested<string> }>((tie) => ({
  nested: fc.array(tie("item"), { maxLength: 4, depthIdentifier: "array" }),
  item: fc.oneof({ depthIdentifier: "array", maxDepth: 2 }, element, tie("nested")),
}));

test("round-trips arrays with any characters", () => {
  fc.assert(
    fc.property(nested, (elements) => {
      expect(parseArray(formatArray(elements), (text) => text)).toStrictEqual(elements);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test.each(["", "a", "{", "{a", "{a}b", '{"a}', "{a,", "[1:2]", '{"a"b}', "x{a}"])("rejects %j", (text) => {
  expect(() => parseArray(text, (each) => each)).toThrow(/invalid PostgreSQL array/);
});
