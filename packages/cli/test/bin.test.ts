import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/wayfare.mjs", import.meta.url));

async function outputOf(
  child: ChildProcess,
): Promise<{ stdout: string; stderr: string; code: unknown; signal: unknown }> {
  const text = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    text.stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    text.stderr += chunk.toString();
  });
  const [code, signal]: unknown[] = await once(child, "close");
  return { ...text, code, signal };
}

test("tests run on Node 24 or newer", () => {
  expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
});

/** Simulates an old Node by the running one with another version number, which is all that the launcher checks. */
describe("on an old Node", () => {
  let directory: string;
  let launcher: string;
  let oldNode: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "wayfare-bin-"));
    launcher = join(directory, "packages/cli/bin/wayfare.mjs");
    await mkdir(join(directory, "packages/cli/src"), { recursive: true });
    await cp(dirname(bin), dirname(launcher), { recursive: true });
    oldNode = join(directory, "old.mjs");
    await writeFile(oldNode, 'Object.defineProperty(process.versions, "node", { value: "20.19.0" });');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  const runOld = (args: string[], options: SpawnOptions = {}) =>
    spawn(process.execPath, ["--import", oldNode, launcher, ...args], { stdio: ["pipe", "pipe", "pipe"], ...options });

  /** Installs the running Node as the bundled one, and `main` instead of Wayfare. */
  async function install(main: string): Promise<void> {
    await mkdir(join(directory, "node_modules/.bin"), { recursive: true });
    await symlink(process.execPath, join(directory, "node_modules/.bin/node"));
    await writeFile(join(directory, "packages/cli/src/main.ts"), main);
  }

  test("runs the bundled Node with arguments, input and output", async () => {
    await install(`
      let input = "";
      for await (const chunk of process.stdin) input += String(chunk) as string;
      console.log(JSON.stringify([process.argv.slice(2), input]));
      process.exitCode = 7;`);
    const child = runOld(["start", "--port", "0"]);
    child.stdin?.end("typed");
    const { stdout, code } = await outputOf(child);
    expect(JSON.parse(stdout)).toStrictEqual([["start", "--port", "0"], "typed"]);
    expect(code).toBe(7);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "forwards %s to the service and returns its exit code",
    async (signal) => {
      await install(`
      process.on("${signal}", () => { console.log("stopping"); process.exit(3); });
      setInterval(() => {}, 1000);
      console.log("ready");`);
      const child = runOld([]);
      child.stdout?.once("data", () => child.kill(signal));
      expect(await outputOf(child)).toMatchObject({ stdout: "ready\nstopping\n", code: 3, signal: null });
    },
  );

  test("exits with the signal that ended the service", async () => {
    await install('process.kill(process.pid, "SIGKILL");');
    expect(await outputOf(runOld([]))).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test("explains what to install without a bundled Node", async () => {
    const { stderr, code } = await outputOf(runOld([]));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Wayfare requires Node 24 or newer, .* Install Node 24 .* `npm ci`/);
  });

  test("reports a bundled Node that is too old without an endless loop", async () => {
    await install("");
    const node = join(directory, "node_modules/.bin/node");
    await rm(node);
    await writeFile(node, `#!/bin/sh\nexec "${process.execPath}" --import "${oldNode}" "$@"\n`);
    await chmod(node, 0o755);
    expect(await outputOf(runOld([]))).toMatchObject({ code: 1, stderr: expect.stringContaining("requires Node 24") });
  });
});
