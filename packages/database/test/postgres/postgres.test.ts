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

/**
 * Timeout of statements that the server cancels. The client waits twice as long and then closes the connection; a busy machine delays the
 * server's response for less than the difference.
 */
const shortMs = 1000;

async function thrownBy(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Error)) throw new Error("expected a failure");
  return error;
}

const killOthers =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

test("reports CONNECTION_LOST when the server closes a connection inside a transaction, and opens another", async () => {
  const error = await thrownBy(database.transaction((tx) => tx.query("SELECT pg_terminate_backend(pg_backend_pid())")));
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
});

test("reports CONNECTION_LOST when a connection breaks between two statements of a transaction", async () => {
  const other = await openPostgres({ connectionString, max: 1 });
  const error = await thrownBy(
    database.transaction(async (tx) => {
      await tx.query("SELECT 1");
      await other.query(killOthers);
      for (;;) await tx.query("SELECT 1");
    }),
  );
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await other.close();
});

test("reports and replaces an idle connection that breaks", async () => {
  const { promise: reported, resolve } = Promise.withResolvers<unknown>();
  const idle = await openPostgres({ connectionString, max: 1, onIdleError: resolve });
  await database.query(killOthers);
  const error = await reported;
  expect(error).toMatchObject({ name: "DatabaseError", code: "57P01" });
  // pg's own error references the connection, with host, user and statements.
  expect(error).not.toHaveProperty("client");
  expect(await idle.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await idle.close();
});

test("releases a lock when its holder's connection closes", async () => {
  const error = await thrownBy(
    database.lock(9n, (connection) => connection.query("SELECT pg_terminate_backend(pg_backend_pid())")),
  );
  expect(isConnectionLost(error)).toBe(true);
  expect(await database.lock(9n, async () => "mine")).toBe("mine");
});

test("returns no connection with an open transaction to the pool after a failure", async () => {
  const single = await openPostgres({ connectionString, max: 1 });
  await thrownBy(single.transaction((tx) => tx.query("SELECT 1/0")));
  await thrownBy(
    single.transaction(async (tx) => {
      await tx.script("SET CONSTRAINTS ALL DEFERRED");
      throw new Error("no");
    }),
  );
  expect(await single.query("SELECT pg_current_xact_id_if_assigned() IS NULL AS outside")).toStrictEqual([
    { outside: true },
  ]);
  await single.close();
});

test("parses values independent of the server's text format settings", async () => {
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
])("reports %s without the password", async (_title, change, code) => {
  const error = await thrownBy(openPostgres({ connectionString: change(new URL(connectionString)).href }));
  if (code !== undefined) expect(error).toMatchObject({ name: "DatabaseError", code });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("hunter2");
});

test.each([
  "hunter2",
  "mysql://u:hunter2@localhost/x",
  "postgres://u:hunter2/x@localhost:5432/x",
  "postgres://u:hunter2%@localhost:5432/x",
])("rejects an invalid connection string without repeating it: %s", async (bad) => {
  const error = await thrownBy(openPostgres({ connectionString: bad }));
  expect(error).toMatchObject({ code: "CONNECTION_STRING_INVALID" });
  expect(`${error.message} ${error.stack}`).not.toContain("hunter2");
});

test("reports an unreachable server as a lost connection", async () => {
  const error = await thrownBy(openPostgres({ connectionString: "postgres://u:p@127.0.0.1:1/x" }));
  expect(isConnectionLost(error)).toBe(true);
});

const listenerPids =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'wayfare listener' AND datname = current_database()";
const killListeners = `SELECT pg_terminate_backend(pid) FROM (${listenerPids}) AS listeners`;

test("calls onReconnect after the server closes a listener's connection, then delivers messages", async () => {
  const reports: unknown[] = [];
  const other = await openPostgres({ connectionString, max: 1, onIdleError: (error) => reports.push(error) });
  for (const word of ["first", "second"]) {
    const { promise: reconnected, resolve: onReconnect } = Promise.withResolvers<void>();
    const { promise: received, resolve: onMessage } = Promise.withResolvers<string>();
    const stop = await other.listen("talk", { onMessage, onReconnect });
    await database.query(killListeners);
    await reconnected;
    await database.query("SELECT pg_notify('talk', $1)", [word]);
    expect(await received).toBe(word);
    await stop();
  }
  expect(reports.map((error) => isConnectionLost(error))).toStrictEqual([true, true]);
  await other.close();
});

test("reports a listener's exception and keeps listening", async () => {
  const { database: other } = await expectListenerToGoOn(
    (onIdleError) => openPostgres({ connectionString, max: 1, onIdleError }),
    database,
  );
  await other.close();
});

test("close stops all listeners, including one that is connecting, and rejects new ones", async () => {
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

/** Requests an authentication method that pg does not support (AuthenticationSASL), which pg reports without a code. */
const unknownLogin = Buffer.from("R\0\0\0\x0d\0\0\0\x0aFOO\0\0", "latin1");

/** Starts a proxy to the server that can be cut, frozen and set to reject, and that counts connections. */
async function openProxy() {
  const sockets = new Set<Socket>();
  const proxy = { refuses: false, arrivals: 0, connectionString: "", cut, freeze, close };
  const { hostname, port } = new URL(connectionString);
  const server = createServer((near) => {
    proxy.arrivals += 1;
    if (proxy.refuses) {
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
  proxy.connectionString = Object.assign(new URL(connectionString), { host: `127.0.0.1:${address.port}` }).href;
  return proxy;
}

test("reconnects a listener until the server is back, unless the listener was stopped", async () => {
  const proxy = await openProxy();
  let reports = 0;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  const { promise: reconnected, resolve: onReconnect } = Promise.withResolvers<void>();
  const onIdleError = (error: unknown) => {
    if (error instanceof DatabaseError) reports += 1;
    // Two listeners lost their connection and failed to reconnect twice.
    if (reports === 6) refuse();
  };
  const other = await openPostgres({ connectionString: proxy.connectionString, max: 1, onIdleError });
  // The stopped listeners are first, so that their next try would be earlier.
  const stopBefore = await other.listen("talk", { onMessage: () => {} });
  const stop = await other.listen("talk", { onMessage: () => {} });
  await other.listen("talk", { onMessage: () => {}, onReconnect });
  await stopBefore();
  proxy.refuses = true;
  proxy.cut();
  await refused;
  await stop();
  proxy.refuses = false;
  proxy.arrivals = 0;
  await reconnected;
  expect(proxy.arrivals).toBe(1);
  await other.close();
  proxy.close();
});

test("stops a listener although the server no longer responds", async () => {
  const proxy = await openProxy();
  const other = await openPostgres({ connectionString: proxy.connectionString, max: 1 });
  const stop = await other.listen("talk", { onMessage: () => {} });
  proxy.freeze();
  await expect(stop()).resolves.toBeUndefined();
  proxy.close();
  await other.close();
});

test("cancels a statement on timeout and keeps its connection usable", async () => {
  const other = await openPostgres({ connectionString, max: 1, statementMs: shortMs });
  const pidOf = async () => (await other.query("SELECT pg_backend_pid() AS pid"))[0];
  const before = await pidOf();
  const error = await thrownBy(other.transaction((tx) => tx.query("SELECT pg_sleep(60)")));
  expect(error).toMatchObject({ name: "DatabaseError", code: "57014" });
  expect(isConnectionLost(error)).toBe(false);
  expect(await pidOf()).toStrictEqual(before);
  await other.close();
});

test("disables the statement timeout while holding a lock, and restores it afterwards", async () => {
  const other = await openPostgres({ connectionString, max: 1, statementMs: shortMs });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: acquired, resolve: acquire } = Promise.withResolvers<void>();
  const holder = database.lock(7n, () => {
    acquire();
    return held;
  });
  await acquired;
  // The statement under the lock takes longer than the timeout.
  const waiter = other.lock(7n, (connection) => connection.transaction((s) => s.query("SELECT pg_sleep(1.2)")));
  const tries = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%' ORDER BY pid LIMIT 9`;
  const countTries = async () => (await database.query(tries)).length;
  await expect.poll(countTries, { timeout: 120_000, interval: 20 }).toBe(2);
  release();
  await holder;
  expect(await waiter).toHaveLength(1);
  expect(await thrownBy(other.query("SELECT pg_sleep(60)"))).toMatchObject({ code: "57014" });
  await other.close();
});

/** Expects that a statement fails when the server stops responding, and that the next one uses a new connection. */
async function expectReconnection(limits: { statementMs?: number }, ask: (other: Database) => Promise<unknown>) {
  const proxy = await openProxy();
  const other = await openPostgres({ connectionString: proxy.connectionString, max: 1, ...limits });
  proxy.freeze();
  expect(isConnectionLost(await thrownBy(ask(other)))).toBe(true);
  expect(await other.query("SELECT 1 AS value")).toStrictEqual([{ value: 1 }]);
  await other.close();
  proxy.close();
}

test.each([
  ["a statement", (other: Database) => other.query("SELECT 1")],
  ["the start of a transaction", (other: Database) => other.transaction(async () => {})],
])("%s times out when the server does not respond, and the next one uses a new connection", async (_title, ask) => {
  await expectReconnection({ statementMs: 500 }, ask);
});

test("rolls back a transaction on its timeout and restores the pool's limit", async () => {
  const single = await openPostgres({ connectionString, max: 1 });
  await single.script("CREATE TABLE written (id int)");
  const slow = single.transaction(
    async (tx) => {
      await tx.execute("INSERT INTO written VALUES (1)");
      await tx.query("SELECT pg_sleep(60)");
    },
    { timeoutMs: shortMs },
  );
  expect(isCanceled(await thrownBy(slow))).toBe(true);
  expect(await single.query("SELECT id FROM written")).toEqual([]);
  expect(await single.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "30s" }]);
  await single.close();
});

test.each([
  ["a transaction", (other: Database) => other.transaction((tx) => tx.query("SELECT 1"), { timeoutMs: 50 })],
  ["a statement", (other: Database) => other.query("SELECT 1", [], { timeoutMs: 50 })],
])("%s with a timeout fails well before the pool's limit when the server does not respond", async (_title, ask) => {
  await expectReconnection({}, ask);
});

test("cancels reads at their own limit and keeps them off the other pools", async () => {
  const limited = await openPostgres({ connectionString, max: 1, maxLookups: 1, maxReads: 1, readMs: shortMs });
  const one = [{ value: 1 }];
  const slowRead = thrownBy(limited.reads.query("SELECT pg_sleep(60)"));
  expect(await limited.query("SELECT 1 AS value")).toEqual(one);
  expect(await limited.lookups.query("SELECT 1 AS value")).toEqual(one);
  expect(isCanceled(await slowRead)).toBe(true);
  const slow = thrownBy(limited.transaction((tx) => tx.query("SELECT pg_sleep(60)"), { timeoutMs: shortMs }));
  expect(await limited.lookups.query("SELECT 1 AS value")).toEqual(one);
  expect(await limited.reads.query("SELECT 1 AS value")).toEqual(one);
  expect(isCanceled(await slow)).toBe(true);
  await limited.close();
  await expect(limited.lookups.query("SELECT 1")).rejects.toMatchObject({ code: "CLOSED" });
  await expect(limited.reads.query("SELECT 1")).rejects.toMatchObject({ code: "CLOSED" });
});

test("reports a failed first connection as a lost connection", async () => {
  const proxy = await openProxy();
  const other = await openPostgres({ connectionString: proxy.connectionString, max: 1 });
  proxy.refuses = true;
  const error = await thrownBy(other.listen("talk", { onMessage: () => {} }));
  expect(error).toBeInstanceOf(DatabaseError);
  expect(isConnectionLost(error)).toBe(true);
  await other.close();
  proxy.close();
});
