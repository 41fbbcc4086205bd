import { expect, onTestFinished, test } from "vitest";
import { runUnitOfWork, type UnitOfWork } from "../../src/index.ts";
import { createTestDatabase } from "../test-databases.ts";

const startMs = Date.UTC(2026, 0, 1);

const rename = ({ tx }: UnitOfWork, id: string, name: string) =>
  tx.execute("UPDATE accounts SET name = name || $2 WHERE id = $1", [id, name]);

test("retries the canceled transaction of a deadlock and applies its changes once", async () => {
  const { database, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const [one, two] = ["acct_1", "acct_2"];
  await database.execute("INSERT INTO accounts (id, name, created_at) SELECT unnest($1::text[]), '', $2", [
    [one, two],
    new Date(startMs),
  ]);
  const effects: string[] = [];
  let tries = 0;
  const bothHold = Promise.withResolvers<void>();
  const change = (name: string, first: string, second: string) =>
    runUnitOfWork(database, startMs, async (unit) => {
      unit.afterCommit(() => effects.push(name));
      await rename(unit, first, name);
      if (++tries === 2) bothHold.resolve();
      await bothHold.promise;
      await rename(unit, second, name);
    });
  await Promise.all([change("a", one, two), change("b", two, one)]);
  // Usually three: on a busy machine, the second try of one may wait for the other for as long again.
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(effects.toSorted()).toEqual(["a", "b"]);
  const names = await database.query<{ name: string }>("SELECT name FROM accounts WHERE id = ANY ($1)", [[one, two]]);
  expect(names.map(({ name }) => Array.from(name).toSorted().join(""))).toEqual(["ab", "ab"]);
});

test("does not retry a failed change and does not run its callbacks", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  let tries = 0;
  const effects: string[] = [];
  const failing = runUnitOfWork(database, startMs, async (unit) => {
    tries++;
    unit.afterCommit(() => effects.push("done"));
    await unit.tx.query("SELECT 1 / 0");
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect([tries, effects]).toEqual([1, []]);
});
