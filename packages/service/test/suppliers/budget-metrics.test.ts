import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeBudgetGauges, makeCallCounter } from "../../src/suppliers/budget-metrics.ts";
import { CallBudgets } from "../../src/suppliers/call-budgets.ts";
import { deploymentBudgetId } from "../../src/suppliers/directory.ts";
import { noLimits } from "../../src/suppliers/store.ts";
import { supplierOf } from "../sample-supply.ts";

const clock = { nowMs: () => Date.UTC(2026, 10, 25, 12) };
const settled = { status: 200, tookMs: 1, rateLimit: null, health: "answered", retryAtMs: null } as const;

async function valuesOf(registry: Registry, name: string): Promise<Record<string, number>> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(" "), value]));
}

test.each(testDatabaseKinds)("shows the deployment's budgets of all processes and counts calls on %s", async (kind) => {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const registry = new Registry();
  const count = makeCallCounter(registry);
  const registrations = ["air", "sea"].map((name, slot) => {
    const supplier = { ...supplierOf(name, []), callCostUsdCents: 0.5 };
    return { supplier, slot, partitions: ["test", "live"] as const };
  });
  const deployment = {
    secrets: { test: {}, live: { air: "secret", sea: "secret" } },
    limits: { air: { ...noLimits, callsPerDay: 40, spendPerMonthCents: 15 } },
  };
  const read = makeBudgetGauges({ database, clock, suppliers: registrations, deployment }, registry);
  await read();
  expect(await valuesOf(registry, "wayfare_supplier_budget_used_ratio")).toEqual({ "air live": 0 });

  const { signal } = new AbortController();
  for (let process = 0; process < 2; process++) {
    const budgets = new CallBudgets(database, clock);
    const id = deploymentBudgetId("live", "air");
    const budget = budgets.of({
      credentialId: id,
      budgetId: id,
      limits: deployment.limits.air,
      callCostCents: 0.5,
      onCall: (result) => count("air", "deployment", result),
    });
    for (let call = 0; call < 20; call++) {
      const permit = await budget.acquire(signal).catch(() => undefined);
      permit?.settle({ ...settled, billed: call > 0 });
    }
    await budgets.flush();
  }
  await read();
  // 15 cents allow 30 calls, which is closer than 40 calls per day.
  expect(await valuesOf(registry, "wayfare_supplier_budget_used_ratio")).toEqual({ "air live": 29 / 30 });
  expect(await valuesOf(registry, "wayfare_supplier_budget_calls")).toEqual({
    "air live day": 29,
    "air live month": 29,
    "sea live day": 0,
    "sea live month": 0,
  });
  // The second process gets 10 calls; the call that is not counted can be used again.
  expect(await valuesOf(registry, "wayfare_supplier_calls_total")).toEqual({
    "air deployment not_counted": 2,
    "air deployment counted": 29,
    "air deployment refused": 9,
  });
});
