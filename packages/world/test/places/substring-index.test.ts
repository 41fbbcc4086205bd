import fc from "fast-check";
import { expect, test } from "vitest";
import { createSubstringIndex } from "../../src/places/substring-index.ts";

test("finds every text that contains the string, once and in order", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 5 });
  const needle = fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), needle, (texts, searched) => {
      const hits: number[] = [];
      createSubstringIndex(texts)(searched, (position) => hits.push(position));
      expect(hits).toEqual(texts.flatMap((each, at) => (each.includes(searched) ? [at] : [])));
    }),
    { seed: 20_261_126, numRuns: 1_000 },
  );
});
