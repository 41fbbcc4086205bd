import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPglite } from "../../src/index.ts";
import { expectListenerToGoOn } from "../port/throwing-listener.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-pglite-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The test run's snapshot from `dumpPglite`: creating a database without one takes seconds. */
const readSnapshot = async () => new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);

test("creates files that only the owner can access, and keeps data across close and open", async () => {
  const first = await openPglite({ directory: join(directory, "kept") });
  await first.script("CREATE TABLE kept (value bigint); INSERT INTO kept VALUES (7)");
  await first.close();
  const path = join(directory, "kept");
  const shared: string[] = [];
  for (const name of ["", ...(await readdir(path, { recursive: true }))]) {
    if (((await stat(join(path, name))).mode & 0o077) !== 0) shared.push(name);
  }
  expect(shared).toEqual([]);
  const second = await openPglite({ directory: join(directory, "kept") });
  expect(await second.query("SELECT value FROM kept")).toStrictEqual([{ value: 7 }]);
  await second.close();
});

test("opens independent databases from one snapshot", async () => {
  const snapshot = await readSnapshot();
  const [one, other] = await Promise.all([
    openPglite({ directory: null, snapshot }),
    openPglite({ directory: null, snapshot }),
  ]);
  await one.execute("INSERT INTO accounts (id, name, created_at) VALUES ('acct_1', 'One', now())");
  expect(await other.query("SELECT id FROM accounts")).toStrictEqual([]);
  await Promise.all([one.close(), other.close()]);
});

test("reports a listener's exception and keeps listening, and delivers nothing after close", async () => {
  const snapshot = await readSnapshot();
  const { database, stop } = await expectListenerToGoOn((onIdleError) =>
    openPglite({ directory: null, snapshot, onIdleError }),
  );
  await Promise.all([stop(), database.close()]);
  await stop();
  await expect(database.listen("talk", { onMessage: () => {} })).rejects.toMatchObject({ code: "CLOSED" });
});
