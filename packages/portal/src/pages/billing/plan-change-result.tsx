import type { SubscriptionChange } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { Status } from "../../components/status.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { usePlanTitle } from "./data.ts";

/** Result of a plan change. */
export function PlanChangeResult({ changed, onDone }: { changed: SubscriptionChange; onDone: () => void }) {
  const titleOf = usePlanTitle();
  const { plan, pendingPlan } = changed.subscription;
  return (
    <>
      <p role="status">
        <Status tone="positive">
          {pendingPlan === null
            ? `You are now on ${titleOf(plan)}`
            : `${titleOf(plan)} changes to ${titleOf(pendingPlan)} at the end of the period`}
        </Status>
      </p>
      <p className="text-ink-2">
        <NextStep changed={changed} />
      </p>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    </>
  );
}

/** Invoice of the change, or the time until which the plan stays the same. */
function NextStep({ changed: { subscription, invoice } }: { changed: SubscriptionChange }) {
  const titleOf = usePlanTitle();
  const end = <Time at={subscription.period.to} show="instant" />;
  if (subscription.pendingPlan !== null) {
    return (
      <>
        {titleOf(subscription.plan)} stays active until {end}. You can undo the change until then.
      </>
    );
  }
  if (invoice === null) return <>No charge until {end}.</>;
  return (
    <>
      Invoice{" "}
      <TextLink to="/billing/invoices/$id" params={{ id: invoice.id }} className="font-mono">
        {invoice.number}
      </TextLink>{" "}
      was issued. Amount due: <Money value={invoice.due} />
      {invoice.status === "open" && (
        <>
          {" "}
          by <Time at={invoice.dueAt} show="instant" />
        </>
      )}
      .
    </>
  );
}
