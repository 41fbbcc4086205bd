import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../tests/databases.ts";
import { createAccount } from "../src/accounts/store.ts";
import { insertKey } from "../src/keys/store.ts";
import { startAccessProcess } from "./access-processes.ts";
import { goodSearch, startMs, testSecrets } from "./running-app.ts";

const included = 1000;
const usedBefore = 700;
/** The most that a process is lent of a free plan at a time, and the searches that wait for them. */
const block = 50 + 5;

test("four processes answer what a quota holds, and where one is killed less by its block at most and none more", async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const accountId = await createAccount(database, "Test", startMs);
  const row = { accountId, environment: "live", name: "Test key", scopes: ["flights.search"], nowMs: startMs } as const;
  const { rawKey } = await insertKey(database, testSecrets, row);
  await database.execute(
    "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', $2)",
    [accountId, usedBefore],
  );
  const processes = await Promise.all(
    Array.from({ length: 4 }, () => startAccessProcess(connectionString ?? "", "quick")),
  );
  const [killed, ...others] = processes;
  onTestFinished(async () => {
    await Promise.all(others.map((each) => each.stop()));
  });
  let answered = 0;
  const callUntilRefused = async (node: (typeof processes)[number]): Promise<void> => {
    let { status } = await node.request(rawKey, "/v1/search", { body: goodSearch });
    for (; status === 200; { status } = await node.request(rawKey, "/v1/search", { body: goodSearch })) answered++;
    expect(status).toBe(402);
  };
  for (let n = 0; n < 20; n++) {
    const { status } = (await killed?.request(rawKey, "/v1/search", { body: goodSearch })) ?? {};
    if (status === 200) answered++;
  }
  expect(answered).toBe(20);
  await killed?.kill();
  await Promise.all(others.flatMap((node) => Array.from({ length: 5 }, () => callUntilRefused(node))));
  await Promise.all(others.map((node) => node.setClock(startMs + 2000)));
  await Promise.all(others.map((node) => callUntilRefused(node)));
  expect(answered).toBeLessThanOrEqual(included - usedBefore);
  expect(answered).toBeGreaterThanOrEqual(included - usedBefore - block);
});
