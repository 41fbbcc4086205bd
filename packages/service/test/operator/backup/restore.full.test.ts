import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withOperator } from "../../../src/operator/commands/connect.ts";
import { backUp, makeDeployment, makeDirectory, makeTarget, restore } from "./backup-files.ts";

test("restores a backup of the embedded database into PostgreSQL with its keys; rejects a wrong passphrase", async () => {
  const source = await makeDeployment("pglite");
  const key = await withOperator(source, (operator) =>
    operator.createKey({ environment: "live", scopes: ["usage.write"], name: "ci" }),
  );
  const file = join(await makeDirectory(), "one.backup");
  const { tables } = await backUp(source, file);
  const target = await makeTarget("postgresql");
  await expect(restore(target, file, { passphrase: "wrong passphrase" })).rejects.toThrow(/wrong passphrase/);
  expect(await restore(target, file)).toMatchObject({ engine: "pglite", verification: { tables } });
  const serverSecret = (await readFile(join(target.dataDir, "server-secret"), "utf8")).trim();
  const keys = await withOperator({ ...target, serverSecret }, (operator) => operator.listKeys({}));
  expect(keys.map(({ id }) => id)).toEqual([key.id]);
});
