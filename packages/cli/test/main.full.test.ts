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
