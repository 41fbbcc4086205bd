import type { Database } from "@wayfare/database";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { ClaimedDelivery } from "../../src/dispatcher/claimed-delivery.ts";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { createSqlStore } from "../../src/dispatcher/sql-store.ts";
import { recordEvent } from "../../src/events/events.ts";
import { DispatcherFixture, startMs } from "../dispatcher/dispatcher-fixture.ts";

let database: Database;

beforeAll(async () => {
  const created = await createTestDatabase("postgresql");
  database = created.database;
  return created.drop;
});

/** Endpoints of a new account, each with `count` deliveries claimed by one worker. */
async function openFixture(count: number, endpoints = 1) {
  const fixture = await DispatcherFixture.withDatabase(database);
  const endpointIds: string[] = [];
  while (endpointIds.length < endpoints) endpointIds.push((await fixture.addEndpoint("http://127.0.0.1:9/")).id);
  for (let n = 0; n < count; n++) await fixture.recordEvent();
  const store: DeliveryStore = createSqlStore(database, [60_000]);
  const shares = endpointIds.map((endpointId) => ({ endpointId, count }));
  const claimed = await store.claim({
    nowMs: startMs,
    leaseMs: 15_000,
    leadMs: 100,
    claimId: `of ${fixture.accountId}`,
    shares,
  });
  expect(claimed).toHaveLength(count * endpoints);
  const statuses = async () => {
    const rows = await database.query<{ status: string }>(
      "SELECT status FROM deliveries WHERE account_id = $1 ORDER BY status LIMIT 100",
      [fixture.accountId],
    );
    return rows.map(({ status }) => status);
  };
  /** Claimed deliveries of each endpoint. */
  const byEndpoint = endpointIds.map((id) => claimed.filter((each) => each.endpointId === id));
  return { fixture, store, claimed, byEndpoint, statuses };
}

function ended(claimed: ClaimedDelivery | undefined, outcome: Attempt["result"]["outcome"]): Attempt {
  if (claimed === undefined) throw new Error("nothing was claimed");
  return {
    id: `att_${claimed.id}`,
    claimed,
    number: claimed.attempts + 1,
    startedAtMs: startMs,
    endedAtMs: startMs + 1,
    result: { outcome, reason: "Test." },
    address: null,
    timings: {},
    requestHeaders: {},
    response: null,
  };
}

/** Runs `work` in a transaction that stays open until the returned function is called. */
async function openTransaction(work: Parameters<Database["transaction"]>[0]): Promise<() => Promise<unknown>> {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const ending = database.transaction(async (tx) => {
    await work(tx);
    done();
    await isReleased;
  });
  const close = () => {
    release();
    return ending;
  };
  onTestFinished(() => void close());
  await isDone;
  return close;
}

async function countWaiting(): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row?.count ?? 0;
}

const untilWaiting = (count: number) =>
  vi.waitUntil(async () => (await countWaiting()) >= count, { timeout: 120_000, interval: 20 });

test("a heartbeat skips locked deliveries instead of waiting", async () => {
  const { store, claimed } = await openFixture(3);
  const [first, busy, last] = claimed;
  const close = await openTransaction((tx) =>
    tx.query("SELECT id FROM deliveries WHERE id = $1 FOR UPDATE", [busy?.id ?? ""]),
  );
  expect(await store.renew(claimed, startMs + 30_000)).toEqual(new Set([first?.id, last?.id]));
  await close();
});

test("disabling an endpoint cancels deliveries in flight; their attempts are recorded without changing the status", async () => {
  const { fixture, store, claimed, statuses } = await openFixture(3);
  await store.complete([ended(claimed[0], "gone")]);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await store.renew(claimed, startMs + 30_000)).toEqual(new Set());
  const before = await fixture.endpoint(claimed[0]?.endpointId ?? "");
  expect(before).toMatchObject({ status: "disabled", failures: 1 });
  const late = [ended(claimed[1], "failed_status"), ended(claimed[2], "delivered")];
  for (const attempts of [late.slice(1), late, late]) await store.complete(attempts);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await fixture.endpoint(claimed[0]?.endpointId ?? "")).toEqual(before);
  const recorded = (await fixture.attempts()).filter(({ delivery_id: id }) => claimed.some((each) => each.id === id));
  expect(recorded.map(({ outcome }) => outcome)).toEqual(["gone", "failed_status", "delivered"]);
});

