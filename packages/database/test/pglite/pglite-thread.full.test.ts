import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { isUnavailable, openPglite } from "../../src/index.ts";
import { PgliteThread } from "../../src/pglite/pglite-thread.ts";
import { PgliteStatements } from "../../src/pglite/statements.ts";

let snapshot: Blob;
let thread: PgliteThread;
let statements: PgliteStatements;

beforeEach(async () => {
  snapshot = new Blob([await readFile(inject("testDatabases").pgliteSnapshotPath)]);
  thread = await PgliteThread.start({ dataDir: "memory://", loadDataDir: snapshot });
  statements = new PgliteStatements(thread);
});

afterEach(() => thread.terminate());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("rejects pending and later statements as unavailable when the thread ends", async () => {
  const pending = failureOf(statements.run("SELECT pg_sleep(60)", []));
  await thread.terminate();
  const later = failureOf(statements.run("SELECT 1", []));
  for (const error of [await pending, await later]) {
    expect(error).toMatchObject({ code: "CONNECTION_LOST", outcomeUnknown: false });
    expect(isUnavailable(error)).toBe(true);
  }
  await thread.close();
});

test("reports to onIdleError a thread that ends before close, and none that ends with it", async () => {
  const keepAlive = vi.spyOn(Worker.prototype, "ref");
  const errors: unknown[] = [];
  const options = { directory: null, snapshot, onIdleError: (error: unknown) => errors.push(error) };
  const closed = await openPglite(options);
  await closed.close();
  expect(errors).toStrictEqual([]);
  keepAlive.mockClear();
  const lost = await openPglite(options);
  const [worker] = keepAlive.mock.contexts;
  keepAlive.mockRestore();
  if (!(worker instanceof Worker)) throw new Error("the database started no thread");
  await worker.terminate();
  expect(errors).toMatchObject([{ code: "CONNECTION_LOST" }]);
  expect(isUnavailable(await failureOf(lost.query("SELECT 1")))).toBe(true);
  await lost.close();
});

test("reports an unknown outcome when the thread ends during COMMIT", async () => {
  const failure = await failureOf(
    statements.transaction(async () => {
      await statements.runInside(() => statements.run("SELECT 1", []));
      void thread.terminate();
    }),
  );
  expect(failure).toMatchObject({ code: "CONNECTION_LOST", outcomeUnknown: true });
});

test("begins a transaction with its first statement, and a failed first statement leaves no transaction open", async () => {
  const failure = await failureOf(
    statements.transaction(() => statements.runInside(() => statements.run("SELECT nothing", []))),
  );
  expect(failure).toMatchObject({ code: "42703" });
  const read = () => statements.run("SELECT pg_current_xact_id()::text AS id", []);
  const [one, other] = [await statements.runOutside(read), await statements.runOutside(read)];
  expect(one.rows).not.toStrictEqual(other.rows);
  await statements.transaction(async () => {
    const first = await statements.runInside(read);
    expect((await statements.runInside(read)).rows).toStrictEqual(first.rows);
  });
});

test("returns requests and responses of any size around that of the shared memory", async () => {
  for (const length of [0, 1, 65_000, 65_536, 70_000, 1_000_000]) {
    const text = "x".repeat(length);
    const echoed = await statements.runOutside(() => statements.run("SELECT $1 AS text", [text]));
    expect(echoed.rows).toStrictEqual([{ text }]);
    const counted = await statements.runOutside(() => statements.run("SELECT length($1) AS length", [text]));
    expect(counted.rows).toStrictEqual([{ length }]);
    const many = await statements.runOutside(() =>
      statements.run("SELECT i FROM generate_series(1, $1::int) AS i", [String(Math.floor(length / 20))]),
    );
    expect(many.rows).toHaveLength(Math.floor(length / 20));
  }
});

test("refuses a second request while one runs, and finishes the first", async () => {
  const first = statements.run("SELECT 1 AS one", []);
  await expect(statements.run("SELECT 2 AS two", [])).rejects.toThrow("one request at a time");
  expect((await first).rows).toStrictEqual([{ one: 1 }]);
  expect((await statements.run("SELECT 3 AS three", [])).rows).toStrictEqual([{ three: 3 }]);
});

test("reports a failure to open the database with its reason", async () => {
  const damaged = new Blob(["no archive"]);
  await expect(PgliteThread.start({ dataDir: "memory://", loadDataDir: damaged })).rejects.toThrow(
    "PGlite failed to initialize",
  );
});
