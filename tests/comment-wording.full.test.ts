import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../scripts/prose/faults.ts";
import { measureComments } from "../scripts/prose/measure.ts";
import { readPassages } from "../scripts/prose/passages.ts";

const root = join(import.meta.dirname, "..");

test("comments have the wording of well-known packages", () => {
  const comments = listFiles([root])
    .filter((file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file))
    .flatMap((file) => readPassages(file, readFileSync(join(root, file), "utf8")))
    .filter((passage) => passage.kind === "comment");
  const { words, what, where, firstWord } = measureComments(comments.map((comment) => comment.text));
  expect(words).toBeGreaterThan(10_000);
  expect(what).toBeLessThanOrEqual(0.8);
  expect(where).toBeLessThanOrEqual(0.6);
  expect(firstWord).toBeLessThanOrEqual(0.4);
});

test("counts the marks of headless clauses, and no questions or places", () => {
  const comments = [
    "What the caller sends.",
    "Returns what is left, where there is none.",
    "What now?",
    "The file where it is.",
  ];
  const { words, what, where, firstWord } = measureComments(comments);
  expect({ words, what, where, firstWord }).toStrictEqual({
    words: 19,
    what: 2000 / 19,
    where: 1000 / 19,
    firstWord: 50,
  });
});
