import { formatInstant, formatMoney, type OperatorSupplier, type Partition } from "@wayfare/contract";
import type { Registration } from "@wayfare/suppliers";
import { periodsAt, readBudgetUse } from "../../suppliers/calls-store.ts";
import { deploymentBudgetId } from "../../suppliers/directory.ts";
import { readSupplierTotals, type SupplierTotals } from "../../suppliers/results-store.ts";
import { countOwnCredentials, noLimits } from "../../suppliers/store.ts";
import type { StatusDeps } from "./status-deps.ts";

/** Facts about all suppliers that are read once. */
interface SharedFacts {
  totals: readonly SupplierTotals[];
  ownCredentials: ReadonlyMap<string, number>;
}

/** Reads the live suppliers of both environments over all accounts, without secrets. */
export async function readOperatorSuppliers(deps: StatusDeps): Promise<OperatorSupplier[]> {
  const { database, clock, catalog, process } = deps;
  if (catalog.suppliers.length === 0) return [];
  await process?.flushSuppliers();
  const facts = {
    totals: await readSupplierTotals(database.reads, periodsAt(clock.nowMs()).day),
    ownCredentials: await countOwnCredentials(database.reads),
  };
  const environments = ["live", "test"] as const;
  const registered = environments.flatMap((environment) =>
    catalog.suppliers
      .filter(({ partitions }) => partitions.includes(environment))
      .map((registration) => ({ environment, registration })),
  );
  return Promise.all(registered.map((each) => describeSupplier(deps, facts, each)));
}

async function describeSupplier(
  { database, clock, catalog: { deployment }, process }: StatusDeps,
  { totals, ownCredentials }: SharedFacts,
  { environment, registration: { supplier } }: { environment: Partition; registration: Registration },
): Promise<OperatorSupplier> {
  const { name, callCostUsdCents, capabilities } = supplier;
  const limits = deployment.limits[name] ?? noLimits;
  const terms = { limits, callCostCents: callCostUsdCents, nowMs: clock.nowMs() };
  const used = await readBudgetUse(database.reads, deploymentBudgetId(environment, name), terms);
  const deploymentCredential =
    deployment.secrets[environment][name] !== undefined && supplier.credentials.includes("deployment");
  const total = totals.find((each) => each.environment === environment && each.supplier === name);
  const observed = process?.readSupplier(environment, name) ?? null;
  const accountCredentials = ownCredentials.get(`${environment} ${name}`) ?? 0;
  const { callsPerDay, callsPerBooking, spendPerMonthCents } = limits;
  return {
    name,
    environment,
    status: statusOf({
      isConnected: deploymentCredential || accountCredentials > 0,
      isUsedUp: deploymentCredential && (used.usedRatio ?? 0) >= 1,
      isOpen: observed?.circuit === "open",
    }),
    cash: capabilities.cash,
    award: capabilities.award,
    deploymentCredential,
    accountCredentials,
    budget: {
      callsPerDay,
      callsPerBooking,
      spendPerMonth: spendPerMonthCents === null ? null : formatMoney(spendPerMonthCents, "USD"),
    },
    callsToday: used.today,
    costThisMonth: formatMoney(Math.ceil(used.thisMonth * callCostUsdCents), "USD"),
    budgetUsedShare: used.usedRatio === null ? null : roundShare(used.usedRatio),
    ...describeTotals(total),
    process: observed,
  };
}

function statusOf(facts: { isConnected: boolean; isUsedUp: boolean; isOpen: boolean }): OperatorSupplier["status"] {
  if (!facts.isConnected) return "not_connected";
  if (facts.isUsedUp) return "budget_used_up";
  return facts.isOpen ? "circuit_open" : "connected";
}

function describeTotals(total: SupplierTotals | undefined) {
  const { searches = 0, accounts = 0, answered = 0, withOffers = 0, tookMs = 0 } = total ?? {};
  const { lastFailureAtMs = null, lastFailure = null } = total ?? {};
  const shareOf = (count: number) => (searches === 0 ? null : roundShare(count / searches));
  return {
    searchesToday: searches,
    accountsToday: accounts,
    answeredShare: shareOf(answered),
    offersShare: shareOf(withOffers),
    averageMs: searches === 0 ? null : Math.round(tookMs / searches),
    lastFailureAt: lastFailureAtMs === null ? null : formatInstant(lastFailureAtMs),
    lastFailure,
  };
}

/** Rounds to percent. */
function roundShare(share: number): number {
  return Math.round(share * 100) / 100;
}
