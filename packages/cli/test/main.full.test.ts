import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { useCommand } from "./run-command.ts";

const { wayfare, directory } = useCommand();

test("migrate makes the embedded database where a flag says, twice if asked, and prints nothing secret", async () => {
  const done = { code: 0, stdout: "The database's schema is up to date.\n", stderr: "" };
  expect(await wayfare(["migrate", "--data-dir", "mine"], { DATA_DIR: "other" })).toStrictEqual(done);
  expect(await wayfare(["migrate"], { DATA_DIR: "mine" })).toStrictEqual(done);
  expect(await readdir(directory())).toStrictEqual(["mine"]);
});
