import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { suites } from "../vitest.config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const script = join(root, ".ci/run");
let repository: string;

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "wayfare-ci-"));
  await cp(script, join(repository, ".ci/run"), { recursive: true });
});

afterEach(() => rm(repository, { recursive: true, force: true }));

/** Runs the script from another directory, with a fake npm that records its commands and fails at `failing`. */
async function runWithNpm(failing: string): Promise<{ code: number | null; output: string; commands: string[] }> {
  const log = join(repository, "commands.log");
  await mkdir(join(repository, "bin"));
  const npm = `#!/bin/sh\necho "$*" >> "${log}"\ntest "$PWD" = "${repository}" && test "$*" != "${failing}"\n`;
  await writeFile(join(repository, "bin/npm"), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(repository, "bin")}${delimiter}${process.env.PATH}` };
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(join(repository, ".ci/run"), { cwd: tmpdir(), env }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, output: stdout + stderr }),
  );
  const result = await promise;
  return { ...result, commands: (await readFile(log, "utf8")).trimEnd().split("\n") };
}

test("installs, tests and checks, and prints the duration of each step", async () => {
  const { code, output, commands } = await runWithNpm("nothing");
  expect(code).toBe(0);
  expect(commands).toStrictEqual(["ci", "test", "run check", "run test:full"]);
  expect(output.match(/^== npm .*: \d+ s$/gm)).toHaveLength(4);
});

test.each([
  ["test", ["ci", "test"]],
  ["run check", ["ci", "test", "run check"]],
  ["run test:full", ["ci", "test", "run check", "run test:full"]],
])("stops at a failing npm %s and names it", async (failing, steps) => {
  const { code, output, commands } = await runWithNpm(failing);
  expect(code).toBe(1);
  expect(commands).toStrictEqual(steps);
  expect(output).toMatch(new RegExp(`^== npm ${failing}: FAILED \\(1\\) after \\d+ s$`, "m"));
});

/** Returns the suites that run a file. */
function suitesOf(path: string): string[] {
  const matches = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(path, pattern));
  return suites.filter(({ include, exclude }) => matches(include) && !matches(exclude)).map(({ name }) => name);
}

test.each([
  ["packages/engine/test/awards.test.ts", ["test"]],
  ["tests/faults/kills.full.test.ts", ["full"]],
  ["packages/webhooks/test/simulation/seeds.long.test.ts", ["long"]],
  ["packages/engine/src/awards.test.ts", []],
  ["benchmarks/engine.full.test.ts", []],
])("runs %s in suites %j by its name", (path, names) => {
  expect(suitesOf(path)).toEqual(names);
});

test("runs each test file in exactly one suite", async () => {
  const ignored = ["**/node_modules", "**/.*", "**/dist*", "data"];
  const files = glob("**/*.{test,spec}.{ts,tsx,mts,js,mjs}", { cwd: root, exclude: ignored });
  const counts = new Map<string, number>();
  const misplaced: string[] = [];
  for await (const file of files) {
    const [suite, ...others] = suitesOf(file);
    if (suite === undefined || others.length > 0) misplaced.push(file);
    else counts.set(suite, (counts.get(suite) ?? 0) + 1);
  }
  expect(misplaced).toEqual([]);
  expect([...counts.keys()].toSorted()).toEqual(["full", "long", "test"]);
});

test("has an npm script for each suite", async () => {
  const { scripts } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  expect(scripts.test).toBe("vitest run --project test");
  expect(scripts["test:full"]).toBe("vitest run --project full");
  expect(scripts["test:long"]).toMatch(/^vitest run --project long && TEST_SCALE=\d+ vitest run --project full /);
  // Vitest ignores a filter without matches if another one matches.
  const scaled = [...scripts["test:long"].matchAll(/TEST_SCALE=\d+ vitest run --project (test|full) ([^&]+)/g)];
  expect(scaled.map(([, suite]) => suite)).toEqual(["full", "test"]);
  for (const [, suite = "", filters = ""] of scaled) {
    const suffix = suite === "full" ? ".full.test.ts" : ".test.ts";
    for (const filter of filters.trim().split(" ")) {
      const matching = await Array.fromAsync(glob(`{packages/*/test,tests}/**/*${filter}*${suffix}`, { cwd: root }));
      expect(matching, filter).not.toEqual([]);
    }
  }
});
