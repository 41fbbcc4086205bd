import fc from "fast-check";
import { expect, test } from "vitest";
import { matchWithinOneEdit } from "../../src/places/one-edit.ts";

/** Damerau–Levenshtein distance by the full table, without shortcuts: the oracle. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => i || j),
  );
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? Number.NaN;
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      if (i === 0 || j === 0) continue;
      const replaced = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, cell(i - 2, j - 2) + 1);
      const row = rows[i];
      if (row !== undefined) row[j] = least;
    }
  }
  return cell(a.length, b.length);
}

function expected(word: string, name: string): string | null {
  if (distance(word, name) <= 1) return "whole";
  const prefixes = Array.from({ length: name.length + 1 }, (_, length) => name.slice(0, length));
  return prefixes.some((prefix) => distance(word, prefix) <= 1) ? "prefix" : null;
}

/** Few letters, so that repeated letters and near matches are frequent. */
const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });

test("agrees with the full table of distances for any two texts", () => {
  fc.assert(
    fc.property(text, text, (word, name) => {
      expect(matchWithinOneEdit(word, name)).toBe(expected(word, name));
    }),
    { seed: 20_261_123, numRuns: 5_000 },
  );
});

test("agrees with the full table for every text and each of its edits", () => {
  const edit = fc.record({
    name: text,
    at: fc.nat(8),
    by: fc.constantFrom("a", "b", "d"),
    kind: fc.nat(3),
    cut: fc.nat(3),
  });
  fc.assert(
    fc.property(edit, ({ name, at, by, kind, cut }) => {
      const [before, after] = [name.slice(0, at), name.slice(at)];
      const edited = [
        before + by + after,
        before + after.slice(1),
        before + by + after.slice(1),
        before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
      ][kind];
      const word = (edited ?? "").slice(0, Math.max(0, (edited ?? "").length - cut));
      expect(matchWithinOneEdit(word, name)).toBe(expected(word, name));
      if (cut === 0) expect(matchWithinOneEdit(word, name)).toBe("whole");
    }),
    { seed: 20_261_124, numRuns: 3_000 },
  );
});

test.each([
  ["londn", "london", "whole"],
  ["lnodon", "london", "whole"],
  ["londdon", "london", "whole"],
  ["lomdon", "london", "whole"],
  ["barselo", "barcelona", "prefix"],
  ["lodnon", "london", "whole"],
  ["ldonon", "london", null],
  ["paris", "london", null],
])("%s and %s: %s", (word, name, match) => {
  expect(matchWithinOneEdit(word, name)).toBe(match);
});
