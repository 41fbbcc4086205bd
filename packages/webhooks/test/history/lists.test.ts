import { firstIdAt } from "@wayfare/contract";
import type { Parameter, Queryable } from "@wayfare/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import { createWebhookPartitions } from "../../src/events/retention.ts";
import { listDeliveries } from "../../src/history/deliveries.ts";
import { listEvents } from "../../src/history/events.ts";

const startMs = Date.UTC(2026, 10, 21);
const dayMs = 86_400_000;
const owner = { accountId: "acct_1", environment: "test", applicationId: null } as const;

let store: TestDatabase;

/** An event and a delivery every 13 seconds for three days, of 50 accounts in turn. */
beforeAll(async () => {
  store = await createTestDatabase("postgresql");
  const { database } = store;
  await createWebhookPartitions(database, startMs);
  const ids = Array.from({ length: 20_000 }, (_, index) => startMs + index * 13_000);
  await database.execute(
    "INSERT INTO accounts (id, name, created_at) SELECT 'acct_' || at, 'Name', now() FROM generate_series(0, 49) AS at",
  );
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
     SELECT 'whk_' || id, id, 'test', 'https://example.com/', '', '{*}', 'active', '\\x00', now() FROM accounts`,
  );
  const rows = [
    ids.map((ms) => firstIdAt("evt", ms)),
    ids.map((ms) => firstIdAt("dlv", ms)),
    ids.map((ms) => new Date(ms)),
    ids.map((_, index) => `acct_${index % 50}`),
  ];
  await database.execute(
    `WITH inserted AS (
       INSERT INTO events (id, account_id, environment, type, data, created_at)
       SELECT event_id, account_id, 'test', 'webhook.test', '{}', at
       FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS row (event_id, delivery_id, at, account_id)
     )
     INSERT INTO deliveries (id, account_id, environment, endpoint_id, event_id, event_type, status, created_at, finished_at)
     SELECT delivery_id, account_id, 'test', 'whk_' || account_id, event_id, 'webhook.test', 'delivered', at, at
     FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS row (event_id, delivery_id, at, account_id)`,
    rows,
  );
  await database.script("ANALYZE events; ANALYZE deliveries;");
});

afterAll(() => store.drop());

/** Returns the query plan of a list. */
async function explain(list: (db: Queryable) => Promise<unknown>): Promise<string> {
  let plan = "";
  const query = async (sql: string, parameters?: readonly Parameter[]): Promise<never[]> => {
    const lines = await store.database.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${sql}`, parameters);
    plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
    return [];
  };
  await list({ ...store.database, query });
  return plan;
}

const secondDay = (prefix: "evt" | "dlv") => ({
  firstId: firstIdAt(prefix, startMs + dayMs),
  afterId: firstIdAt(prefix, startMs + 2 * dayMs),
  limit: 51,
});

const rangeOfIndex = /Index Cond: .*account_id = .*environment = .*id < .*id >= /;

test("lists the events of one day from one index range of that day's partition", async () => {
  const plan = await explain((tx) => listEvents(tx, owner, { filter: {}, ...secondDay("evt") }));
  expect(plan).toMatch(rangeOfIndex);
  expect(new Set(plan.match(/events_(\d{8}|default)/g))).toEqual(new Set(["events_20261122"]));
  expect(plan).not.toContain("Seq Scan");
});

test("lists the events and deliveries of one object through the index of subjects", async () => {
  const page = { filter: { subject: "bkg_1" }, afterId: null, limit: 51 };
  for (const plan of [
    await explain((tx) => listEvents(tx, owner, page)),
    await explain((tx) => listDeliveries(tx, owner, page)),
  ]) {
    expect(plan).toMatch(/Index Cond: .*account_id = .*environment = .*subject = /);
    // Nearly empty partitions are read as a whole.
    expect(plan).not.toMatch(/Seq Scan on (deliveries|events_2026112[123])/);
  }
});

test("lists the deliveries of one day from one index range", async () => {
  const plan = await explain((tx) => listDeliveries(tx, owner, { filter: {}, ...secondDay("dlv") }));
  expect(plan).toMatch(rangeOfIndex);
  expect(plan).not.toContain("Seq Scan");
});
