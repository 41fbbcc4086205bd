import { listMigrationFiles, migrate, openPglite } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { findPlans, listPlans } from "../../src/plans/store.ts";
import { findSubscriptions } from "../../src/subscriptions/store.ts";
import { samplePlans } from "../sample-plans.ts";
import { startMs } from "../test-billing.ts";

test("an upgrade keeps the terms of subscriptions to plans and versions that a deployment had in its code", async () => {
  const database = await openPglite({ directory: null });
  onTestFinished(() => database.close());
  const files = await listMigrationFiles();
  const before = files.slice(
    0,
    files.findIndex(({ name }) => name === "plans"),
  );
  expect(before.length).toBeGreaterThan(50);
  await migrate(database, { nowMs: startMs, files: before });
  const sell = (id: string, plan: string, version: number, priceMinor: number, overage: string) =>
    database.script(`
      INSERT INTO accounts (id, name, created_at, plan, period_start, period_end)
        VALUES ('acct_${id}', 'Test', '2026-11-01Z', '${plan}', '2026-11-01Z', '2026-12-01Z');
      INSERT INTO billing_accounts (account_id, environment, created_at) VALUES ('acct_${id}', 'live', '2026-11-01Z');
      INSERT INTO subscriptions (id, account_id, environment, status, plan, plan_version, currency, price_minor, searches_included,
          overage_per_search, anchor_at, period_start, period_end, revision, created_at)
        VALUES ('sub_${id}', 'acct_${id}', 'live', 'active', '${plan}', ${version}, 'USD', ${priceMinor}, 70000, ${overage},
          '2026-11-01Z', '2026-11-01Z', '2026-12-01Z', 1, '2026-11-01Z');
      INSERT INTO subscription_segments (subscription_id, account_id, environment, started_at, period_start, period_end, plan,
          searches_included, overage_per_search, charged_minor)
        VALUES ('sub_${id}', 'acct_${id}', 'live', '2026-11-01Z', '2026-11-01Z', '2026-12-01Z', '${plan}', 70000, ${overage}, ${priceMinor});`);
  await sell("a", "pro", 2, 5900, "'0.005'");
  await sell("b", "gold", 3, 9900, "NULL");
  await migrate(database, { nowMs: startMs, files });
  const scopes = ["acct_a", "acct_b"].map((accountId) => ({ accountId, environment: "live" }) as const);
  expect((await findSubscriptions(database, scopes)).map(({ terms }) => terms)).toMatchObject([
    { name: "pro", version: 2, priceMinor: 5900, searchesIncluded: 70_000, overageTiers: [{ unitPrice: "0.005" }] },
    { name: "gold", version: 3, title: "Gold", priceMinor: 9900, quotaBehavior: "hard_stop", overageTiers: [] },
  ]);
  const records = await listPlans(database, { afterName: null, limit: 10 });
  expect(records.map(({ current, visibility }) => [current.name, current.version, visibility])).toEqual([
    ["free", 1, "public"],
    ["gold", 3, "hidden"],
    ["pro", 2, "public"],
    ["scale", 1, "public"],
  ]);
  const first = { plan: "pro", version: 1 };
  expect((await findPlans(database, [first])).get(first)).toEqual(samplePlans.pro);
  const versions = await database.query(
    `SELECT account.plan_version AS account, segment.plan_version AS phase FROM accounts account
     JOIN subscription_segments segment ON segment.account_id = account.id ORDER BY account.id`,
  );
  expect(versions).toEqual([
    { account: 2, phase: 2 },
    { account: 3, phase: 3 },
  ]);
});
