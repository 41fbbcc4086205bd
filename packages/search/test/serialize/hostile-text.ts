import * as fc from "fast-check";

/** Texts that a careless writer of JSON or UTF-8 gets wrong. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '"',
    "\\",
    '","id":"x',
    "\u0000",
    "\n\n",
    "\u007f",
    "\u2028\u2029",
    "\ud800",
    "\udc00a",
    "é",
    "✈",
    "😀",
    "</script>",
  ),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.integer({ min: 1, max: 5000 }).map((length) => '"é'.repeat(length)),
);
