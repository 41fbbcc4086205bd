import type { OperatorPlan } from "@wayfare/sdk";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { useHasScope } from "../../data/session.ts";
import { useOperatorPlans } from "./data.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { PlanStateMark } from "./plan-state.tsx";

type PlanRow = OperatorPlan & { id: string };

const columns: readonly Column<PlanRow>[] = [
  {
    header: "Plan",
    cell: ({ name, current }) => (
      <RowLink to="/plans/$name" params={{ name }}>
        {current.title}
      </RowLink>
    ),
  },
  {
    header: "Name",
    cell: ({ name }) => <span className="font-mono text-12 wrap-anywhere">{name}</span>,
    secondary: true,
  },
  { header: "Status", cell: (plan) => <PlanStateMark plan={plan} />, width: "w-28" },
  { header: "Version", cell: ({ current }) => current.version, align: "end", width: "w-20", secondary: true },
  {
    header: "Live searches",
    cell: ({ current }) => formatCount(current.searchesIncluded),
    align: "end",
    width: "w-32",
    secondary: true,
  },
  { header: "Per month", cell: ({ current }) => <Money value={current.price} />, align: "end", width: "w-28" },
];

/** Plans of the deployment, for operators. */
export function PlansPage() {
  const plans = useOperatorPlans();
  const [creating, setCreating] = useState(false);
  const mayChange = useHasScope("accounts.write");
  const rows = { ...plans, rows: plans.rows.map((plan) => ({ ...plan, id: plan.name })) };
  return (
    <>
      <PageHeader
        title="Plans"
        lead="Prices and limits of this deployment. A new version is for new subscriptions; existing ones keep theirs."
        actions={
          mayChange && (
            <Button kind="primary" onClick={() => setCreating(true)}>
              <Plus aria-hidden />
              Create plan
            </Button>
          )
        }
      />
      <PagedTable
        caption="Plans"
        pages={rows}
        columns={columns}
        isFaint={({ retiredAt }) => retiredAt !== null}
        empty={<p className="text-ink-2">There are no plans.</p>}
      />
      {creating && <PlanDialog open onClose={() => setCreating(false)} />}
    </>
  );
}
