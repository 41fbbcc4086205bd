import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, DatabaseError, isCanceled, isConnectionLost, openPostgres } from "../../src/index.ts";
import { expectListenerToGoOn } from "../port/throwing-listener.ts";
import { createTestDatabase, type TestDatabase } from "../test-databases.ts";

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
  const error = await reported;
  expect(error).toMatchObject({ name: "DatabaseError", code: "57P01" });
  // pg's own error holds the connection, with host, user and statements.
  expect(error).not.toHaveProperty("client");
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

const listenerPids =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'wayfare listener' AND datname = current_database()";
const killListeners = `SELECT pg_terminate_backend(pid) FROM (${listenerPids}) AS listeners`;

test("a listener whose connection the server ends hears of the gap, and then what is said", async () => {
  const reports: unknown[] = [];
  const other = await openPostgres({ connectionString, max: 1, onIdleError: (error) => reports.push(error) });
  for (const word of ["first", "second"]) {
    const { promise: gap, resolve: onGap } = Promise.withResolvers<void>();
    const { promise: heard, resolve: onMessage } = Promise.withResolvers<string>();
    const stop = await other.listen("talk", { onMessage, onGap });
    await database.query(killListeners);
    await gap;
    await database.query("SELECT pg_notify('talk', $1)", [word]);
    expect(await heard).toBe(word);
    await stop();
  }
  expect(reports.map((error) => isConnectionLost(error))).toStrictEqual([true, true]);
  await other.close();
});

test("a listener that throws is reported and goes on", async () => {
  const { database: other } = await expectListenerToGoOn(
    (onIdleError) => openPostgres({ connectionString, max: 1, onIdleError }),
    database,
  );
  await other.close();
});

test("closing ends every listener, also one that is being opened, and then none can be had", async () => {
  const onMessage = () => {};
  const other = await openPostgres({ connectionString, max: 1 });
  const stop = await other.listen("talk", { onMessage });
  expect(await database.query(listenerPids)).toHaveLength(1);
  const opening = thrownBy(other.listen("talk", { onMessage }));
  await other.close();
  expect(await opening).toMatchObject({ name: "DatabaseError", code: "CLOSED" });
  expect(await database.query(listenerPids)).toStrictEqual([]);
  await stop();
  await expect(other.listen("talk", { onMessage })).rejects.toMatchObject({ code: "CLOSED" });
});

/** Asks for a way to log in that pg does not know (AuthenticationSASL), which it reports in words without a code. */
const unknownLogin = Buffer.from("R\0\0\0\x0d\0\0\0\x0aFOO\0\0", "latin1");

