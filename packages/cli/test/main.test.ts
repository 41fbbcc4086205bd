import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/wayfare.mjs", import.meta.url));
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-cli-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function wayfare(args: string[], environment: Record<string, string> = {}) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; stdout: string; stderr: string }>();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const options = { cwd: directory, env: { PATH, NODE_COMPILE_CACHE, ...environment } };
  const child = execFile(process.execPath, [bin, ...args], options, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, stdout, stderr }),
  );
  return promise;
}

test("migrate makes the embedded database where a flag says, twice if asked, and prints nothing secret", async () => {
  const done = { code: 0, stdout: "The database's schema is up to date.\n", stderr: "" };
  expect(await wayfare(["migrate", "--data-dir", "mine"], { DATA_DIR: "other" })).toStrictEqual(done);
  expect(await wayfare(["migrate"], { DATA_DIR: "mine" })).toStrictEqual(done);
  expect(await readdir(directory)).toStrictEqual(["mine"]);
});

test("faulty settings are all named in one message without a stack", async () => {
  const { code, stdout, stderr } = await wayfare(["start", "--port", "abc"], { ROLE: "boss" });
  expect({ code, stdout }).toStrictEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/--port is "abc"/);
  expect(stderr).toMatch(/ROLE is "boss"/);
  expect(stderr).not.toMatch(/^ +at /m);
});

test("a database that cannot be reached is one line without its password", async () => {
  const { code, stderr } = await wayfare(["migrate"], {
    DATABASE_URL: "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
    SERVER_SECRET: `a:${"A".repeat(43)}=`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wayfare: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
});

test("--version is the package's", async () => {
  expect((await wayfare(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
