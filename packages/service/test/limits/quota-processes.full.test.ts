import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { insertKey } from "../../src/keys/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type AccessProcess, startAccessProcess } from "../access-processes.ts";
import { goodSearch, startMs, testSecrets } from "../running-app.ts";

const included = 1000;
const usedBefore = 900;

test("several processes serve exactly the quota; a killed process withholds only its leased units", async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const accountId = await createAccount(database, "Test", startMs);
  const row = { accountId, environment: "live", name: "Test key", scopes: ["flights.search"], nowMs: startMs } as const;
  const { rawKey } = await insertKey(database, testSecrets, row);
  await database.execute(
    "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', $2)",
    [accountId, usedBefore],
  );
  const start = () => startAccessProcess(connectionString ?? "", "quick");
  const [killed, ...others] = await Promise.all([start(), start(), start()]);
  const search = async (node: AccessProcess) => (await node.request(rawKey, "/v1/search", { body: goodSearch })).status;
  let answered = 0;
  const callUntilRejected = async (node: AccessProcess): Promise<void> => {
    let status = await search(node);
    for (; status === 200; status = await search(node)) answered++;
    expect(status).toBe(402);
  };
  for (let n = 0; n < 20; n++) if ((await search(killed)) === 200) answered++;
  expect(answered).toBe(20);
  await killed.kill();
  await Promise.all(others.flatMap((node) => [callUntilRejected(node), callUntilRejected(node)]));
  await Promise.all(others.map((node) => node.setClock(startMs + 2000)));
  await Promise.all(others.map(callUntilRejected));
  await Promise.all(others.map((node) => node.stop()));
  const [quota] = await database.query<{ used: number; held: number }>(
    "SELECT used, held FROM account_quotas WHERE account_id = $1",
    [accountId],
  );
  const { used = 0, held = 0 } = quota ?? {};
  expect(used + held).toBe(included);
  expect(usedBefore + answered).toBeGreaterThanOrEqual(used);
  expect(usedBefore + answered).toBeLessThanOrEqual(included);
});
