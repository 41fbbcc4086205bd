import type { CreateKey, Key, NewKey, UsageLimits } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { deleteOldKeyUsage } from "../../src/limits/key-usage-store.ts";
import { plainKey, shareApp, startApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { goodSearch, type RunningApp, runApp, startMs } from "../running-app.ts";
import { makeSlowSupplier } from "../search/slow-supplier.ts";

const dayMs = 86_400_000;
const writeScopes = ["usage.write", "flights.search", "flights.book"] as const satisfies CreateKey["scopes"];
const perDay = (max: number) => ({ max, period: "day" }) as const;

async function createKey(
  app: RunningApp,
  usageLimits: UsageLimits,
  changes: Partial<CreateKey> & { by?: string } = {},
): Promise<NewKey & { secret: string }> {
  const { by = app.key, ...body } = changes;
  const answer = await app.call("/v1/keys", {
    key: by,
    body: { ...plainKey, scopes: writeScopes, usageLimits, ...body },
  });
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text);
}

const search = (app: RunningApp, key: string, body: object = goodSearch) => app.call("/v1/search", { key, body });

async function limitsOf(app: RunningApp, key: string): Promise<Key["usageLimits"]> {
  const own: Key = JSON.parse((await app.call("/v1/keys/self", { key })).text);
  return own.usageLimits;
}

