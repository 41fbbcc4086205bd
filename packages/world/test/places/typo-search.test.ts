import fc from "fast-check";
import { expect, test } from "vitest";
import { matchWithinOneEdit } from "../../src/places/one-edit.ts";
import { createTypoSearch, type SpelledPlace } from "../../src/places/typo-search.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 7 });
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const place: fc.Arbitrary<SpelledPlace> = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
  words: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => ` ${words.join(" ")}`),
});

/** The rules, applied to every place without an index. */
function expectedRank(query: string, { names, words }: SpelledPlace, places: readonly SpelledPlace[]): number | null {
  if (query.length < 4) return null;
  const matches = new Set(names.map((each) => matchWithinOneEdit(query, each)));
  if (matches.has("whole")) return 0;
  if (matches.has("prefix") && query.length >= 5) return 1;
  const typed = query.split(" ");
  const hasTypo = (each: string): boolean => {
    if (each.length < 5 || places.some((other) => other.words.includes(` ${each}`))) return false;
    const known = words.trim().split(" ");
    const found = new Set(known.map((other) => matchWithinOneEdit(each, other)));
    return found.has("whole") || (found.has("prefix") && each.length >= 6);
  };
  const isWord = typed.some(
    (each, at) => hasTypo(each) && typed.every((other, i) => i === at || words.includes(` ${other}`)),
  );
  return typed.length <= 4 && isWord ? 2 : null;
}

test("lists the places that the rules give, in their order, for any names and query", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), name, (places, query) => {
      const ranks = places.map((each) => expectedRank(query, each, places));
      const expected = [0, 1, 2].flatMap((rank) => ranks.flatMap((found, at) => (found === rank ? [at] : [])));
      expect(createTypoSearch(places)(query)).toEqual(expected);
    }),
    { seed: 20_261_125, numRuns: 1_500 },
  );
});
