import { pino } from "pino";
import { expect, test } from "vitest";
import { runErasures, settleMs } from "../../src/erasure/run-erasures.ts";
import { startApp } from "../access-app.ts";
import { plantAccount } from "./planted-rows.ts";

const log = pino({ enabled: false });
const { signal } = new AbortController();

test("erases archived objects with their account, and again in the next pass", async () => {
  const { app, database } = await startApp("pglite");
  const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  const erased = await plantAccount(database, { tag: "ada", number: 77 });
  const other = await plantAccount(database, { tag: "bob", number: 88 });
  const objects = [erased.id, other.id, erased.id];
  const attemptArchive = {
    erase: (accountId: string) => {
      const at = objects.indexOf(accountId);
      return Promise.resolve(at < 0 ? 0 : objects.splice(at, 1).length);
    },
  };
  let isReachable = false;
  const run = () => {
    const erase = () => Promise.reject(new Error("unreachable"));
    const archive = isReachable ? attemptArchive : { erase };
    return runErasures({ database, clock: app.clock, log, attemptArchive: archive }, signal);
  };
  const path = `/v1/operator/accounts/${erased.id}/erase`;
  await app.call(path, { key, body: { confirmName: erased.name } });
  // The erasure is not completed without the archive. Another process continues when the lease has ended.
  await expect(run()).rejects.toThrow("unreachable");
  isReachable = true;
  app.clock.advance(60_000);
  expect(await run()).toBe(1);
  expect(objects).toEqual([other.id]);
  // A process that had read rows before the erasure archives them afterwards.
  objects.push(erased.id);
  app.clock.advance(settleMs);
  expect(await run()).toBe(1);
  expect(objects).toEqual([other.id]);
  expect(await app.call(path, { key })).toMatchObject({
    body: { status: "completed", rows: { archived_objects: 3 } },
  });
});
