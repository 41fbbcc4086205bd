import type { Database } from "@wayfare/database";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { accountSteps, treatments, userSteps } from "../../src/erasure/treatments.ts";
import { listTables } from "./scan.ts";

let database: Database;

beforeAll(async () => {
  const created = await createTestDatabase("pglite");
  database = created.database;
  return created.drop;
});

async function listColumns(table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public' ORDER BY 1 LIMIT 1000",
    [table],
  );
  return rows.map(({ name }) => name);
}

test("states what an erasure does with every table", async () => {
  expect(Object.keys(treatments).toSorted()).toEqual(await listTables(database));
});

test("states for every column of a table whose rows stay whether it is erased", async () => {
  let blanked = 0;
  for (const [table, treatment] of Object.entries(treatments)) {
    if (treatment.do !== "blank") continue;
    blanked++;
    const stated = [...Object.keys(treatment.set), ...treatment.kept];
    expect(stated.toSorted(), table).toEqual(await listColumns(table));
  }
  expect(blanked).toBeGreaterThan(8);
});

test("keeps only tables without personal texts, and those whose texts are ids, codes and names of plans", async () => {
  const personal = /name|email|address|phone|device|details|answer|url|metadata|travelers|contact|secret|body|reason$/;
  const kept = Object.entries(treatments).filter(([, treatment]) => treatment.do === "keep");
  const found: string[] = [];
  for (const [table] of kept) {
    for (const column of await listColumns(table)) if (personal.test(column)) found.push(`${table}.${column}`);
  }
  expect(found).toEqual([
    // Deleted with their deliveries.
    "delivery_attempts.address",
    "delivery_attempts.reason",
    "delivery_attempts.response_body",
    // Of the deployment.
    "outbound_pause.reason",
    "plans.name",
    // Id of an account or a key.
    "rate_limits.name",
    "schema_migrations.name",
    "server_secret_canaries.secret_id",
    // Digest.
    "sign_in_throttles.name",
  ]);
});

test("names rows of tables with partitions by a unique column, because partitions share row numbers", async () => {
  const rows = await database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace ORDER BY 1 LIMIT 100",
  );
  const partitioned = new Set(rows.map(({ name }) => name));
  const steps = [...accountSteps, ...userSteps].filter(({ table }) => partitioned.has(table));
  expect(steps.map(({ table }) => table)).toEqual(["events", "requests", "requests"]);
  expect(steps.every(({ change }) => change.key === "id")).toBe(true);
});

test("an erasure of a user names every column with the id of a user", async () => {
  const rows = await database.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public'
       AND column_name IN ('user_id', 'actor_id', 'invited_by', 'key_id') ORDER BY 1 LIMIT 100`,
  );
  const named = new Set(userSteps.map(({ table }) => table));
  const others = rows.map(({ name }) => name).filter((table) => !named.has(table) && !table.startsWith("requests_"));
  // Their callers are keys, or the id is that of a removed user. `members` is a view.
  expect(others).toEqual(["key_usage", "members", "searches", "usage_hours"]);
});
