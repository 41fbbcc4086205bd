import type { Database } from "@wayfare/database";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { Claimed } from "../../src/dispatcher/claimed.ts";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { createSqlStore } from "../../src/dispatcher/sql-store.ts";
import { recordEvent } from "../../src/events/events.ts";
import { DeliveryDesk, startMs } from "../dispatcher/delivery-desk.ts";

let database: Database;

beforeAll(async () => {
  const created = await createTestDatabase("postgresql");
  database = created.database;
  return created.drop;
});

/** Endpoints of an account of its own, each with so many deliveries that one worker has taken. */
async function openDesk(count: number, endpoints = 1) {
  const desk = await DeliveryDesk.over(database);
  const endpointIds: string[] = [];
  while (endpointIds.length < endpoints) endpointIds.push((await desk.addEndpoint("http://127.0.0.1:9/")).id);
  for (let at = 0; at < count; at++) await desk.cause();
  const store: DeliveryStore = createSqlStore(database, [60_000]);
  const shares = endpointIds.map((endpointId) => ({ endpointId, count }));
  const claimed = await store.claim({
    nowMs: startMs,
    leaseMs: 15_000,
    leadMs: 100,
    claimId: `of ${desk.accountId}`,
    shares,
  });
  expect(claimed).toHaveLength(count * endpoints);
  const statuses = async () => {
    const rows = await database.query<{ status: string }>(
      "SELECT status FROM deliveries WHERE account_id = $1 ORDER BY status LIMIT 100",
      [desk.accountId],
    );
    return rows.map(({ status }) => status);
  };
  /** What was claimed of each endpoint. */
  const byEndpoint = endpointIds.map((id) => claimed.filter((each) => each.endpointId === id));
  return { desk, store, claimed, byEndpoint, statuses };
}

function ended(claimed: Claimed | undefined, outcome: Attempt["verdict"]["outcome"]): Attempt {
  if (claimed === undefined) throw new Error("nothing was claimed");
  return {
    id: `att_${claimed.id}`,
    claimed,
    number: claimed.attempts + 1,
    startedAtMs: startMs,
    endedAtMs: startMs + 1,
    verdict: { outcome, reason: "Because." },
    address: null,
    timings: {},
    requestHeaders: {},
    response: null,
  };
}

/** Runs `work` in a transaction that stays open until the answer is called. */
async function openTransaction(work: Parameters<Database["transaction"]>[0]): Promise<() => Promise<unknown>> {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const ending = database.transaction(async (session) => {
    await work(session);
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
  vi.waitUntil(async () => (await countWaiting()) >= count, { timeout: 10_000, interval: 20 });

test("a heartbeat waits for nobody: what is being written down or cancelled is left out", async () => {
  const { store, claimed } = await openDesk(3);
  const [first, busy, last] = claimed;
  const close = await openTransaction((session) =>
    session.query("SELECT id FROM deliveries WHERE id = $1 FOR UPDATE", [busy?.id ?? ""]),
  );
  expect(await store.renew(claimed, startMs + 30_000)).toEqual(new Set([first?.id, last?.id]));
  await close();
});

test("an endpoint that is disabled loses what others are sending at that moment, and what comes of it is kept and changes nothing", async () => {
  const { desk, store, claimed, statuses } = await openDesk(3);
  await store.complete([ended(claimed[0], "gone")]);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await store.renew(claimed, startMs + 30_000)).toEqual(new Set());
  const before = await desk.endpoint(claimed[0]?.endpointId ?? "");
  expect(before).toMatchObject({ status: "disabled", failures: 1 });
  const late = [ended(claimed[1], "failed_status"), ended(claimed[2], "delivered")];
  for (const attempts of [late.slice(1), late, late]) await store.complete(attempts);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await desk.endpoint(claimed[0]?.endpointId ?? "")).toEqual(before);
  const kept = (await desk.attempts()).filter(({ delivery_id: id }) => claimed.some((each) => each.id === id));
  expect(kept.map(({ outcome }) => outcome)).toEqual(["gone", "failed_status", "delivered"]);
});

test("an event that is being written while its endpoint is disabled is cancelled with the rest", async () => {
  const { desk, store, claimed, statuses } = await openDesk(1);
  const event = {
    accountId: desk.accountId,
    environment: "test",
    applicationId: null,
    type: "webhook.test",
    data: {},
  } as const;
  const close = await openTransaction((session) => recordEvent(session, { ...event, nowMs: startMs }));
  let isCompleted = false;
  const completing = store.complete([ended(claimed[0], "gone")]).finally(() => {
    isCompleted = true;
  });
  await vi.waitUntil(async () => isCompleted || (await countWaiting()) > 0, { timeout: 10_000, interval: 20 });
  await close();
  await completing;
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
});

test("two workers that find an endpoint gone at the same time come one after the other", async () => {
  const { store, claimed, statuses } = await openDesk(20);
  const batches = claimed.map((each) => store.complete([ended(each, "gone")]));
  await Promise.all(batches);
  expect(await statuses()).toEqual(Array.from({ length: 20 }, () => "cancelled"));
});

/** Endpoints that have failed before, so that a success is noted. */
const markFailing = ({ accountId }: DeliveryDesk) =>
  database.execute("UPDATE webhook_endpoints SET failing_since = $2 WHERE account_id = $1", [
    accountId,
    new Date(startMs),
  ]);

test("a delivery is retried by hand while it is written down beside one that failed, and neither waits for the other", async () => {
  const { desk, store, byEndpoint } = await openDesk(1, 2);
  await markFailing(desk);
  const [[retried] = [], [other] = []] = byEndpoint;
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const retrying = database.transaction(async (session) => {
    await session.query("SELECT id FROM webhook_endpoints WHERE id = $1 FOR SHARE", [retried?.endpointId ?? ""]);
    held();
    await mayGoOn;
    await session.query("SELECT id FROM deliveries WHERE id = $1 FOR NO KEY UPDATE", [retried?.id ?? ""]);
  });
  await isHeld;
  const completing = store.complete([ended(retried, "delivered"), ended(other, "failed_status")]);
  await untilWaiting(1);
  goOn();
  await expect(Promise.allSettled([retrying, completing])).resolves.toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
  ]);
});

test("two workers of which each finds well what the other finds failing do not wait for each other in a circle", async () => {
  const { desk, store, byEndpoint, statuses } = await openDesk(2, 2);
  await markFailing(desk);
  const [a = [], b = []] = byEndpoint;
  const ids = [a[0]?.id ?? "", b[1]?.id ?? ""];
  const close = await openTransaction((session) =>
    session.query("SELECT id FROM deliveries WHERE id = ANY ($1) ORDER BY id FOR UPDATE", [ids]),
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

test("two endpoints of an account that are disabled at the same time, each told of the other, come one after the other", async () => {
  const { desk, store, claimed } = await openDesk(1, 2);
  const event = {
    accountId: desk.accountId,
    environment: "test",
    applicationId: null,
    type: "webhook.test",
    data: {},
  } as const;
  const close = await openTransaction((session) => recordEvent(session, { ...event, nowMs: startMs }));
  const completing = Promise.allSettled(claimed.map((each) => store.complete([ended(each, "gone")])));
  await untilWaiting(2);
  await close();
  expect((await completing).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
