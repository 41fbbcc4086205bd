import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("../.ci/run", import.meta.url));
let repository: string;

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "wayfare-ci-"));
  await cp(script, join(repository, ".ci/run"), { recursive: true });
});

afterEach(() => rm(repository, { recursive: true, force: true }));

/** Runs the script from elsewhere, with an npm that only notes what it was asked and fails at `failing`. */
async function runWithNpm(failing: string): Promise<{ code: number | null; output: string; asked: string[] }> {
  const log = join(repository, "asked");
  await mkdir(join(repository, "bin"));
  const npm = `#!/bin/sh\necho "$*" >> "${log}"\ntest "$PWD" = "${repository}" && test "$*" != "${failing}"\n`;
  await writeFile(join(repository, "bin/npm"), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(repository, "bin")}${delimiter}${process.env.PATH}` };
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = execFile(join(repository, ".ci/run"), { cwd: tmpdir(), env }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, output: stdout + stderr }),
  );
  const result = await promise;
  return { ...result, asked: (await readFile(log, "utf8")).trimEnd().split("\n") };
}

test("the build installs, tests and checks, and says how long each step took", async () => {
  const { code, output, asked } = await runWithNpm("nothing");
  expect(code).toBe(0);
  expect(asked).toStrictEqual(["ci", "test", "run check", "run test:full --if-present"]);
  expect(output.match(/^== npm .*: \d+ s$/gm)).toHaveLength(4);
});

test("the first step that fails ends the build and is named", async () => {
  const { code, output, asked } = await runWithNpm("test");
  expect(code).toBe(1);
  expect(asked).toStrictEqual(["ci", "test"]);
  expect(output).toMatch(/^== npm test: FAILED \(1\) after \d+ s$/m);
});
