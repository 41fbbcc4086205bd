import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { createAttemptArchive, eraseArchive } from "../../src/archive/attempt-archive.ts";
import { createWebhookPartitions, purgeWebhooks } from "../../src/events/retention.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";
import { MemoryObjectStore } from "./memory-object-store.ts";

const dayMs = 86_400_000;
const startOfDay = Date.UTC(2026, 10, 21);
const { signal } = new AbortController();

interface DeliveryOptions {
  createdAtMs: number;
  finishedAtMs: number | null;
  attempts: number;
}

/** Writes a delivery with its event and attempts. Returns its id. */
async function addDelivery(fixture: DispatcherFixture, endpointId: string, options: DeliveryOptions): Promise<string> {
  const { createdAtMs, finishedAtMs, attempts } = options;
  const { database, accountId } = fixture;
  const [id, eventId] = [newId("dlv", createdAtMs), newId("evt", createdAtMs)];
  const created = new Date(createdAtMs);
  await database.execute(
    "INSERT INTO events (id, account_id, environment, type, data, created_at) VALUES ($1, $2, 'test', 'webhook.test', '{}', $3)",
    [eventId, accountId, created],
  );
  await database.execute(
    `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, attempts, created_at, finished_at)
     VALUES ($1, $2, 'test', $3, $4, 'webhook.test', 'delivered', $5, $6, $7)`,
    [id, accountId, endpointId, eventId, attempts, created, finishedAtMs === null ? null : new Date(finishedAtMs)],
  );
  await database.execute(
    `INSERT INTO delivery_attempts
       (id, delivery_id, number, started_at, outcome, reason, timings, request_headers, response_headers, response_body)
     SELECT $1 || number, $2, number, $3, 'delivered', 'Endpoint returned 200.', '{}', '{}', '{"x":"ü"}', '\\xff'
     FROM generate_series(1, $4::integer) AS number`,
    [newId("att", createdAtMs), id, created, attempts],
  );
  return id;
}

const idsIn = async (database: Database): Promise<string[]> => {
  const rows = await database.query<{ id: string }>("SELECT id FROM deliveries ORDER BY id LIMIT 10000");
  return rows.map(({ id }) => id);
};

/** Opens a fixture with deliveries of two accounts: three old ones over two days, and others that must be kept. */
async function openFixture(kind: (typeof testDatabaseKinds)[number]) {
  const fixture = await DispatcherFixture.open(kind);
  const other = await DispatcherFixture.withDatabase(fixture.database);
  await createWebhookPartitions(fixture.database, startMs);
  const { id: endpointId } = await fixture.addEndpoint("http://127.0.0.1:9/");
  const { id: otherEndpointId } = await other.addEndpoint("http://127.0.0.1:9/");
  const add = (createdAtMs: number, finishedAtMs: number | null, attempts: number) =>
    addDelivery(fixture, endpointId, { createdAtMs, finishedAtMs, attempts });
  const old = [
    await add(startMs, startMs + 1, 2),
    await add(startMs + 10, startMs + 20, 0),
    await addDelivery(other, otherEndpointId, { createdAtMs: startMs + 30, finishedAtMs: startMs + 40, attempts: 1 }),
    await add(startMs + dayMs, startMs + dayMs + 1, 1),
  ];
  const kept = [await add(startMs, null, 1), await add(startMs + 5, startOfDay + 3 * dayMs, 1)];
  return { fixture, other, old, kept };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("archives exactly the attempts of the deliveries that are purged, by account and day", async () => {
    const { fixture, other, old, kept } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const archiving = { archive: createAttemptArchive(fixture.database, store), signal };
    const purged = await purgeWebhooks(fixture.database, startOfDay + 2.5 * dayMs, [], archiving);
    expect(purged.deliveries).toBe(4);
    expect(await idsIn(fixture.database)).toEqual(kept.toSorted());
    const [first, , third, fourth] = old;
    const archived = store.lines().map(({ accountId, deliveryId, number }) => [accountId, deliveryId, number]);
    const [own, foreign] = [fixture.accountId, other.accountId];
    const expected = [[own, first, 1], [own, first, 2], [own, fourth, 1], [foreign, third, 1]];
    expect(archived).toEqual(own < foreign ? expected : [...expected.slice(3), ...expected.slice(0, 3)]);
    expect(store.lines()[0]).toMatchObject({
      environment: "test",
      eventType: "webhook.test",
      deliveryStatus: "delivered",
      status: "delivered",
      responseBody: "/w==",
      responseBodyIsBase64: true,
      responseHeaders: { x: "ü" },
    });
    const folder = (accountId: string, day: string) => expect.stringMatching(`^accounts/${accountId}/test/${day}/dlv_.*\\.ndjson\\.gz$`);
    expect([...store.objects.keys()]).toEqual(
      expect.arrayContaining([folder(own, "2026-11-21"), folder(own, "2026-11-22"), folder(foreign, "2026-11-21")]),
    );
    // A second run finds nothing, and erasing removes the objects of the account only.
    expect((await purgeWebhooks(fixture.database, startOfDay + 2.5 * dayMs, [], archiving)).deliveries).toBe(0);
    expect(await eraseArchive(store, own)).toBe(2);
    expect(store.lines().map(({ accountId }) => accountId)).toEqual([foreign]);
  });

  test("keeps deliveries whose object is not stored, and replaces the object when the batch is repeated", async () => {
    const { fixture, old, kept } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(fixture.database, store);
    const purge = (stored: typeof archive) =>
      purgeWebhooks(fixture.database, startOfDay + 2 * dayMs, [], { archive: stored, signal });
    store.onPut = () => Promise.reject(new Error("unreachable"));
    await expect(purge(archive)).rejects.toThrow("unreachable");
    expect(await idsIn(fixture.database)).toEqual([...old, ...kept].toSorted());
    store.onPut = () => {};
    // The process ends after an object was stored and before its rows were deleted.
    const killed = { write: (batch: Parameters<typeof archive.write>[0]) => archive.write(batch).then(() => Promise.reject(new Error("killed"))) };
    for (const _ of [1, 2]) await expect(purge(killed)).rejects.toThrow("killed");
    expect(store.objects.size).toBe(1);
    const [before] = store.objects.values();
    await purge(archive);
    expect([...store.objects.values()][0]).toEqual(before);
    expect(store.lines()).toHaveLength(4);
  });

  test("archives test deliveries of an account whose clock is ahead, until it is stopped", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const { id: endpointId } = await fixture.addEndpoint("http://127.0.0.1:9/");
    const createdAtMs = startMs + 400 * dayMs;
    await addDelivery(fixture, endpointId, { createdAtMs, finishedAtMs: createdAtMs, attempts: 1 });
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(fixture.database, store);
    const ahead = [{ accountId: fixture.accountId, beforeMs: createdAtMs + 2 * dayMs }];
    const purge = (stopped: AbortSignal) => purgeWebhooks(fixture.database, startMs, ahead, { archive, signal: stopped });
    expect(await purge(AbortSignal.abort())).toMatchObject({ deliveries: 0 });
    expect(await purge(signal)).toMatchObject({ deliveries: 1 });
    expect(store.lines()).toMatchObject([{ number: 1 }]);
    expect(await fixture.attempts()).toEqual([]);
  });
});
