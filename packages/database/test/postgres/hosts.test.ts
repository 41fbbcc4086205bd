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

/** The test's database under several hosts. */
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

test("connections and listeners go to the next host when the first cannot be reached", async () => {
  const database = await open(urlOf([dead, url.host]));
  expect(await database.transaction((session) => session.query("SELECT 1 AS value"))).toStrictEqual([{ value: 1 }]);
  const { promise: heard, resolve: onMessage } = Promise.withResolvers<string>();
  const other = await open(urlOf([dead, url.host]));
  const stop = await other.listen("talk", { onMessage });
  await database.query("SELECT pg_notify('talk', 'hello')");
  expect(await heard).toBe("hello");
  await stop();
});

test("after the current host has failed, all connections go to the next one", async () => {
  const first = await startProxy();
  const second = await startProxy();
  const database = await open(urlOf([first.host, second.host]));
  const { promise: gap, resolve: onGap } = Promise.withResolvers<void>();
  await database.listen("talk", { onMessage: () => {}, onGap });
  expect([first.arrivals, second.arrivals]).toStrictEqual([2, 0]);
  first.goDown();
  await gap;
  const ask = () => database.query("SELECT 1 AS value");
  expect(await Promise.all([ask(), ask()])).toStrictEqual([[{ value: 1 }], [{ value: 1 }]]);
  expect([first.arrivals, second.arrivals]).toStrictEqual([2, 3]);
});

test("names every host without the password when none can be reached", async () => {
  const error = await thrownBy(openPostgres({ connectionString: urlOf([dead, "127.0.0.1:2"]) }));
  expect(error.code).toBe("ECONNREFUSED");
  expect(error.message).toMatch(/^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/);
  expect(isUnavailable(error)).toBe(true);
});

async function setReadOnly(state: "on" | "off"): Promise<void> {
  const name = url.pathname.slice(1);
  const change = state === "on" ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only";
  // In a transaction that may write, whatever the state was.
  await own.database.script(`BEGIN READ WRITE; ALTER DATABASE ${name} ${change}; COMMIT`);
}

const cutOthers =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

test("target_session_attrs=read-write refuses a server that is read-only", async () => {
  const address = urlOf([url.host], "?target_session_attrs=read-write");
  const database = await open(address);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await setReadOnly("on");
  expect(await thrownBy(openPostgres({ connectionString: address }))).toMatchObject({
    code: "25006",
    message: "the server is read-only",
  });
  // It is no standby, and as a rule of the role it holds for new connections only.
  await open(urlOf([url.host], "?target_session_attrs=primary"));
  await setReadOnly("off");
});

test("a connection whose server is read-only is closed, and the next one may write", async () => {
  const database = await open(urlOf([url.host]));
  await setReadOnly("on");
  await own.database.query(cutOthers);
  expect(await thrownBy(checkWritable(database))).toMatchObject({ code: "25006" });
  await setReadOnly("off");
  await checkWritable(database);

  await setReadOnly("on");
  await own.database.query(cutOthers);
  const write = () => database.transaction((session) => session.execute("CREATE TABLE made ()"));
  const error = await thrownBy(write());
  expect([error.code, error.outcomeUnknown, isUnavailable(error)]).toStrictEqual(["25006", false, true]);
  await setReadOnly("off");
  expect(await write()).toBe(0);
});

test.each([
  { delivers: true, title: "was committed" },
  { delivers: false, title: "was not committed" },
])("a transaction whose COMMIT got no answer has an unknown outcome ($title)", async ({ delivers }) => {
  const proxy = await startProxy();
  const database = await open(urlOf([proxy.host]));
  await own.database.script("CREATE TABLE entries (id integer)");
  proxy.cutAfter(["COMMIT"], { delivers });
  const error = await thrownBy(database.transaction((session) => session.execute("INSERT INTO entries VALUES (1)")));
  expect([error.outcomeUnknown, isUnavailable(error)]).toStrictEqual([true, true]);
  await expect
    .poll(() => own.database.query("SELECT count(*)::integer AS rows FROM entries"))
    .toStrictEqual([{ rows: delivers ? 1 : 0 }]);
});

test("a transaction that is lost before its COMMIT has done nothing", async () => {
  const proxy = await startProxy();
  const database = await open(urlOf([proxy.host]));
  proxy.cutAfter(["SELECT 'lost'"], { delivers: true });
  const error = await thrownBy(database.transaction((session) => session.query("SELECT 'lost'")));
  expect([error.outcomeUnknown, isUnavailable(error)]).toStrictEqual([false, true]);
});

test("a COMMIT that the server answers with a warning has an unknown outcome", async () => {
  await own.database.script(`
    CREATE TABLE entries (id integer);
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'not replicated'; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION warn()`);
  const error = await thrownBy(
    own.database.transaction((session) => session.execute("INSERT INTO entries VALUES (1)")),
  );
  expect(error).toMatchObject({ message: "not replicated", outcomeUnknown: true });
});
