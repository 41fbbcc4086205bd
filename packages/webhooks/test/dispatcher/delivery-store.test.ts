import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { ClaimedDelivery } from "../../src/dispatcher/claimed-delivery.ts";
import { openDatabaseStore } from "../simulation/database-store.ts";
import { MemoryStore } from "../simulation/memory-store.ts";
import type { StoreUnderTest } from "../simulation/store-under-test.ts";

const startMs = Date.UTC(2026, 10, 21, 7, 33);
const delaysMs = [1000, 5000];
const leaseMs = 15_000;

async function open(kind: "memory" | "pglite" | "postgresql"): Promise<StoreUnderTest> {
  if (kind === "memory") return new MemoryStore(delaysMs);
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  return openDatabaseStore(database, { delaysMs, startMs });
}

function claim({ store }: StoreUnderTest, nowMs: number, shares: Record<string, number>, claimId = `claim-${nowMs}`) {
  const wanted = Object.entries(shares).map(([endpointId, count]) => ({ endpointId, count }));
  return store.claim({ nowMs, leaseMs, leadMs: 100, claimId, shares: wanted });
}

let attemptCount = 0;
function attemptOf(claimed: ClaimedDelivery, outcome: "delivered" | "failed_status", endedAtMs: number): Attempt {
  const times = { startedAtMs: endedAtMs - 10, endedAtMs };
  const result = { outcome, reason: "Test." };
  const id = `att_${attemptCount++}`;
  return {
    id,
    claimed,
    number: claimed.attempts + 1,
    ...times,
    result,
    address: null,
    timings: {},
    requestHeaders: {},
    response: null,
  };
}

const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ id }) => id).toSorted();
const plain = { url: "http://a.test/", maxPerSecond: null };

