import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { useCommand } from "./run-command.ts";

const { wayfare, directory } = useCommand();

test("migrate creates the embedded database in --data-dir, is repeatable and prints no secrets", async () => {
  const done = { code: 0, stdout: "The database schema is up to date.\n", stderr: "" };
  expect(await wayfare(["migrate", "--data-dir", "mine"], { DATA_DIR: "other" })).toStrictEqual(done);
  expect(await wayfare(["migrate"], { DATA_DIR: "mine" })).toStrictEqual(done);
  expect(await readdir(directory())).toStrictEqual(["mine"]);
});

test("reports an unreachable database in one line without its password", async () => {
  const { code, stderr } = await wayfare(["migrate"], {
    DATABASE_URL: "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
    SERVER_SECRET: `a:${"A".repeat(43)}=`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wayfare: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
});

test("reports every invalid setting in one message without a stack", async () => {
  const { code, stdout, stderr } = await wayfare(["start", "--port", "abc"], { ROLE: "boss" });
  expect({ code, stdout }).toStrictEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/--port is "abc"/);
  expect(stderr).toMatch(/ROLE is "boss"/);
  expect(stderr).not.toMatch(/^ +at /m);
});

test("refuses a secret as a flag without printing it, and names the variables to use", async () => {
  const { code, stderr } = await wayfare([
    "migrate",
    "--database-url",
    "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain("--database-url is not accepted");
  expect(stderr).toContain("DATABASE_URL_FILE");
  expect(stderr).not.toContain("hunter2");
});

test("--version prints the package version", async () => {
  expect((await wayfare(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
