import { accountScopes } from "@wayfare/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { insertKey } from "../../../src/keys/store.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { type AccessProcess, startAccessProcess } from "../../access-processes.ts";
import { startMs, testSecrets } from "../../running-app.ts";

/** Grace period of a revoked key, within which a suspension must reach every process. */
const graceMs = 60_000;

let store: TestDatabase;
let customerId: string;
let operatorKey: string;
let nowMs = startMs;
/** Three processes: one suspends accounts, one gets notifications, and one ignores them. */
let origin: AccessProcess;
let hearing: AccessProcess;
let disconnected: AccessProcess;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
  const url = store.connectionString ?? "";
  const { database } = store;
  const operators = await createAccount(database, "Operators", nowMs, { isOperator: true });
  customerId = await createAccount(database, "Customer", nowMs);
  const key = { accountId: operators, environment: "service", name: "Back office", nowMs } as const;
  operatorKey = (await insertKey(database, testSecrets, { ...key, scopes: ["accounts.write"] })).rawKey;
  [origin, hearing, disconnected] = await Promise.all([
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "hearing"),
    startAccessProcess(url, "deaf"),
  ]);
});

afterAll(async () => {
  await Promise.all([origin, hearing, disconnected].map((each) => each.stop()));
  await store.drop();
});

async function makeCustomerKey(environment: "test" | "live" | "service"): Promise<string> {
  const key = { accountId: customerId, environment, name: "Key", scopes: accountScopes, nowMs };
  return (await insertKey(store.database, testSecrets, key)).rawKey;
}

async function setClock(ms: number): Promise<void> {
  nowMs = ms;
  await Promise.all([origin, hearing, disconnected].map((each) => each.setClock(ms)));
}

async function act(action: string, body: object): Promise<void> {
  const path = `/v1/operator/accounts/${customerId}/${action}`;
  expect(await origin.request(operatorKey, path, { body })).toMatchObject({ status: 200 });
}

test("a suspension and a resumption reach every process within the grace period, with and without notifications", async () => {
  const keys = await Promise.all((["test", "live", "service"] as const).map(makeCustomerKey));
  const expectEverywhere = async (processes: readonly AccessProcess[], expected: number | string) => {
    for (const each of processes) for (const key of keys) expect(await each.ask(key)).toBe(expected);
  };
  await expectEverywhere([origin, hearing, disconnected], 200);
  await act("suspend", { reason: "Unpaid invoices" });
  const suspendedAtMs = nowMs;
  await expectEverywhere([origin], "ACCOUNT_SUSPENDED");
  await eventually(() => expectEverywhere([hearing], "ACCOUNT_SUSPENDED"));
  await setClock(suspendedAtMs + 29_999);
  // The keys are still cached, because no notification arrives.
  await expectEverywhere([disconnected], 200);
  for (const afterMs of [30_000, graceMs, 100 * graceMs]) {
    await setClock(suspendedAtMs + afterMs);
    await expectEverywhere([origin, hearing, disconnected], "ACCOUNT_SUSPENDED");
  }
  await act("resume", {});
  await expectEverywhere([origin], 200);
  await eventually(() => expectEverywhere([hearing], 200));
  await setClock(nowMs + 30_000);
  await expectEverywhere([disconnected], 200);
});

test("the end of a closure's grace period needs neither a notification nor a job", async () => {
  const key = await makeCustomerKey("live");
  await act("close", { graceDays: 1 });
  const closesAtMs = nowMs + 86_400_000;
  await setClock(closesAtMs - 1);
  for (const each of [origin, hearing, disconnected]) expect(await each.ask(key)).toBe(200);
  await setClock(closesAtMs);
  for (const each of [origin, hearing, disconnected]) expect(await each.ask(key)).toBe("ACCOUNT_SUSPENDED");
});
