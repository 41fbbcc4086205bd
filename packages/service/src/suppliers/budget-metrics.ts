import type { Clock, Partition } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Registration } from "@wayfare/suppliers";
import { Counter, Gauge, type Registry } from "prom-client";
import { readBudgetUse } from "./calls-store.ts";
import { type DeploymentSuppliers, type DirectoryDeps, deploymentBudgetId } from "./directory.ts";
import { noLimits } from "./store.ts";

/** Counts the calls of this process to live suppliers. */
export function makeCallCounter(registry: Registry): NonNullable<DirectoryDeps["onCall"]> {
  const calls = new Counter({
    name: "wayfare_supplier_calls_total",
    help: "Calls to live suppliers, by supplier, owner of the credential, and result: `counted` or `not_counted` by the budget, `refused` because it is used up, or `reused` if a kept answer made the call needless.",
    labelNames: ["supplier", "owner", "result"],
    registers: [registry],
  });
  return (supplier, owner, result) => calls.inc({ supplier, owner, result });
}

interface BudgetGaugeDeps {
  database: Queryable;
  clock: Clock;
  suppliers: readonly Registration[];
  deployment: DeploymentSuppliers;
}

/**
 * Creates gauges of the budgets of the deployment's credentials. Budgets of accounts have none, because each would be a series.
 *
 * @returns a function that reads the budgets and sets the gauges
 */
export function makeBudgetGauges(deps: BudgetGaugeDeps, registry: Registry): () => Promise<void> {
  const { database, clock, suppliers, deployment } = deps;
  const registers = [registry];
  const calls = new Gauge({
    name: "wayfare_supplier_budget_calls",
    help: "Calls that all processes have made with the deployment's credentials in the current UTC day and month.",
    labelNames: ["supplier", "environment", "period"],
    registers,
  });
  const used = new Gauge({
    name: "wayfare_supplier_budget_used_ratio",
    help: "Used part of the limit of the deployment's credential that is closest to its end, as calls that were made; 1 if all are.",
    labelNames: ["supplier", "environment"],
    registers,
  });
  const setOne = async (environment: Partition, { name, callCostUsdCents }: Registration["supplier"]) => {
    const terms = {
      limits: deployment.limits[name] ?? noLimits,
      callCostCents: callCostUsdCents,
      nowMs: clock.nowMs(),
    };
    const use = await readBudgetUse(database, deploymentBudgetId(environment, name), terms);
    const labels = { supplier: name, environment };
    calls.set({ ...labels, period: "day" }, use.today);
    calls.set({ ...labels, period: "month" }, use.thisMonth);
    if (use.usedRatio !== null) used.set(labels, use.usedRatio);
  };
  return async () => {
    for (const environment of ["test", "live"] as const) {
      for (const { supplier } of suppliers) {
        if (deployment.secrets[environment][supplier.name] !== undefined) await setOne(environment, supplier);
      }
    }
  };
}
