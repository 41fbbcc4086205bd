import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { type AttemptArchive, createAttemptArchive } from "../../src/archive/attempt-archive.ts";
import { createWebhookPartitions, purgeWebhooks } from "../../src/events/retention.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";
import { addDelivery } from "./finished-delivery.ts";
import { MemoryObjectStore } from "./memory-object-store.ts";

const dayMs = 86_400_000;
const startOfDay = Date.UTC(2026, 10, 21);
const { signal } = new AbortController();

const idsIn = async (database: Database): Promise<string[]> => {
  const rows = await database.query<{ id: string }>("SELECT id FROM deliveries ORDER BY id LIMIT 10000");
  return rows.map(({ id }) => id);
};

/** Opens a fixture with deliveries of two accounts: four old ones over two days, and others that must be kept. */
async function openFixture(kind: (typeof testDatabaseKinds)[number]) {
  const fixture = await DispatcherFixture.open(kind);
  const other = await DispatcherFixture.withDatabase(fixture.database);
  await createWebhookPartitions(fixture.database, startMs);
  const { id: endpointId } = await fixture.addEndpoint("http://127.0.0.1:9/");
  const { id: otherEndpointId } = await other.addEndpoint("http://127.0.0.1:9/");
  const add = (createdAtMs: number, finishedAtMs: number | null, attempts: number) =>
    addDelivery(fixture, { endpointId, createdAtMs, finishedAtMs, attempts });
  const times = { createdAtMs: startMs + 30, finishedAtMs: startMs + 40 };
  const old = [
    await add(startMs, startMs + 1, 2),
    await add(startMs + 10, startMs + 20, 0),
    await addDelivery(other, { endpointId: otherEndpointId, ...times, attempts: 1 }),
    await add(startMs + dayMs, startMs + dayMs + 1, 1),
  ];
  // Open, finished too late, and finished on a day that is not over at the cutoff.
  const kept = [
    await add(startMs + 2, null, 1),
    await add(startMs + 5, startOfDay + 4 * dayMs, 1),
    await add(startMs + 6, startOfDay + 2 * dayMs, 1),
  ];
  return { fixture, other, old, kept, endpointId };
}

const cutoffMs = startOfDay + 2.5 * dayMs;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("archives exactly the attempts that are purged, by account and day, without responses", async () => {
    const { fixture, other, old, kept } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(store);
    const purge = () => purgeWebhooks(fixture.database, cutoffMs, [], { archive, signal });
    expect((await purge()).deliveries).toBe(4);
    expect(await idsIn(fixture.database)).toEqual(kept.toSorted());
    const [first, , third, fourth] = old;
    const archived = store.lines().map(({ accountId, deliveryId, number }) => [accountId, deliveryId, number]);
    const [own, foreign] = [fixture.accountId, other.accountId];
    const expected = [
      [own, first, 1],
      [own, first, 2],
      [own, fourth, 1],
      [foreign, third, 1],
    ];
    expect(archived).toEqual(own < foreign ? expected : [...expected.slice(3), ...expected.slice(0, 3)]);
    expect(store.lines()[0]).toMatchObject({
      environment: "test",
      eventType: "webhook.test",
      deliveryStatus: "delivered",
      status: "delivered",
      requestHeaders: { "svc-attempt": "1" },
      timings: { totalMs: 3 },
    });
    expect(JSON.stringify(store.lines())).not.toContain("planted");
    const folders = [...store.objects.keys()].map((key) => key.replace(/\/dlv_\w+-[0-9a-f]{16}\.ndjson\.gz$/, ""));
    const expectedFolders = [`${own}/test/2026-11-21`, `${own}/test/2026-11-22`, `${foreign}/test/2026-11-21`];
    expect(folders.toSorted()).toEqual(expectedFolders.map((folder) => `accounts/${folder}`).toSorted());
    expect((await purge()).deliveries).toBe(0);

    await archive.erase(own);
    expect(store.lines().map(({ accountId }) => accountId)).toEqual([foreign]);
  });

  test("keeps deliveries whose object is not stored, and replaces the object when the batch is repeated", async () => {
    const { fixture, old, kept } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(store);
    const purge = (stored: AttemptArchive, beforeMs: number) =>
      purgeWebhooks(fixture.database, beforeMs, [], { archive: stored, signal });
    store.onPut = () => Promise.reject(new Error("unreachable"));
    await expect(purge(archive, cutoffMs)).rejects.toThrow("unreachable");
    expect(await idsIn(fixture.database)).toEqual([...old, ...kept].toSorted());
    store.onPut = () => {};
    // The process ends after an object was stored and before its rows were deleted.
    const write: AttemptArchive["write"] = async (...batch) => {
      await archive.write(...batch);
      throw new Error("killed");
    };
    for (const _ of [1, 2]) await expect(purge({ ...archive, write }, cutoffMs)).rejects.toThrow("killed");
    expect(store.objects.size).toBe(1);
    const stored = [...store.objects];
    // On a later day, more deliveries of the same day of creation have to be purged.
    expect(await purge(archive, startOfDay + 6 * dayMs)).toMatchObject({ deliveries: 6 });
    expect([...store.objects]).toEqual(expect.arrayContaining(stored));
    expect(new Set(store.lines().map(({ id }) => id)).size).toBe(6);
    expect(store.lines()).toHaveLength(6);
  });

  test("stores the whole batch again when another process deletes it between read and write", async () => {
    const { fixture } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(store);
    const purge = () => purgeWebhooks(fixture.database, cutoffMs, [], { archive, signal });
    let isFirst = true;
    store.onPut = async () => {
      if (!isFirst) return;
      isFirst = false;
      await purge();
    };
    await purge();
    expect(store.lines()).toHaveLength(4);
    expect(store.objects.size).toBe(3);
  });

  test("keeps a delivery that is retried by hand while its batch is stored", async () => {
    const { fixture, old, kept } = await openFixture(kind);
    const store = new MemoryObjectStore();
    const [retried = ""] = old;
    store.onPut = async () => {
      await fixture.database.execute("UPDATE deliveries SET status = 'pending', finished_at = NULL WHERE id = $1", [
        retried,
      ]);
    };
    await purgeWebhooks(fixture.database, cutoffMs, [], { archive: createAttemptArchive(store), signal });
    expect(await idsIn(fixture.database)).toEqual([retried, ...kept].toSorted());
  });

  test("archives test deliveries of an account whose clock is ahead, until it is stopped", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const { id: endpointId } = await fixture.addEndpoint("http://127.0.0.1:9/");
    const createdAtMs = startMs + 400 * dayMs;
    await addDelivery(fixture, { endpointId, createdAtMs, finishedAtMs: createdAtMs, attempts: 1 });
    const store = new MemoryObjectStore();
    const archive = createAttemptArchive(store);
    const ahead = [{ accountId: fixture.accountId, beforeMs: createdAtMs + 2 * dayMs }];
    const purge = (stopped: AbortSignal) =>
      purgeWebhooks(fixture.database, startMs, ahead, { archive, signal: stopped });
    expect(await purge(AbortSignal.abort())).toMatchObject({ deliveries: 0 });
    expect(await purge(signal)).toMatchObject({ deliveries: 1 });
    expect(store.lines()).toMatchObject([{ number: 1 }]);
    expect(await fixture.attempts()).toEqual([]);
  });
});
