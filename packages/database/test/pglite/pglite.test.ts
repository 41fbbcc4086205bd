import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpPglite, openPglite } from "../../src/index.ts";
import { expectListenerToGoOn } from "../port/throwing-listener.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-pglite-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test("a database in a directory is there after it was closed and opened again", async () => {
  const first = await openPglite({ directory: join(directory, "kept") });
  await first.script("CREATE TABLE kept (value bigint); INSERT INTO kept VALUES (7)");
  await first.close();
  const second = await openPglite({ directory: join(directory, "kept") });
  expect(await second.query("SELECT value FROM kept")).toStrictEqual([{ value: 7 }]);
  await second.close();
});

test("files of a new database can be reached by its owner alone", async () => {
  const path = join(directory, "private");
  const database = await openPglite({ directory: path });
  await database.close();
  const shared: string[] = [];
  for (const name of ["", ...(await readdir(path, { recursive: true }))]) {
    if (((await stat(join(path, name))).mode & 0o077) !== 0) shared.push(name);
  }
  expect(shared).toEqual([]);
});

test("a snapshot is a starting point that copies share nothing through", async () => {
  const snapshot = await dumpPglite((database) => database.script("CREATE TABLE base (value int)"));
  const [one, other] = await Promise.all([
    openPglite({ directory: null, snapshot }),
    openPglite({ directory: null, snapshot }),
  ]);
  await one.execute("INSERT INTO base VALUES (1)");
  expect(await other.query("SELECT value FROM base")).toStrictEqual([]);
  await Promise.all([one.close(), other.close()]);
});

test("a listener that throws is reported and goes on, and a closed database listens to nothing", async () => {
  const { database, stop } = await expectListenerToGoOn((onIdleError) => openPglite({ directory: null, onIdleError }));
  await Promise.all([stop(), database.close()]);
  await stop();
  await expect(database.listen("talk", { onMessage: () => {} })).rejects.toMatchObject({ code: "CLOSED" });
});
