import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { billingPorts } from "../../src/billing/ports.ts";
import { accessChannel } from "../../src/tenancy/access-changes.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startMs } from "../running-app.ts";

const hourMs = 3_600_000;
const hour = startMs - (startMs % hourMs);

async function start(kind: (typeof testDatabaseKinds)[number]) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const makeAccount = () => createAccount(database, "Test", startMs);
  const [first = "", second = ""] = [await makeAccount(), await makeAccount()].toSorted();
  return { database, first, second };
}

test.each(testDatabaseKinds)("counts live searches of each span in the order of the spans on %s", async (kind) => {
  const { database, first, second } = await start(kind);
  const count = (accountId: string, environment: string, atMs: number, searches: number) =>
    database.execute(
      "INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count) VALUES ($1, $2, $3, 'search', 'ak_a', $4)",
      [accountId, environment, new Date(atMs), searches],
    );
  await count(first, "live", hour, 1);
  await count(first, "live", hour + hourMs, 20);
  await count(first, "test", hour, 300);
  await count(second, "live", hour, 4000);
  const span = (accountId: string, fromMs: number, endMs: number) => ({ accountId, startMs: fromMs, endMs });
  const spans = [
    span(second, hour, hour + hourMs),
    span(first, hour, hour + hourMs),
    // An hour that began before the span does not count.
    span(first, hour + 1, hour + 2 * hourMs),
    span(first, hour, hour + 2 * hourMs),
    span(second, hour + hourMs, hour + 2 * hourMs),
    span(first, hour, hour + hourMs),
  ];
  expect(await billingPorts.countSearches(database, spans)).toEqual([4000, 1, 20, 21, 0, 1]);
  expect(await billingPorts.countSearches(database, [])).toEqual([]);
});

test.each(testDatabaseKinds)("sets the plans of accounts and notifies about each of them on %s", async (kind) => {
  const { database, first, second } = await start(kind);
  const announced: string[] = [];
  const stop = await database.listen(accessChannel, { onMessage: (id) => void announced.push(id) });
  onTestFinished(() => stop());
  const period = { startMs, endMs: startMs + hourMs };
  await database.transaction((tx) =>
    billingPorts.setPlans(tx, [
      { accountId: first, plan: "pro", planVersion: 1, period },
      { accountId: second, plan: "free", planVersion: null, period: null },
    ]),
  );
  const rows = await database.query(
    "SELECT id, plan, plan_version, period_start, period_end FROM accounts ORDER BY id LIMIT 10",
  );
  expect(rows).toEqual([
    {
      id: first,
      plan: "pro",
      plan_version: 1,
      period_start: new Date(startMs),
      period_end: new Date(startMs + hourMs),
    },
    { id: second, plan: "free", plan_version: null, period_start: null, period_end: null },
  ]);
  await expect.poll(() => announced.toSorted()).toEqual([first, second]);
});
