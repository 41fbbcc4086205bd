import { formatInstant, newId, type Queue } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../../tests/databases.ts";
import { readQueues } from "../../../src/operator/status/queues.ts";
import { noDeploymentSuppliers } from "../../../src/suppliers/directory.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { startMs, testSecrets } from "../../running-app.ts";

const at = (seconds: number) => new Date(startMs + seconds * 1000);
const clock = { nowMs: () => startMs };

async function readAll(database: Database, limit?: number): Promise<Map<string, Queue>> {
  const catalog = { suppliers: [], deployment: noDeploymentSuppliers };
  const { queues } = await readQueues({ database, clock, databaseClock: clock, secrets: testSecrets, catalog }, limit);
  return new Map(queues.map((queue) => [queue.name, queue]));
}

const counts = (queue: Queue | undefined) => ({
  due: queue?.due?.value,
  later: queue?.later?.value,
  held: queue?.held?.value,
  retrying: queue?.retrying?.value,
});

async function plantDeliveries(database: Database, accountId: string): Promise<void> {
  const suspended = await createAccount(database, "Suspended", startMs);
  await database.execute("UPDATE accounts SET suspended_at = $2, suspension_reason = 'Unpaid' WHERE id = $1", [
    suspended,
    at(-60),
  ]);
  // Test data is an hour ahead.
  await database.execute("UPDATE accounts SET test_clock_offset_ms = 3600000 WHERE id = $1", [accountId]);
  const endpoint = async (owner: string, environment: "test" | "live", status: string) => {
    const id = newId("whk", startMs);
    await database.execute(
      `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
       VALUES ($1, $2, $3, 'https://receiver.example/', '', '{*}', $4, 'x', $5)`,
      [id, owner, environment, status, at(-100)],
    );
    return { id, owner, environment };
  };
  const deliver = async (to: Awaited<ReturnType<typeof endpoint>>, dueAt: Date | null, attempts = 0, key?: number) => {
    await database.execute(
      `INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, attempts, due_at, created_at, ordering_key, ordering_position)
       VALUES ($1, $2, $3, $4, $5, 'booking.confirmed', 'pending', $6, $7, $8, $9, $10)`,
      [
        newId("dlv", startMs),
        to.owner,
        to.environment,
        to.id,
        newId("evt", startMs),
        attempts,
        dueAt,
        at(-100),
        key === undefined ? null : "booking",
        key ?? null,
      ],
    );
  };
  const live = await endpoint(accountId, "live", "active");
  await deliver(live, at(-90));
  await deliver(live, at(-5), 2);
  await deliver(live, at(30), 1);
  const ordered = await endpoint(accountId, "live", "active");
  await deliver(ordered, at(40), 1, 1);
  // Waits for the first delivery of its subject.
  await deliver(ordered, at(-5), 0, 2);
  const ahead = await endpoint(accountId, "test", "active");
  await deliver(ahead, at(3590));
  await deliver(ahead, at(3610));
  await deliver(await endpoint(accountId, "live", "paused"), null);
  await deliver(await endpoint(suspended, "live", "active"), at(-80));
}

test.each(testDatabaseKinds)("counts due, later, held and retried deliveries up to a limit on %s", async (kind) => {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  await plantDeliveries(database, await createAccount(database, "Customer", startMs));
  const deliveries = (await readAll(database)).get("webhook_deliveries");
  expect(counts(deliveries)).toEqual({ due: 3, later: 4, held: 2, retrying: 3 });
  expect(deliveries).toMatchObject({
    due: { isMinimum: false },
    oldestDueAt: formatInstant(startMs - 90_000),
    lateAfterSeconds: 60,
    isLate: true,
  });
  const bounded = (await readAll(database, 4)).get("webhook_deliveries");
  const { due = 0, later = 0, held = 0 } = counts(bounded);
  expect({ isMinimum: bounded?.due?.isMinimum, counted: due + later + held }).toEqual({ isMinimum: true, counted: 5 });
});

test.each(testDatabaseKinds)("counts mails, orders, billing steps and other queues on %s", async (kind) => {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  for (const queue of (await readAll(database)).values()) {
    expect(queue).toMatchObject({ due: { value: 0, isMinimum: false }, oldestDueAt: null, isLate: false });
  }
  const accountId = await createAccount(database, "Customer", startMs);
  const mail = (id: string, dueAt: Date, tries: number) =>
    database.execute(
      `INSERT INTO mails (id, kind, recipient_hash, sealed_message, tries, due_at, expires_at, created_at)
       VALUES ($1, 'invitation', 'x', 'x', $2, $3, $4, $5)`,
      [id, tries, dueAt, at(9000), at(-1200)],
    );
  await mail("mail_1", at(-1200), 0);
  await mail("mail_2", at(600), 3);
  await database.execute(
    `INSERT INTO billing_accounts (account_id, environment, created_at, due_at)
     SELECT $1, environment, $2, $2 FROM unnest($3::text[]) AS given (environment)`,
    [accountId, at(-400), ["test", "live"]],
  );
  await database.execute(
    `INSERT INTO erasures (id, account_id, subject_type, subject_id, requested_at, due_at) VALUES ('ers_1', $1, 'account', $1, $2, $2)`,
    [accountId, at(-10)],
  );
  await database.execute(
    `INSERT INTO watches (id, account_id, environment, created_by, status, search, search_key, condition, interval_minutes, metadata, created_at, expires_at, state, matches, last_run, due_at)
     SELECT 'wch_' || number, $1, 'live', 'ak_1', 'active', '{}', 'a', '{}', 60, '{}', $2, $3, '{}', '[]', '{"status":"failed"}', $2
     FROM generate_series(1, 3) AS numbers (number)`,
    [accountId, at(-20), at(9000)],
  );
  const queues = await readAll(database, 2);
  expect(counts(queues.get("mails"))).toMatchObject({ due: 1, later: 1, retrying: 1 });
  expect(queues.get("mails")).toMatchObject({ isLate: true, failed: { value: 0 } });
  expect(queues.get("billing_steps")).toMatchObject({ due: { value: 2 }, later: null, retrying: null, isLate: true });
  expect(queues.get("erasures")).toMatchObject({ due: { value: 1 }, isLate: false });
  expect(queues.get("watches")).toMatchObject({ due: { value: 2, isMinimum: true }, isLate: false });
});