const exceeded = { status: 403, body: { code: "KEY_LIMIT_EXCEEDED" } };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  test("a key searches up to its limit, and again on the next day", async () => {
    const { app } = await startApp(kind);
    const { secret, usageLimits } = await createKey(app, { searches: perDay(2) });
    expect(usageLimits).toEqual({
      searches: { max: 2, period: "day", used: 0, resetsAt: "2026-11-22T00:00:00.000Z" },
      bookings: null,
    });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await app.call("/v1/flights/search", { key: secret, body: goodSearch })).toMatchObject({ status: 200 });
    const refused = await search(app, secret);
    expect(refused).toMatchObject(exceeded);
    expect(refused.body.detail).toBe(
      "The usage limit of this key is 2 searches a day. It resets at 2026-11-22T00:00:00.000Z.",
    );
    expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 2 } });
    // Other keys, and requests that are not searches, are not limited.
    expect(await search(app, app.key)).toMatchObject({ status: 200 });
    expect(await app.call("/v1/places?q=lon", { key: secret })).toMatchObject({ status: 200 });
    app.clock.advance(dayMs);
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await limitsOf(app, secret)).toMatchObject({
      searches: { used: 1, resetsAt: "2026-11-23T00:00:00.000Z" },
    });
  });

  test("a limit per month counts live searches in addition to the quota", async () => {
    const { app, database } = await startApp(kind);
    const manager = await app.makeKey({ environment: "live" });
    const { secret } = await createKey(
      app,
      { searches: { max: 1, period: "month" } },
      { environment: "live", by: manager },
    );
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    app.clock.advance(dayMs);
    expect(await search(app, secret)).toMatchObject(exceeded);
    await database.execute("UPDATE account_quotas SET used = 1000 WHERE account_id = $1", [app.accountId]);
    app.clock.advance(10 * dayMs);
    expect(await search(app, secret)).toMatchObject({ status: 200 });
  });

  test("a search that the quota refuses uses nothing of the limit", async () => {
    const { app, database } = await startApp(kind);
    const manager = await app.makeKey({ environment: "live" });
    const { secret } = await createKey(app, { searches: perDay(5) }, { environment: "live", by: manager });
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 1000)",
      [app.accountId],
    );
    expect(await search(app, secret)).toMatchObject({ status: 402, body: { code: "QUOTA_EXCEEDED" } });
    await eventually(async () => expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 0 } }));
  });

  test("searches that fail and aborted searches are not counted", async () => {
    const { supplier, searching } = makeSlowSupplier();
    const { app } = await startApp(kind, { suppliers: [supplier], searchDeadlineMs: 60_000 });
    const { secret } = await createKey(app, { searches: perDay(2) });
    expect(await search(app, secret, { ...goodSearch, destination: "QQQ" })).toMatchObject({ status: 422 });
    expect(await search(app, secret, { origin: 7 })).toMatchObject({ status: 400 });
    const client = new AbortController();
    const aborted = fetch(`${app.url}/v1/search`, {
      method: "POST",
      signal: client.signal,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(goodSearch),
    });
    await eventually(() => expect(searching()).toBe(1));
    client.abort();
    await expect(aborted).rejects.toThrow();
    await eventually(async () => expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 0 } }));
  });

  test("retries of a charged search are counted once, and work at the limit", async () => {
    const { app } = shared();
    const { secret } = await createKey(app, { searches: perDay(2) });
    const retried = { headers: { "idempotency-key": "once" }, key: secret, body: goodSearch };
    for (let n = 0; n < 3; n++) expect(await app.call("/v1/search", retried)).toMatchObject({ status: 200 });
    expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 1 } });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await app.call("/v1/search", retried)).toMatchObject({ status: 200 });
    expect(await search(app, secret)).toMatchObject(exceeded);
  });

  test("two searches with the same Idempotency-Key at the same time are counted once", async () => {
    const { supplier, searching, release } = makeSlowSupplier();
    const { app } = await startApp(kind, { suppliers: [supplier], searchDeadlineMs: 60_000 });
    const { secret } = await createKey(app, { searches: perDay(2) });
    const call = { headers: { "idempotency-key": "once" }, key: secret, body: goodSearch };
    const answers = Promise.all([app.call("/v1/search", call), app.call("/v1/search", call)]);
    await eventually(() => expect(searching()).toBe(2));
    expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 2 } });
    release();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
    await eventually(async () => expect(await limitsOf(app, secret)).toMatchObject({ searches: { used: 1 } }));
  });

  test("two processes at the same moment never exceed the limit", async () => {
    const { database, drop } = await createTestDatabase(kind);
    const apps = [await runApp({ database }), await runApp({ database })];
    onTestFinished(async () => {
      for (const app of apps) await app.close();
      await drop();
    });
    const [first] = apps;
    if (first === undefined) throw new Error("no app");
    const { secret } = await createKey(first, { searches: perDay(10) });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => search(apps[at % 2] ?? first, secret)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(20).fill(403)]);
  });

  test("a key books up to its limit; a refused booking leaves nothing", async () => {
    const { app, database } = shared();
    const { secret } = await createKey(app, { bookings: perDay(1) });
    expect(await book(app, await findOffer(app), { key: secret })).toMatchObject({ status: 201 });
    const refused = await book(app, await findOffer(app), { key: secret });
    expect(refused).toMatchObject({ status: 403, code: "KEY_LIMIT_EXCEEDED" });
    const rows = await database.query("SELECT id FROM bookings ORDER BY id LIMIT 10");
    expect(rows).toHaveLength(1);
    expect(await limitsOf(app, secret)).toMatchObject({ searches: null, bookings: { used: 1 } });
    expect(await book(app, await findOffer(app))).toMatchObject({ status: 201 });
  });

  test("keys that a limited key creates or rolls share its count and cannot have a higher limit", async () => {
    const { app } = shared();
    const parent = await createKey(app, { searches: perDay(3) });
    const child = await createKey(app, {}, { by: parent.secret });
    const small = await createKey(app, { searches: perDay(2) }, { by: parent.secret });
    expect(child.usageLimits.searches).toMatchObject({ max: 3, period: "day", used: 0 });
    expect(await search(app, parent.secret)).toMatchObject({ status: 200 });
    expect(await search(app, child.secret)).toMatchObject({ status: 200 });
    expect(await search(app, small.secret)).toMatchObject(exceeded);
    const rolled = await app.call(`/v1/keys/${child.id}/roll`, { key: parent.secret, body: {} });
    expect(JSON.parse(rolled.text)).toMatchObject({ usageLimits: { searches: { used: 2 } } });
    const free = await createKey(app, {});
    const taken = await app.call(`/v1/keys/${free.id}/roll`, { key: parent.secret, body: {} });
    const { secret, usageLimits }: { secret: string; usageLimits: Key["usageLimits"] } = JSON.parse(taken.text);
    expect(usageLimits.searches).toMatchObject({ max: 3, used: 2 });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await search(app, parent.secret)).toMatchObject(exceeded);

    const beyond = { status: 403, body: { code: "AUTH_BOUNDS_EXCEEDED" } };
    const wider = [perDay(4), { max: 3, period: "month" } as const];
    for (const searches of wider) {
      const body = { ...plainKey, usageLimits: { searches } };
      expect(await app.call("/v1/keys", { key: parent.secret, body })).toMatchObject(beyond);
    }
    const change = (id: string, searches: unknown) =>
      app.call(`/v1/keys/${id}`, { method: "PATCH", key: parent.secret, body: { usageLimits: { searches } } });
    for (const id of [parent.id, child.id]) {
      for (const searches of [...wider, null]) expect(await change(id, searches)).toMatchObject(beyond);
    }
    const separate = await createKey(app, { searches: perDay(100) });
    const roll = await app.call(`/v1/keys/${separate.id}/roll`, { key: parent.secret, body: {} });
    expect(roll).toMatchObject(beyond);
    expect(await change(small.id, perDay(1))).toMatchObject({ status: 200 });
  });

  test("a change keeps the count and applies to the next search; null removes a limit", async () => {
    const { app } = shared();
    const { id, secret } = await createKey(app, { searches: perDay(1) });
    const change = (usageLimits: UsageLimits) => app.call(`/v1/keys/${id}`, { method: "PATCH", body: { usageLimits } });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await search(app, secret)).toMatchObject(exceeded);
    const raised = await change({ searches: perDay(2), bookings: perDay(1) });
    expect(JSON.parse(raised.text)).toMatchObject({
      usageLimits: { searches: { max: 2, used: 1 }, bookings: { max: 1, used: 0 } },
    });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await search(app, secret)).toMatchObject(exceeded);
    await change({ searches: null });
    expect(await search(app, secret)).toMatchObject({ status: 200 });
    expect(await limitsOf(app, secret)).toMatchObject({ searches: null, bookings: { max: 1 } });
  });

  test("rejects invalid limits", async () => {
    const { app } = shared();
    for (const searches of [
      perDay(0),
      perDay(1.5),
      perDay(2e9),
      { max: 1, period: "week" },
      { max: "1", period: "day" },
      5,
    ]) {
      const answer = await app.call("/v1/keys", { body: { ...plainKey, usageLimits: { searches } } });
      expect(answer, JSON.stringify(searches)).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    }
    const unknown = await app.call("/v1/keys", { body: { ...plainKey, usageLimits: { calls: perDay(1) } } });
    expect(unknown).toMatchObject({ status: 400 });
  });

  test("runs of watches count toward the limit of the key that created them", async () => {
    const { app } = await startApp(kind, { watches: { everyMs: 20 } });
    const { secret } = await createKey(app, { searches: perDay(1) });
    const body = {
      search: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
      condition: { maxPrice: { amount: "1", currency: "USD" } },
    };
    const { id }: { id: string } = JSON.parse((await app.call("/v1/watches", { key: secret, body })).text);
    const lastRun = async () => JSON.parse((await app.call(`/v1/watches/${id}`)).text).lastRun;
    await eventually(async () => expect(await lastRun()).toMatchObject({ status: "succeeded" }));
    expect(await search(app, secret)).toMatchObject(exceeded);
    await app.call("/v1/test/clock/advance", { body: { seconds: 3600 } });
    await eventually(async () =>
      expect(await lastRun()).toMatchObject({ status: "skipped", reason: "key_limit_exceeded" }),
    );
    await app.call("/v1/test/clock/advance", { body: { seconds: 86_400 } });
    await eventually(async () => expect(await lastRun()).toMatchObject({ status: "succeeded" }));
  });

  test("deletes counts that are older than two months", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    await database.execute(
      `INSERT INTO key_usage (account_id, key_id, operation, period, period_start, used)
       VALUES ('acct_1', 'ak_1', 'searches', 'day', $1, 1), ('acct_1', 'ak_1', 'searches', 'day', $2, 1)`,
      [new Date(startMs - 63 * dayMs), new Date(startMs - 61 * dayMs)],
    );
    expect(await deleteOldKeyUsage(database, startMs, 10)).toBe(1);
    expect(await deleteOldKeyUsage(database, startMs, 10)).toBe(0);
  });
});