test("cancels a delivery that is inserted while its endpoint is disabled", async () => {
  const { fixture, store, claimed, statuses } = await openFixture(1);
  const event = {
    accountId: fixture.accountId,
    environment: "test",
    applicationId: null,
    type: "webhook.test",
    data: {},
  } as const;
  const close = await openTransaction((tx) => recordEvent(tx, { ...event, nowMs: startMs }));
  let isCompleted = false;
  const completing = store.complete([ended(claimed[0], "gone")]).finally(() => {
    isCompleted = true;
  });
  await vi.waitUntil(async () => isCompleted || (await countWaiting()) > 0, { timeout: 120_000, interval: 20 });
  await close();
  await completing;
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
});

test("serializes workers that receive 410 of an endpoint at the same time", async () => {
  const { store, claimed, statuses } = await openFixture(20);
  const batches = claimed.map((each) => store.complete([ended(each, "gone")]));
  await Promise.all(batches);
  expect(await statuses()).toEqual(Array.from({ length: 20 }, () => "cancelled"));
});

/** Marks endpoints as failing, so that a success updates them. */
const markFailing = ({ accountId }: DispatcherFixture) =>
  database.execute("UPDATE webhook_endpoints SET failing_since = $2 WHERE account_id = $1", [
    accountId,
    new Date(startMs),
  ]);

test("a manual retry does not deadlock with the completion of the same delivery", async () => {
  const { fixture, store, byEndpoint } = await openFixture(1, 2);
  await markFailing(fixture);
  const [[retried] = [], [other] = []] = byEndpoint;
  const { promise: canContinue, resolve: continueRetry } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const retrying = database.transaction(async (tx) => {
    await tx.query("SELECT id FROM webhook_endpoints WHERE id = $1 FOR SHARE", [retried?.endpointId ?? ""]);
    locked();
    await canContinue;
    await tx.query("SELECT id FROM deliveries WHERE id = $1 FOR NO KEY UPDATE", [retried?.id ?? ""]);
  });
  await isLocked;
  const completing = store.complete([ended(retried, "delivered"), ended(other, "failed_status")]);
  await untilWaiting(1);
  continueRetry();
  await expect(Promise.allSettled([retrying, completing])).resolves.toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
  ]);
});

test("two workers with opposite results for the same endpoints do not deadlock", async () => {
  const { fixture, store, byEndpoint, statuses } = await openFixture(2, 2);
  await markFailing(fixture);
  const [a = [], b = []] = byEndpoint;
  const ids = [a[0]?.id ?? "", b[1]?.id ?? ""];
  const close = await openTransaction((tx) =>
    tx.query("SELECT id FROM deliveries WHERE id = ANY ($1) ORDER BY id FOR UPDATE", [ids]),
  );
  const completing = Promise.allSettled([
    store.complete([ended(a[0], "delivered"), ended(b[0], "failed_status")]),
    store.complete([ended(b[1], "delivered"), ended(a[1], "failed_status")]),
  ]);
  await untilWaiting(2);
  await close();
  expect((await completing).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await statuses()).toEqual(["awaiting_retry", "awaiting_retry", "delivered", "delivered"]);
});

test("serializes disabling two endpoints that subscribe to each other's events", async () => {
  const { fixture, store, claimed } = await openFixture(1, 2);
  const event = {
    accountId: fixture.accountId,
    environment: "test",
    applicationId: null,
    type: "webhook.test",
    data: {},
  } as const;
  const close = await openTransaction((tx) => recordEvent(tx, { ...event, nowMs: startMs }));
  const completing = Promise.allSettled(claimed.map((each) => store.complete([ended(each, "gone")])));
  await untilWaiting(2);
  await close();
  expect((await completing).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
