import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const passing = 'import { expect, test } from "vitest";\n\ntest("passes", () => expect(1).toBe(1));\n';
const failing = passing.replace("toBe(1)", "toBe(2)");

/** Creates a repository with these test files and the CI scripts. */
async function makeRepository(testFiles: Record<string, string>): Promise<string> {
  const repository = await mkdtemp(join(tmpdir(), "wayfare-ci-"));
  onTestFinished(() => rm(repository, { recursive: true, force: true }));
  await mkdir(join(repository, "bin"));
  await mkdir(join(repository, "tests"));
  for (const file of [".ci", "package.json", "vitest.config.ts"]) {
    await cp(join(root, file), join(repository, file), { recursive: true });
  }
  for (const file of [
    "node_modules",
    "tests/postgres.ts",
    "tests/temporary-files.ts",
    "tests/portal.ts",
    "tests/built-code.ts",
  ]) {
    await symlink(join(root, file), join(repository, file));
  }
  for (const [name, text] of Object.entries(testFiles)) await writeFile(join(repository, "tests", name), text);
  // Only the tests run for real, because installing and checking take minutes.
  const npm = '#!/bin/sh\ncase "$*" in ci|"run check") exit 0;; esac\nPATH="${PATH#*:}" exec npm "$@"\n';
  await writeFile(join(repository, "bin/npm"), npm, { mode: 0o755 });
  return repository;
}

async function runCi(repository: string): Promise<{ code: number | null; output: string }> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const path = `${join(repository, "bin")}${delimiter}${process.env.PATH}`;
  const env = { ...Object.fromEntries(own), PATH: path, NO_COLOR: "1", FORCE_COLOR: undefined };
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(join(repository, ".ci/run"), { env }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, output: stdout + stderr }),
  );
  return promise;
}

test.each([
  ["planted.test.ts", "npm test"],
  ["planted.full.test.ts", "npm run test:full"],
])("fails the build when %s fails, at %s", { timeout: 600_000 }, async (planted, step) => {
  const repository = await makeRepository({
    "passing.test.ts": passing,
    "passing.full.test.ts": passing,
    [planted]: failing,
  });
  const { code, output } = await runCi(repository);
  expect(code, output).toBe(1);
  expect(output).toContain(`== ${step}: FAILED (1)`);
  expect(output).toContain("1 failed | 1 passed");
});

test("succeeds when tests pass, and does not run long tests", { timeout: 600_000 }, async () => {
  const repository = await makeRepository({
    "passing.test.ts": passing,
    "passing.full.test.ts": passing,
    "planted.long.test.ts": failing,
  });
  const { code, output } = await runCi(repository);
  expect(code, output).toBe(0);
});
