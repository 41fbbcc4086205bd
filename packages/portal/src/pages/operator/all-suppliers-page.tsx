import type { OperatorSupplier } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount, formatCounted } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { Badge, Status, type Tone } from "../../components/status.tsx";
import { budgetFacts, describeOffers, percent, resultFacts } from "../../components/supplier-facts.tsx";
import { supplierName } from "../../components/supplier-names.ts";
import { Time } from "../../components/time.tsx";
import { allSuppliersAccess } from "../../data/permissions.ts";
import { useOperatorSuppliers } from "./data.ts";

const labels: Readonly<Record<OperatorSupplier["status"], [tone: Tone, label: string]>> = {
  connected: ["positive", "Connected"],
  not_connected: ["neutral", "Not connected"],
  budget_used_up: ["critical", "Budget used up"],
  circuit_open: ["critical", "Circuit breaker open"],
};

/** Live suppliers over all accounts of the deployment, for operators. */
export function OperatorSuppliersPage() {
  const header = (
    <PageHeader
      title={allSuppliersAccess.title}
      lead="Today’s results of live suppliers over all accounts and processes, in UTC. Calls and cost are those of the deployment’s credential."
    />
  );
  return (
    <Loaded query={useOperatorSuppliers()} label="suppliers" head={header}>
      {({ data }) => (
        <>
          {header}
          {data.length === 0 ? (
            <EmptyState title="No live suppliers">
              <p>The settings of this deployment register none.</p>
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-10">
              {data.map((supplier) => (
                <SupplierSection key={`${supplier.environment} ${supplier.name}`} supplier={supplier} />
              ))}
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

function SupplierSection({ supplier }: { supplier: OperatorSupplier }) {
  const name = supplierName(supplier.name);
  return (
    <section aria-label={`${name}, ${supplier.environment}`} className="flex flex-col gap-3">
      <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 text-16 font-semibold wrap-anywhere">
        {name} <Badge>{supplier.environment}</Badge>
        <span className="text-13 font-normal text-ink-3">{describeOffers(supplier)}</span>
      </h2>
      <Facts facts={factsOf(supplier)} />
    </section>
  );
}

function factsOf(supplier: OperatorSupplier): [string, ReactNode][] {
  const { status, deploymentCredential, accountCredentials, budgetUsedShare, accountsToday, process } = supplier;
  const [tone, label] = labels[status];
  const accounts = formatCounted(accountCredentials, "account", "accounts");
  const facts: [string, ReactNode][] = [
    [
      "Status",
      <Status key="status" tone={tone}>
        {label}
      </Status>,
    ],
    ["Credentials", `${deploymentCredential ? "Deployment" : "None of the deployment"}, ${accounts} with their own`],
  ];
  // A supplier that was never used has no results.
  if (status === "not_connected" && supplier.searchesToday === 0) return facts;
  return [
    ...facts,
    ["Budget used", budgetUsedShare === null ? "No limit" : percent(budgetUsedShare)],
    ...budgetFacts(supplier),
    ...resultFacts(supplier),
    ["Accounts today", formatCount(accountsToday)],
    ...(process === null ? [] : processFacts(process)),
  ];
}

function processFacts({
  searches,
  answered,
  skipped,
  circuit,
  circuitObservedAt,
}: NonNullable<OperatorSupplier["process"]>): [string, ReactNode][] {
  const reasons = { budget: "budget", breaker: "circuit breaker", unsupported: "not supported", busy: "busy" } as const;
  const skips = Object.entries(reasons).flatMap(([name, label]) => {
    const count = Object.entries(skipped).find(([reason]) => reason === name)?.[1] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${label}`];
  });
  return [
    ["Since start of this process", `${formatCount(answered)} of ${formatCount(searches)} searches answered`],
    ["Left out by this process", skips.length === 0 ? "None" : skips.join(", ")],
    [
      "Circuit breaker",
      circuitObservedAt === null ? (
        "Unknown: no search of this process"
      ) : (
        <span key="circuit">
          {circuit === "open" ? "Open" : "Closed"}, as found by a search <Time at={circuitObservedAt} show="distance" />
        </span>
      ),
    ],
  ];
}
