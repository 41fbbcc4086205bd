import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** A poll that fails before is likely to fail on a busy machine only. */
const shortestPollMs = 120_000;
/** The default limit of a test: a shorter one saves no time unless a test fails. */
const shortestTestMs = 300_000;

/** Returns the limits of a test file that are too short, as written. */
function findShortLimits(source: string): string[] {
  const find = (pattern: RegExp, shortestMs: number) =>
    [...source.matchAll(pattern)]
      .filter(([, limit = ""]) => Number(limit.replaceAll("_", "")) < shortestMs)
      .map(([text]) => text);
  return [
    ...find(/\b(?:timeout: |waitUntil\(.*, )(\d[\d_]*)/g, shortestPollMs),
    ...find(/\btimeout: (\d[\d_]*),?\s+\},\s+(?:async )?\(/g, shortestTestMs),
    ...find(/(?:\blimitMs = |\},\s+)(\d+_\d{3})\b(?=;|,?\s*\);)/g, shortestTestMs),
  ];
}

test("no test or poll has a limit that a busy machine reaches", () => {
  expect(
    findShortLimits(
      "{ timeout: 10_000 }\n{ timeout: 120_000 }\n{ timeout: 15_000 * rounds }\nwaitUntil(() => isDone(), 20_000)",
    ),
  ).toEqual(["timeout: 10_000", "timeout: 15_000", "waitUntil(() => isDone(), 20_000"]);
  expect(findShortLimits("}, 300_000);\n}, 60_000);\n  },\n  90_000,\n);\nconst limitMs = 120_000;")).toEqual([
    "}, 60_000",
    "},\n  90_000",
    "limitMs = 120_000",
  ]);
  expect(
    findShortLimits('test("a", { timeout: 180_000 }, async () => {\ntest("b", {\n  timeout: 180_000,\n}, () => {'),
  ).toEqual(["timeout: 180_000 }, async (", "timeout: 180_000,\n}, ("]);
  const files = globSync(["packages/*/test/**/*.ts", "tests/**/*.ts"], { cwd: root }).filter(
    (file) => file !== "tests/time-limits.test.ts",
  );
  expect(files.length).toBeGreaterThan(800);
  const short = files.flatMap((file) =>
    findShortLimits(readFileSync(join(root, file), "utf8")).map((limit) => `${file}: ${limit}`),
  );
  expect(short).toEqual([]);
});