/** A way to the server that can be cut, and refused, and that counts who comes. */
async function openWay() {
  const sockets = new Set<Socket>();
  const way = { refuses: false, arrivals: 0, connectionString: "", cut, freeze, close };
  const { hostname, port } = new URL(connectionString);
  const server = createServer((near) => {
    way.arrivals += 1;
    if (way.refuses) {
      near.on("error", () => {}).end(unknownLogin);
      return;
    }
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.pipe(far).pipe(near);
  });
  function cut() {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  function freeze() {
    for (const socket of sockets) socket.unpipe().pause();
  }
  function close() {
    cut();
    server.close();
  }
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  way.connectionString = Object.assign(new URL(connectionString), { host: `127.0.0.1:${address.port}` }).href;
  return way;
}

test("a server that is away for longer is tried until it is back, unless the listener was stopped", async () => {
  const way = await openWay();
  let reports = 0;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  const { promise: gap, resolve: onGap } = Promise.withResolvers<void>();
  const onIdleError = (error: unknown) => {
    if (error instanceof DatabaseError) reports += 1;
    // Two were lost, and failed to come back twice.
    if (reports === 6) refuse();
  };
  const other = await openPostgres({ connectionString: way.connectionString, max: 1, onIdleError });
  // The two that are stopped come first, so that their next try would be the earlier one.
  const stopBefore = await other.listen("talk", { onMessage: () => {} });
  const stop = await other.listen("talk", { onMessage: () => {} });
  await other.listen("talk", { onMessage: () => {}, onGap });
  await stopBefore();
  way.refuses = true;
  way.cut();
  await refused;
  await stop();
  way.refuses = false;
  way.arrivals = 0;
  await gap;
  expect(way.arrivals).toBe(1);
  await other.close();
  way.close();
});

test("a server that no longer answers does not keep a listener from stopping", async () => {
  const way = await openWay();
  const other = await openPostgres({ connectionString: way.connectionString, max: 1 });
  const stop = await other.listen("talk", { onMessage: () => {} });
  way.freeze();
  await expect(stop()).resolves.toBeUndefined();
  way.close();
  await other.close();
});

test("a statement that takes too long is ended by the server, and its connection is as good as before", async () => {
  const other = await openPostgres({ connectionString, max: 1, statementMs: 250 });
  const pidOf = async () => (await other.query("SELECT pg_backend_pid() AS pid"))[0];
  const before = await pidOf();
  const error = await thrownBy(other.transaction((session) => session.query("SELECT pg_sleep(60)")));
  expect(error).toMatchObject({ name: "DatabaseError", code: "57014" });
  expect(isConnectionLost(error)).toBe(false);
  expect(await pidOf()).toStrictEqual(before);
  await other.close();
});

test("what runs under a lock may take as long as it does, also to get it, and nothing after it", async () => {
  const other = await openPostgres({ connectionString, max: 1, statementMs: 250 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holder = database.lock(7n, () => held);
  const waiter = other.lock(7n, (connection) => connection.transaction((s) => s.query("SELECT pg_sleep(0.1)")));
  await database.query("SELECT pg_sleep(0.1)");
  release();
  await holder;
  expect(await waiter).toHaveLength(1);
  expect(await thrownBy(other.query("SELECT pg_sleep(60)"))).toMatchObject({ code: "57014" });
  await other.close();
});

/** Expects that a statement to a server that stops answering fails, and that the next one gets a new connection. */
async function expectReconnection(limits: { statementMs?: number }, ask: (other: Database) => Promise<unknown>) {
  const way = await openWay();
  const other = await openPostgres({ connectionString: way.connectionString, max: 1, ...limits });
  way.freeze();
  expect(isConnectionLost(await thrownBy(ask(other)))).toBe(true);
  expect(await other.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await other.close();
  way.close();
}

test.each([
  ["a statement", (other: Database) => other.query("SELECT 1")],
  ["the beginning of a transaction", (other: Database) => other.transaction(async () => {})],
])("%s whose server answers nothing is given up, and a connection that works is opened next", async (_title, ask) => {
  await expectReconnection({ statementMs: 500 }, ask);
});

test("a transaction with a timeout is rolled back when a statement takes longer, and its connection keeps the pool's limit", async () => {
  const single = await openPostgres({ connectionString, max: 1 });
  await single.script("CREATE TABLE written (id int)");
  const slow = single.transaction(
    async (session) => {
      await session.execute("INSERT INTO written VALUES (1)");
      await session.query("SELECT pg_sleep(60)");
    },
    { timeoutMs: 50 },
  );
  expect(isCanceled(await thrownBy(slow))).toBe(true);
  expect(await single.query("SELECT id FROM written")).toEqual([]);
  expect(await single.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "30s" }]);
  await single.close();
});

test.each([
  ["a transaction", (other: Database) => other.transaction((session) => session.query("SELECT 1"), { timeoutMs: 50 })],
  ["a statement", (other: Database) => other.query("SELECT 1", [], { timeoutMs: 50 })],
])("%s with a timeout fails long before the pool's limit when the server does not answer", async (_title, ask) => {
  await expectReconnection({}, ask);
});

test("reads are canceled at their own limit and occupy neither the connections of lookups nor the others", async () => {
  const limited = await openPostgres({ connectionString, max: 1, maxLookups: 1, maxReads: 1, readMs: 300 });
  const one = [{ value: 1 }];
  const slowRead = thrownBy(limited.reads.query("SELECT pg_sleep(60)"));
  expect(await limited.query("SELECT 1 AS value")).toEqual(one);
  expect(await limited.lookups.query("SELECT 1 AS value")).toEqual(one);
  expect(isCanceled(await slowRead)).toBe(true);
  const slow = thrownBy(limited.transaction((session) => session.query("SELECT pg_sleep(60)"), { timeoutMs: 300 }));
  expect(await limited.lookups.query("SELECT 1 AS value")).toEqual(one);
  expect(await limited.reads.query("SELECT 1 AS value")).toEqual(one);
  expect(isCanceled(await slow)).toBe(true);
  await limited.close();
  await expect(limited.lookups.query("SELECT 1")).rejects.toMatchObject({ code: "CLOSED" });
  await expect(limited.reads.query("SELECT 1")).rejects.toMatchObject({ code: "CLOSED" });
});

test("a first connection that cannot be had is a lost connection", async () => {
  const way = await openWay();
  const other = await openPostgres({ connectionString: way.connectionString, max: 1 });
  way.refuses = true;
  const error = await thrownBy(other.listen("talk", { onMessage: () => {} }));
  expect(error).toBeInstanceOf(DatabaseError);
  expect(isConnectionLost(error)).toBe(true);
  await other.close();
  way.close();
});
