import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { checkWritable, type Database, DatabaseError, isUnavailable, openPostgres } from "../../src/index.ts";
import { type PostgresProxy, startPostgresProxy } from "../postgres-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../test-databases.ts";

let own: TestDatabase;
let url: URL;

beforeEach(async () => {
  own = await createTestDatabase("postgresql", { isNew: true });
  url = new URL(own.connectionString ?? "");
});

afterEach(() => own.drop());

/** Returns a connection string for the test's database with several hosts. */
function urlOf(hosts: readonly string[], parameters = ""): string {
  return `postgres://${url.username}:${url.password}@${hosts.join(",")}${url.pathname}${parameters}`;
}

async function open(connectionString: string, onIdleError: (error: unknown) => void = () => {}): Promise<Database> {
  const database = await openPostgres({ connectionString, max: 2, onIdleError });
  onTestFinished(() => database.close());
  return database;
}

async function thrownBy(work: Promise<unknown>): Promise<DatabaseError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof DatabaseError)) throw new Error("expected a DatabaseError");
  return error;
}

async function startProxy(): Promise<PostgresProxy> {
  const proxy = await startPostgresProxy(url.href);
  onTestFinished(() => proxy.goDown());
  return proxy;
}

const dead = "127.0.0.1:1";

test("connects to the next host when the first is unreachable, for statements and listeners", async () => {
  const database = await open(urlOf([dead, url.host]));
  expect(await database.transaction((tx) => tx.query("SELECT 1 AS value"))).toStrictEqual([{ value: 1 }]);
  const { promise: received, resolve: onMessage } = Promise.withResolvers<string>();
  const other = await open(urlOf([dead, url.host]));
  const stop = await other.listen("talk", { onMessage });
  await database.query("SELECT pg_notify('talk', 'hello')");
  expect(await received).toBe("hello");
  await stop();
});

test("moves all connections to the next host after the current one fails", async () => {
  const first = await startProxy();
  const second = await startProxy();
  const database = await open(urlOf([first.host, second.host]));
  const { promise: reconnected, resolve: onReconnect } = Promise.withResolvers<void>();
  await database.listen("talk", { onMessage: () => {}, onReconnect });
  expect([first.arrivals, second.arrivals]).toStrictEqual([2, 0]);
  first.goDown();
  await reconnected;
  const query = () => database.query("SELECT 1 AS value");
  expect(await Promise.all([query(), query()])).toStrictEqual([[{ value: 1 }], [{ value: 1 }]]);
  expect([first.arrivals, second.arrivals]).toStrictEqual([2, 3]);
});

test("names every host, without the password, when all are unreachable", async () => {
  const error = await thrownBy(openPostgres({ connectionString: urlOf([dead, "127.0.0.1:2"]) }));
  expect(error.code).toBe("ECONNREFUSED");
  expect(error.message).toMatch(/^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/);
  expect(isUnavailable(error)).toBe(true);
});

async function setReadOnly(state: "on" | "off"): Promise<void> {
  const name = url.pathname.slice(1);
  const change = state === "on" ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only";
  // In a read-write transaction, regardless of the current state.
  await own.database.script(`BEGIN READ WRITE; ALTER DATABASE ${name} ${change}; COMMIT`);
}

const cutOthers =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

test("rejects a read-only server with target_session_attrs=read-write", async () => {
  const address = urlOf([url.host], "?target_session_attrs=read-write");
  const database = await open(address);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await setReadOnly("on");
  expect(await thrownBy(openPostgres({ connectionString: address }))).toMatchObject({
    code: "25006",
    message: "the server is read-only",
  });
  // The server is not a standby. As a setting of the database, it applies to new connections only.
  await open(urlOf([url.host], "?target_session_attrs=primary"));
  await setReadOnly("off");
});

test("closes a connection to a read-only server, so that the next one can write", async () => {
  const database = await open(urlOf([url.host]));
  await setReadOnly("on");
  await own.database.query(cutOthers);
  expect(await thrownBy(checkWritable(database))).toMatchObject({ code: "25006" });
  await setReadOnly("off");
  await checkWritable(database);

  await setReadOnly("on");
  await own.database.query(cutOthers);
  const write = () => database.transaction((tx) => tx.execute("CREATE TABLE made ()"));
  const error = await thrownBy(write());
  expect([error.code, error.outcomeUnknown, isUnavailable(error)]).toStrictEqual(["25006", false, true]);
  await setReadOnly("off");
  expect(await write()).toBe(0);
});

test.each([
  { delivers: true, title: "was committed" },
  { delivers: false, title: "was not committed" },
])("reports an unknown outcome when the response to COMMIT is lost ($title)", async ({ delivers }) => {
  const proxy = await startProxy();
  const database = await open(urlOf([proxy.host]));
  await own.database.script("CREATE TABLE entries (id integer)");
  proxy.cutAfter(["COMMIT"], { delivers });
  const error = await thrownBy(database.transaction((tx) => tx.execute("INSERT INTO entries VALUES (1)")));
  expect([error.outcomeUnknown, isUnavailable(error)]).toStrictEqual([true, true]);
  await expect
    .poll(() => own.database.query("SELECT count(*)::integer AS rows FROM entries"))
    .toStrictEqual([{ rows: delivers ? 1 : 0 }]);
});

test("reports a known outcome when the connection is lost before COMMIT", async () => {
  const proxy = await startProxy();
  const database = await open(urlOf([proxy.host]));
  proxy.cutAfter(["SELECT 'lost'"], { delivers: true });
  const error = await thrownBy(database.transaction((tx) => tx.query("SELECT 'lost'")));
  expect([error.outcomeUnknown, isUnavailable(error)]).toStrictEqual([false, true]);
});

test("reports an unknown outcome when COMMIT returns a warning", async () => {
  await own.database.script(`
    CREATE TABLE entries (id integer);
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'not replicated'; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION warn()`);
  const error = await thrownBy(own.database.transaction((tx) => tx.execute("INSERT INTO entries VALUES (1)")));
  expect(error).toMatchObject({ message: "not replicated", outcomeUnknown: true });
});