describe.each(["memory", "pglite", "postgresql"] as const)("deliveries in %s", (kind) => {
  test("are claimed once, oldest first, up to the requested number per endpoint", async () => {
    const tested = await open(kind);
    const [a, b, c] = [
      await tested.addEndpoint(plain),
      await tested.addEndpoint(plain),
      await tested.addEndpoint(plain),
    ];
    const first = await tested.accept([a, b, c], startMs);
    const second = await tested.accept([a, b], startMs + 1);
    expect(new Set(idsOf(await claim(tested, startMs + 5, { [a]: 1, [b]: 9 })))).toEqual(
      new Set([first[0], first[1], second[1]]),
    );
    expect(idsOf(await claim(tested, startMs + 6, { [a]: 9, [b]: 9 }))).toEqual([second[0]]);
  });

  test("are not claimed before they are due", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint(plain);
    await tested.accept([a], startMs);
    expect(await claim(tested, startMs - 1, { [a]: 1 })).toEqual([]);
    expect(await claim(tested, startMs, { [a]: 1 })).toHaveLength(1);
  });

  test("are found by a poll: due endpoints, number of waiting endpoints and next due time", async () => {
    const tested = await open(kind);
    const [a, b] = [await tested.addEndpoint(plain), await tested.addEndpoint(plain)];
    expect(await tested.store.poll(startMs)).toEqual({
      dueEndpointIds: [],
      waitingEndpoints: 0,
      nextDueMs: null,
      oldestDueMs: null,
    });
    await tested.accept([a], startMs);
    await tested.accept([a, b], startMs + 500);
    expect(await tested.store.poll(startMs + 10)).toEqual({
      dueEndpointIds: [a],
      waitingEndpoints: 2,
      nextDueMs: startMs + 500,
      oldestDueMs: startMs,
    });
    expect((await tested.store.poll(startMs + 500)).dueEndpointIds.toSorted()).toEqual([a, b].toSorted());
  });

  test("are retried on schedule and dead-lettered at its end", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint(plain);
    await tested.accept([a], startMs);
    for (const [retries, dueMs] of [startMs, startMs + 1100, startMs + 6200].entries()) {
      expect(await claim(tested, dueMs - 1, { [a]: 1 })).toEqual([]);
      const [claimed] = await claim(tested, dueMs, { [a]: 1 });
      if (claimed === undefined) throw new Error("nothing was claimed");
      expect([claimed.attempts, claimed.scheduleAttempts]).toEqual([retries, retries]);
      await tested.store.complete([attemptOf(claimed, "failed_status", dueMs + 100)]);
    }
    const [record] = await tested.records();
    expect(record).toMatchObject({
      status: "dead_lettered",
      attempts: 3,
      dueAtMs: null,
      claimId: null,
      leaseEndsAtMs: null,
    });
  });

  test("are due again when a lease has expired, and ignore results of the expired claim", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint(plain);
    await tested.accept([a], startMs);
    const [lost] = await claim(tested, startMs, { [a]: 1 }, "first");
    expect((await tested.store.poll(startMs + leaseMs - 1)).dueEndpointIds).toEqual([]);
    expect(await claim(tested, startMs + leaseMs - 1, { [a]: 1 })).toEqual([]);
    expect((await tested.store.poll(startMs + leaseMs)).dueEndpointIds).toEqual([a]);
    const [claimed] = await claim(tested, startMs + leaseMs, { [a]: 1 }, "second");
    if (lost === undefined || claimed === undefined) throw new Error("nothing was claimed");
    expect(claimed.id).toBe(lost.id);
    expect([...(await tested.store.renew([lost], startMs + 99_000))]).toEqual([]);
    await tested.store.complete([attemptOf(lost, "delivered", startMs + leaseMs + 1)]);
    expect(await tested.records()).toMatchObject([{ status: "delivering", attempts: 0, claimId: "second" }]);
    expect([...(await tested.store.renew([claimed], startMs + 40_000))]).toEqual([claimed.id]);
    expect(await tested.records()).toMatchObject([{ leaseEndsAtMs: startMs + 40_000 }]);
  });

  test("are completed once when the same attempt is written twice", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint(plain);
    await tested.accept([a], startMs);
    const [claimed] = await claim(tested, startMs, { [a]: 1 });
    if (claimed === undefined) throw new Error("nothing was claimed");
    const attempt = attemptOf(claimed, "delivered", startMs + 10);
    await tested.store.complete([attempt]);
    await tested.store.complete([attempt]);
    expect(await tested.records()).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  test("of a rate-limited endpoint get send slots that no two claims share", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint({ ...plain, maxPerSecond: 20 });
    for (let n = 0; n < 12; n++) await tested.accept([a], startMs);
    const startsOf = (claimed: readonly ClaimedDelivery[]) =>
      claimed.map(({ sendSlot }) => (sendSlot?.startMs ?? 0) - startMs);
    const first = await claim(tested, startMs, { [a]: 3 });
    const second = await claim(tested, startMs, { [a]: 9 }, "second");
    const third = await claim(tested, startMs + 200, { [a]: 9 }, "third");
    expect([startsOf(first), startsOf(second), startsOf(third)]).toEqual([
      [100, 150, 200],
      [250, 300],
      [350, 400, 450, 500],
    ]);
    expect(third[0]?.sendSlot).toEqual({ startMs: startMs + 350, intervalMs: 50, nextSlotMs: startMs + 550 });
  });

  test("of one subject to an ordered endpoint wait for the one before, and no others do", async () => {
    const tested = await open(kind);
    const [a, b] = [await tested.addEndpoint({ ...plain, ordered: true }), await tested.addEndpoint(plain)];
    const [first = ""] = await tested.accept([a, b], startMs, "bkg_1");
    const [second = ""] = await tested.accept([a, b], startMs, "bkg_1");
    const [other = ""] = await tested.accept([a, b], startMs, "bkg_2");
    expect(await claim(tested, startMs, { [b]: 9 })).toMatchObject(
      Array.from({ length: 3 }, () => ({ isOrdered: false })),
    );
    const claimed = await claim(tested, startMs, { [a]: 9 });
    expect(idsOf(claimed)).toEqual([first, other].toSorted());
    expect(claimed).toMatchObject(Array.from({ length: 2 }, () => ({ isOrdered: true })));
    const failed = claimed.find(({ id }) => id === first);
    if (failed === undefined) throw new Error("the first delivery was not claimed");
    await tested.store.complete([attemptOf(failed, "failed_status", startMs + 100)]);
    expect(await claim(tested, startMs + 1000, { [a]: 9 })).toEqual([]);
    const [retried] = await claim(tested, startMs + 1100, { [a]: 9 });
    expect(retried?.id).toBe(first);
    if (retried === undefined) return;
    await tested.store.complete([attemptOf(retried, "delivered", startMs + 1200)]);
    expect((await tested.store.poll(startMs + 1200)).dueEndpointIds).toContain(a);
    expect(idsOf(await claim(tested, startMs + 1200, { [a]: 9 }))).toEqual([second]);
  });

  test("of an ordered endpoint are released by the dead letter before them", async () => {
    const tested = await open(kind);
    const a = await tested.addEndpoint({ ...plain, ordered: true });
    const [[first], [second]] = [await tested.accept([a], startMs), await tested.accept([a], startMs)];
    for (const dueMs of [startMs, startMs + 1100, startMs + 6200]) {
      const claimed = await claim(tested, dueMs, { [a]: 9 });
      expect(idsOf(claimed)).toEqual([first]);
      await tested.store.complete(claimed.map((each) => attemptOf(each, "failed_status", dueMs + 100)));
    }
    expect(idsOf(await claim(tested, startMs + 6300, { [a]: 9 }))).toEqual([second]);
  });

  test("are notified with their endpoint ids", async () => {
    const tested = await open(kind);
    const [a, b] = [await tested.addEndpoint(plain), await tested.addEndpoint(plain)];
    const { promise: notified, resolve } = Promise.withResolvers<readonly string[] | null>();
    onTestFinished(await tested.store.listen(resolve));
    await tested.accept([a, b], startMs);
    expect((await notified)?.toSorted()).toEqual([a, b].toSorted());
  });
});

test.each(["pglite", "postgresql"] as const)(
  "in %s a retry or late first attempt sets tried_late_at, and a timely first attempt does not",
  async (kind) => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const tested = await openDatabaseStore(database, { delaysMs, startMs });
    const a = await tested.addEndpoint(plain);
    await tested.accept([a], startMs);
    const late: unknown[] = [];
    for (const nowMs of [startMs, startMs + 5000]) {
      const [claimed] = await claim(tested, nowMs, { [a]: 1 });
      if (claimed === undefined) throw new Error("nothing was claimed");
      await tested.store.complete([attemptOf(claimed, "failed_status", nowMs + 100)]);
      late.push(...(await database.query("SELECT tried_late_at FROM deliveries")));
    }
    expect(late).toEqual([{ tried_late_at: null }, { tried_late_at: new Date(startMs + 5100) }]);
    const [second] = await tested.accept([a], startMs + 5200);
    const claimedLate = await claim(tested, startMs + 20_000, { [a]: 9 });
    const first = claimedLate.find(({ id }) => id === second);
    if (first === undefined) throw new Error("the delivery was not claimed");
    await tested.store.complete([attemptOf(first, "delivered", startMs + 20_100)]);
    const [row] = await database.query("SELECT attempts, tried_late_at FROM deliveries WHERE id = $1", [first.id]);
    expect(row).toEqual({ attempts: 1, tried_late_at: new Date(startMs + 20_100) });
  },
);
