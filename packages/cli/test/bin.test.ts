import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("these tests run on Node 24 or newer, in vitest's workers too", () => {
  expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
});

/**
 * An old Node is stood in for by the running one with another version number: what the launcher does then is its own
 * code, whatever else an old Node cannot do.
 */
describe("on a Node that is too old", () => {
  let directory: string;
  let launcher: string;
  let oldNode: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "wayfare-bin-"));
    launcher = join(directory, "package/bin/wayfare.mjs");
    await mkdir(join(directory, "package/src"), { recursive: true });
    await cp(bin, launcher);
    oldNode = join(directory, "old.mjs");
    await writeFile(oldNode, 'Object.defineProperty(process.versions, "node", { value: "20.19.0" });');
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  const runOld = (args: string[], options: SpawnOptions = {}) =>
    spawn(process.execPath, ["--import", oldNode, launcher, ...args], { stdio: ["pipe", "pipe", "pipe"], ...options });

  /** What the launcher finds beside itself: the running Node, and `main` in place of Wayfare. */
  async function install(main: string): Promise<void> {
    await mkdir(join(directory, "node_modules/.bin"), { recursive: true });
    await symlink(process.execPath, join(directory, "node_modules/.bin/node"));
    await writeFile(join(directory, "package/src/main.ts"), main);
  }

  test("the pinned Node is found above it and gets arguments, input and output", async () => {
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
    "%s reaches the service, which ends as it likes",
    async (signal) => {
      await install(`
      process.on("${signal}", () => { console.log("asked to stop"); process.exit(3); });
      setInterval(() => {}, 1000);
      console.log("ready");`);
      const child = runOld([]);
      child.stdout?.once("data", () => child.kill(signal));
      expect(await outputOf(child)).toMatchObject({ stdout: "ready\nasked to stop\n", code: 3, signal: null });
    },
  );

  test("a service that dies of a signal takes the launcher with it", async () => {
    await install('process.kill(process.pid, "SIGKILL");');
    expect(await outputOf(runOld([]))).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test("without a pinned Node it says what to install", async () => {
    const { stderr, code } = await outputOf(runOld([]));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Wayfare needs Node 24 or newer; .* Install Node 24 .* `npm ci`/);
  });

  test("a pinned Node that is too old itself is said to be, not run forever", async () => {
    await install("");
    const node = join(directory, "node_modules/.bin/node");
    await rm(node);
    await writeFile(node, `#!/bin/sh\nexec "${process.execPath}" --import "${oldNode}" "$@"\n`);
    await chmod(node, 0o755);
    expect(await outputOf(runOld([]))).toMatchObject({ code: 1, stderr: expect.stringContaining("needs Node 24") });
  });
});
