import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { assertNotifications, type Database, isCanceled, openPostgres } from "../../src/index.ts";
import { createTestDatabase, type TestDatabase } from "../test-databases.ts";

let own: TestDatabase;
let role: string;
let connectionString: string;

/** A role of the test, because defaults of a role apply to all of its databases. */
beforeEach(async () => {
  own = await createTestDatabase("postgresql");
  const url = new URL(own.connectionString ?? "");
  role = `pooled_${url.pathname.slice(-8)}`;
  await own.database.script(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'pooled'`);
  url.username = role;
  url.password = "pooled";
  connectionString = url.href;
});

afterEach(async () => {
  await own.database.script(`DROP ROLE ${role}`);
  await own.drop();
});

const defaults = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, YMD'",
  "IntervalStyle = 'postgres'",
  "bytea_output = 'hex'",
  "statement_timeout = '30s'",
];

async function openPooled(options: { readMs?: number } = {}): Promise<Database> {
  for (const each of defaults) await own.database.script(`ALTER ROLE ${role} SET ${each}`);
  const database = await openPostgres({
    connectionString,
    directConnectionString: connectionString,
    applicationName: "wayfare schema=7",
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

test("refuses a role without the defaults that a pooler cannot keep, and names the statements", async () => {
  await own.database.script(`ALTER ROLE ${role} SET TimeZone = 'Asia/Tokyo'`);
  const opening = openPostgres({ connectionString, directConnectionString: connectionString });
  await expect(opening).rejects.toMatchObject({
    code: "ROLE_SETTINGS",
    message: expect.stringMatching(
      /ALTER ROLE CURRENT_USER SET TimeZone = 'UTC';.* ALTER ROLE CURRENT_USER SET statement_timeout = '30s';/,
    ),
  });
});

test("keeps no session state on pooled connections, and limits each transaction and read", async () => {
  const database = await openPooled({ readMs: 20_000 });
  await Promise.all(Array.from({ length: 8 }, () => database.query("SELECT 1", [], { name: "one" })));
  expect(await database.query("SELECT name FROM pg_prepared_statements ORDER BY name LIMIT 10")).toEqual([]);
  const show = "SELECT current_setting('statement_timeout') AS ms";
  expect(await database.reads.query(show)).toEqual([{ ms: "20s" }]);
  expect(await database.query(show)).toEqual([{ ms: "30s" }]);
  expect(await database.transaction((tx) => tx.query(show))).toEqual([{ ms: "30s" }]);
  expect(await database.transaction((tx) => tx.query(show), { timeoutMs: 700 })).toEqual([{ ms: "700ms" }]);
});

test("cancels a read on a pooled connection after its limit", async () => {
  // The limit ends every statement of this handle that a busy machine delays, so only the endless one uses it.
  const { reads } = await openPooled({ readMs: 1000 });
  const error: unknown = await reads.query("SELECT pg_sleep(600)").catch((thrown: unknown) => thrown);
  expect(isCanceled(error)).toBe(true);
});

test("listens and locks on direct connections, which show the version of the process", async () => {
  const database = await openPooled();
  const names = `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE usename = '${role}' ORDER BY name LIMIT 10`;
  expect(await database.query(names)).toEqual([{ name: "wayfare pooled" }]);
  const locked = await database.lock(77n, (connection) =>
    connection.query<{ name: string; held: boolean }>(
      `SELECT current_setting('application_name') AS name,
              EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS held`,
    ),
  );
  expect(locked).toEqual([{ name: "wayfare schema=7", held: true }]);
  const stop = await database.listen("pooler_test", { onMessage: () => {} });
  expect(await database.query(names)).toEqual([{ name: "wayfare pooled" }, { name: "wayfare schema=7" }]);
  await stop();
});

test("accepts a database whose notifications arrive, and refuses one whose notifications are lost", async () => {
  const database = await openPooled();
  await assertNotifications(database);
  const deaf: Database = { ...database, listen: async () => async () => {} };
  await expect(assertNotifications(deaf, { timeoutMs: 1 })).rejects.toMatchObject({ code: "NOTIFICATIONS_LOST" });
});
