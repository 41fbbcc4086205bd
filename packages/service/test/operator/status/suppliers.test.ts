import type { OperatorSupplier } from "@wayfare/contract";
import { expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { addSupplierResults } from "../../../src/suppliers/results-store.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { liveSecrets } from "../../live-access.ts";
import { liveSearch, startLiveApp } from "../../live-app.ts";
import { startMs } from "../../running-app.ts";

test.each(testDatabaseKinds)("sums budgets and results of suppliers over all accounts on %s", async (kind) => {
  const deploymentSuppliers = {
    secrets: { test: {}, live: { duffel: liveSecrets.live.duffel ?? "" } },
    limits: { duffel: { callsPerDay: 20, spendPerMonthCents: null, callsPerBooking: null } },
  };
  const { app, database, key } = await startLiveApp(kind, [], { supplierAccess: undefined, deploymentSuppliers });
  const operator = await app.makeKey({ environment: "service", scopes: ["accounts.read"] });
  const list = async () => {
    const { status, text } = await app.call("/v1/operator/suppliers", { key: operator });
    expect(status, text).toBe(200);
    expect(text).not.toContain(deploymentSuppliers.secrets.live.duffel);
    const { data }: { data: OperatorSupplier[] } = JSON.parse(text);
    return new Map(data.map((each) => [`${each.environment} ${each.name}`, each]));
  };
  expect([...(await list()).keys()]).toContain("test duffel");
  expect((await list()).get("live seats-aero")).toMatchObject({ status: "not_connected", accountCredentials: 0 });
  expect((await app.call("/v1/search", { key, body: liveSearch })).status).toBe(200);
  const accountId = await createAccount(database, "Customer", startMs);
  const failed = { searches: 3, answered: 1, withOffers: 0, tookMs: 900, lastFailureAtMs: startMs };
  await addSupplierResults(database, [
    { accountId, environment: "live", supplier: "duffel", day: "2026-11-21", ...failed, lastFailure: "timeout" },
  ]);
  const duffel = (await list()).get("live duffel");
  expect(duffel).toMatchObject({
    status: "connected",
    deploymentCredential: true,
    budget: { callsPerDay: 20 },
    budgetUsedShare: 0.05,
    callsToday: 1,
    searchesToday: 4,
    accountsToday: 2,
    answeredShare: 0.5,
    offersShare: 0.25,
    lastFailure: "timeout",
    process: { searches: 1, answered: 1, circuit: "closed", circuitObservedAt: "2026-11-21T07:33:00.000Z" },
  });
});
