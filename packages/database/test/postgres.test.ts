import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, isConnectionLost, openPostgres } from "../src/index.ts";
import { createTestDatabase, type TestDatabase } from "./test-databases.ts";

let own: TestDatabase;
let database: Database;
let connectionString: string;

beforeEach(async () => {
  own = await createTestDatabase("postgresql");
  database = own.database;
  connectionString = own.connectionString ?? "";
});

afterEach(() => own.drop());

async function thrownBy(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Error)) throw new Error("expected a failure");
  return error;
}

const killOthers =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

test("a connection that the server ends inside a transaction is a lost connection, and the next one works", async () => {
  const error = await thrownBy(
    database.transaction((session) => session.query("SELECT pg_terminate_backend(pg_backend_pid())")),
  );
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
});

test("a connection that breaks between two statements of a transaction is a lost connection", async () => {
  const other = await openPostgres({ connectionString, max: 1 });
  const error = await thrownBy(
    database.transaction(async (session) => {
      await session.query("SELECT 1");
      await other.query(killOthers);
      for (;;) await session.query("SELECT 1");
    }),
  );
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await other.close();
});

test("a connection that breaks while nobody uses it is reported and replaced", async () => {
  const { promise: reported, resolve } = Promise.withResolvers<unknown>();
  const idle = await openPostgres({ connectionString, max: 1, onIdleError: resolve });
  await database.query(killOthers);
  expect(await reported).toBeInstanceOf(Error);
  expect(await idle.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await idle.close();
});

test("a lock is free again when its holder's connection dies", async () => {
  const error = await thrownBy(
    database.lock(9n, (connection) => connection.query("SELECT pg_terminate_backend(pg_backend_pid())")),
  );
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.lock(9n, async () => "mine")).toBe("mine");
});

test("no transaction that failed leaves its connection inside it", async () => {
  const single = await openPostgres({ connectionString, max: 1 });
  await thrownBy(single.transaction((session) => session.query("SELECT 1/0")));
  await thrownBy(
    single.transaction(async (session) => {
      await session.script("SET CONSTRAINTS ALL DEFERRED");
      throw new Error("no");
    }),
  );
  expect(await single.query("SELECT pg_current_xact_id_if_assigned() IS NULL AS outside")).toStrictEqual([
    { outside: true },
  ]);
  await single.close();
});

test("the server's own text forms do not matter", async () => {
  const name = new URL(connectionString).pathname.slice(1);
  await database.script(`
    ALTER DATABASE ${name} SET TimeZone = 'Asia/Kolkata';
    ALTER DATABASE ${name} SET DateStyle = 'German';
    ALTER DATABASE ${name} SET IntervalStyle = 'iso_8601';
    ALTER DATABASE ${name} SET bytea_output = 'escape'`);
  const other = await openPostgres({ connectionString });
  const rows = await other.query(
    String.raw`SELECT timestamptz '2026-11-21 07:33:00Z' AS at, date '2026-11-21' AS day, interval '1 day' AS span, '\x00'::bytea AS bytes`,
  );
  expect(rows).toStrictEqual([
    { at: new Date("2026-11-21T07:33:00Z"), day: "2026-11-21", span: "1 day", bytes: Buffer.from([0]) },
  ]);
  await other.close();
});

test.each([
  ["a wrong password", (url: URL) => Object.assign(url, { password: "hunter2%40x" }), "28P01"],
  ["a closed port", (url: URL) => Object.assign(url, { password: "hunter2%40x", port: "1" }), "ECONNREFUSED"],
  [
    "an unknown host",
    (url: URL) => Object.assign(url, { password: "hunter2%40x", host: "hunter2@x.invalid" }),
    undefined,
  ],
  ["an unknown database", (url: URL) => Object.assign(url, { pathname: "/nowhere" }), "3D000"],
])("%s is an error without the password", async (_title, change, code) => {
  const error = await thrownBy(openPostgres({ connectionString: change(new URL(connectionString)).href }));
  if (code !== undefined) expect(error).toMatchObject({ name: "DatabaseError", code });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("hunter2");
});

test.each([
  "hunter2",
  "mysql://u:hunter2@localhost/x",
  "postgres://u:hunter2/x@localhost:5432/x",
  "postgres://u:hunter2%@localhost:5432/x",
])("a connection string that is none is refused without being repeated: %s", async (bad) => {
  const error = await thrownBy(openPostgres({ connectionString: bad }));
  expect(error).toMatchObject({ code: "CONNECTION_STRING_INVALID" });
  expect(`${error.message} ${error.stack}`).not.toContain("hunter2");
});

test("a server that cannot be reached is a lost connection", async () => {
  const error = await thrownBy(openPostgres({ connectionString: "postgres://u:p@127.0.0.1:1/x" }));
  expect(isConnectionLost(error)).toBe(true);
});
