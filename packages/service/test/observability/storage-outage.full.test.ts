import { type Database, openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, startPostgresProxy } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { goodSearch, metricsToken, type RunningApp, runApp } from "../running-app.ts";

/** An app whose database can become unavailable, and a direct connection to that database. */
async function startBehindProxy() {
  const { database: direct, connectionString, drop } = await createTestDatabase("postgresql", { isNew: true });
  const proxy = await startPostgresProxy(connectionString ?? "");
  const database = await openPostgres({ connectionString: proxy.connectionString });
  const app = await runApp({ database, storageOutage: { checkEveryMs: 50 } });
  onTestFinished(async () => {
    await app.close();
    await database.close();
    proxy.goDown();
    await drop();
  });
  return { app, direct, proxy };
}

function linesWith(app: RunningApp, message: string): { level: number; failedRequests?: number; err?: object }[] {
  return app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith(message));
}

async function countBookings(database: Database): Promise<number> {
  return (await database.query("SELECT id FROM bookings")).length;
}

const began = "database unavailable";
const ended = "database available again";

test("returns 503 STORAGE_UNAVAILABLE during a database outage and logs one line for all requests", async () => {
  const { app, proxy } = await startBehindProxy();
  const offerId = await findOffer(app);
  proxy.goDown();
  const requests = [
    ...Array.from({ length: 20 }, () => app.call("/v1/bookings")),
    ...Array.from({ length: 10 }, () => app.call("/v1/search", { body: goodSearch })),
    book(app, offerId, { headers: { "idempotency-key": "order-1" } }),
    app.call("/v1/keys"),
  ];
  for (const answer of await Promise.all(requests)) {
    expect(answer).toMatchObject({ status: 503, body: { code: "STORAGE_UNAVAILABLE" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(await app.call("/readyz")).toMatchObject({ status: 503, body: { ready: false } });
  expect(linesWith(app, began)).toStrictEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ code: expect.any(String) }) }),
  ]);
  expect(linesWith(app, "request failed")).toStrictEqual([]);
  expect(linesWith(app, ended)).toStrictEqual([]);

  await proxy.start();
  await eventually(() => expect(linesWith(app, ended)).toMatchObject([{ failedRequests: requests.length }]));
  expect(await app.call("/readyz")).toMatchObject({ status: 200 });
  expect(await book(app, offerId, { headers: { "idempotency-key": "order-1" } })).toMatchObject({ status: 201 });
  expect((await app.call("/metrics", { key: metricsToken })).text).toContain(
    `wayfare_storage_unavailable_total ${requests.length}`,
  );
});

test("on a read-only server, writes return 503, reads work and the instance is not ready", async () => {
  const { app, direct } = await startBehindProxy();
  const offerId = await findOffer(app);
  const [row] = await direct.query<{ name: string }>("SELECT current_database() AS name");
  const cutOthers =
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  await direct.script(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`);
  await direct.query(cutOthers);
  expect(await book(app, offerId)).toMatchObject({ status: 503, code: "STORAGE_UNAVAILABLE" });
  expect(await app.call("/v1/bookings")).toMatchObject({ status: 200 });
  expect(await app.call("/readyz")).toMatchObject({ status: 503, body: { ready: false } });

  await direct.script(`BEGIN READ WRITE; ALTER DATABASE ${row?.name} RESET default_transaction_read_only; COMMIT`);
  await eventually(async () => expect(await app.call("/readyz")).toMatchObject({ status: 200 }));
  expect(await book(app, offerId)).toMatchObject({ status: 201 });
});

test.each([
  { delivers: true, title: "committed" },
  { delivers: false, title: "did not commit" },
])("a retried booking whose COMMIT got no response is made once (the server $title)", async ({ delivers }) => {
  const { app, direct, proxy } = await startBehindProxy();
  const offerId = await findOffer(app);
  const headers = { "idempotency-key": "order-1" };
  proxy.cutAfter(["INSERT INTO bookings", "COMMIT"], { delivers });
  const lost = await book(app, offerId, { headers });
  expect(lost).toMatchObject({ status: 503, code: "STORAGE_UNAVAILABLE" });
  expect(lost.body.detail).toContain("may or may not have been applied");
  expect(lost.body.detail).toContain("with the same `Idempotency-Key`");
  await eventually(async () => expect(await countBookings(direct)).toBe(delivers ? 1 : 0));

  const repeated = await book(app, offerId, { headers });
  expect(repeated).toMatchObject({ status: 201 });
  expect(repeated.headers.get("idempotent-replayed")).toBe(delivers ? "true" : null);
  expect(await countBookings(direct)).toBe(1);
});

test("without an Idempotency-Key, the error of an unknown outcome says to read before retrying", async () => {
  const { app, proxy } = await startBehindProxy();
  const offerId = await findOffer(app);
  proxy.cutAfter(["INSERT INTO bookings", "COMMIT"], { delivers: true });
  const lost = await book(app, offerId);
  expect(lost).toMatchObject({ status: 503, code: "STORAGE_UNAVAILABLE" });
  expect(lost.body.detail).toContain("Read the resource before you retry");
});

test("a connection lost before COMMIT applies nothing, and the error does not report an unknown outcome", async () => {
  const { app, direct, proxy } = await startBehindProxy();
  const offerId = await findOffer(app);
  proxy.cutAfter(["INSERT INTO bookings"], { delivers: true });
  const lost = await book(app, offerId);
  expect(lost).toMatchObject({ status: 503, code: "STORAGE_UNAVAILABLE" });
  expect(lost.body.detail).not.toContain("may or may not");
  expect(await countBookings(direct)).toBe(0);
});

test.each([
  ["53100", "disk full", 503],
  ["53300", "too many connections", 503],
  ["57P01", "server shutting down", 503],
  ["58030", "I/O error", 503],
  ["22012", "division by zero", 500],
  ["XX000", "internal error", 500],
])("SQLSTATE %s (%s) returns %d", async (sqlstate, _name, status) => {
  const { app, database } = await startApp("postgresql");
  const offerId = await findOffer(app);
  await database.script(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${sqlstate}'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION fail()`);
  onTestFinished(() => database.script("DROP TRIGGER fails ON bookings; DROP FUNCTION fail()"));
  const code = status === 503 ? "STORAGE_UNAVAILABLE" : "INTERNAL";
  expect(await book(app, offerId)).toMatchObject({ status, code });
  expect(linesWith(app, status === 503 ? began : "request failed")).toHaveLength(1);
});
