import type { Database } from "@wayfare/database";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../database/test/test-databases.ts";
import type { Attempt } from "../src/dispatcher/attempt.ts";
import type { Claimed } from "../src/dispatcher/claimed.ts";
import type { DeliveryStore } from "../src/dispatcher/delivery-store.ts";
import { createSqlStore } from "../src/dispatcher/sql-store.ts";
import { recordEvent } from "../src/events.ts";
import { DeliveryDesk, startMs } from "./delivery-desk.ts";

let database: Database;

beforeAll(async () => {
  const created = await createTestDatabase("postgresql");
  database = created.database;
  return created.drop;
});

/** An endpoint of an account of its own, with so many deliveries that one worker has taken. */
async function openDesk(count: number) {
  const desk = await DeliveryDesk.over(database);
  const { id: endpointId } = await desk.addEndpoint("http://127.0.0.1:9/");
  for (let at = 0; at < count; at++) await desk.cause();
  const store: DeliveryStore = createSqlStore(database, [60_000]);
  const shares = [{ endpointId, count }];
  const claimed = await store.claim({
    nowMs: startMs,
    leaseMs: 15_000,
    leadMs: 100,
    claimId: `of ${endpointId}`,
    shares,
  });
  expect(claimed).toHaveLength(count);
  const statuses = async () => {
    const rows = await database.query<{ status: string }>(
      "SELECT status FROM deliveries WHERE endpoint_id = $1 ORDER BY status LIMIT 100",
      [endpointId],
    );
    return rows.map(({ status }) => status);
  };
  return { desk, store, claimed, statuses };
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

async function isAnyoneWaiting(): Promise<boolean> {
  return (await database.query("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")).length > 0;
}

test("a heartbeat waits for nobody: what is being written down or cancelled is left out", async () => {
  const { store, claimed } = await openDesk(3);
  const [first, busy, last] = claimed;
  const close = await openTransaction((session) =>
    session.query("SELECT id FROM deliveries WHERE id = $1 FOR UPDATE", [busy?.id ?? ""]),
  );
  expect(await store.renew(claimed, startMs + 30_000)).toEqual(new Set([first?.id, last?.id]));
  await close();
});

test("an endpoint that is disabled loses what others are sending at that moment, and what comes of it changes nothing", async () => {
  const { store, claimed, statuses } = await openDesk(3);
  await store.complete([ended(claimed[0], "gone")]);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  await store.complete([ended(claimed[1], "failed_status"), ended(claimed[2], "delivered")]);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("an event that is being written while its endpoint is disabled is cancelled with the rest", async () => {
  const { desk, store, claimed, statuses } = await openDesk(1);
  const event = { accountId: desk.accountId, environment: "test", type: "webhook.test", data: {} } as const;
  const close = await openTransaction((session) => recordEvent(session, { ...event, nowMs: startMs }));
  let isCompleted = false;
  const completing = store.complete([ended(claimed[0], "gone")]).finally(() => {
    isCompleted = true;
  });
  await vi.waitUntil(async () => isCompleted || (await isAnyoneWaiting()), { timeout: 10_000, interval: 20 });
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
