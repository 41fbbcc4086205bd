import { getRouteApi } from "@tanstack/react-router";
import type { OperatorPlanDetail } from "@wayfare/sdk";
import { type ReactNode, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { listTiers } from "../../components/overage-text.ts";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useHasScope } from "../../data/session.ts";
import { useOperatorPlan, usePlanActions } from "./data.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { PlanStateMark } from "./plan-state.tsx";

const route = getRouteApi("/shell/plans/$name");

type Version = OperatorPlanDetail["versions"][number];

const columns: readonly Column<Version>[] = [
  { header: "Version", cell: ({ version }) => version, width: "w-20" },
  { header: "Per month", cell: ({ price }) => <Money value={price} />, align: "end", width: "w-28" },
  {
    header: "Live searches",
    cell: ({ searchesIncluded }) => formatCount(searchesIncluded),
    align: "end",
    width: "w-32",
  },
  { header: "Created", cell: ({ createdAt }) => <Time at={createdAt} />, align: "end", secondary: true },
];

/** Plan of the deployment with its versions, for operators. */
export function PlanPage() {
  const { name } = route.useParams();
  const back = <TextLink to="/plans">Plans</TextLink>;
  return (
    <Loaded query={useOperatorPlan(name)} label="plan" head={<PageHeader title="Plan" above={back} />}>
      {(plan) => (
        <>
          <PageHeader title={plan.current.title} above={back} actions={<PlanActions plan={plan} />} />
          <Facts facts={factsOf(plan)} />
          <Section title="Versions">
            <Table
              caption="Versions"
              columns={columns}
              rows={plan.versions}
              keyOf={({ version }) => String(version)}
              isFaint={({ version }) => version !== plan.current.version}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}

function factsOf(plan: OperatorPlanDetail): [string, ReactNode][] {
  const { name, current, createdAt } = plan;
  const { keyLimits } = current;
  return [
    ["Status", <PlanStateMark key="status" plan={plan} />],
    [
      "Name",
      <span key="name" className="font-mono text-12">
        {name}
      </span>,
    ],
    ["Version", `${current.version}`],
    ["Per month", <Money key="price" value={current.price} />],
    ["Live searches", formatCount(current.searchesIncluded)],
    ...listTiers(current.overageTiers).map((tier): [string, ReactNode] => [tier.name, tier.value]),
    ["Trial", current.trialDays === 0 ? "None" : `${current.trialDays} days`],
    [
      "Requests of a key",
      `${formatCount(keyLimits.requestsPerSecond)} per second, burst ${formatCount(keyLimits.requestsBurst)}`,
    ],
    [
      "Searches of a key",
      `${formatCount(keyLimits.searchesPerSecond)} per second, burst ${formatCount(keyLimits.searchesBurst)}`,
    ],
    ["Concurrent searches", formatCount(keyLimits.searchesAtOnce)],
    ["Features", current.features.length === 0 ? "None" : current.features.join(", ")],
    ["Created", <Time key="created" at={createdAt} />],
  ];
}

function PlanActions({ plan: { name, current, visibility, retiredAt } }: { plan: OperatorPlanDetail }) {
  const { change } = usePlanActions();
  const [creating, setCreating] = useState(false);
  const mayChange = useHasScope("accounts.write");
  if (!mayChange) return null;
  const isPublic = visibility === "public";
  return (
    <div className="flex flex-col items-end gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          busy={change.isPending}
          onClick={() => change.mutate({ name, visibility: isPublic ? "hidden" : "public" })}
        >
          {isPublic ? "Hide" : "Make public"}
        </Button>
        {name !== "free" && (
          <Button busy={change.isPending} onClick={() => change.mutate({ name, retired: retiredAt === null })}>
            {retiredAt === null ? "Retire" : "Sell again"}
          </Button>
        )}
        <Button kind="primary" onClick={() => setCreating(true)}>
          New version
        </Button>
      </div>
      <ActionProblem error={change.error} />
      {creating && <PlanDialog open current={current} onClose={() => setCreating(false)} />}
    </div>
  );
}
