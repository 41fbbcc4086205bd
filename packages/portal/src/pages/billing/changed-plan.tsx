import type { SubscriptionChange } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { Status } from "../../components/status.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { usePlanTitle } from "./data.ts";

/** What a change has come to. */
export function ChangedPlan({ changed, onDone }: { changed: SubscriptionChange; onDone: () => void }) {
  const titleOf = usePlanTitle();
  const { subscription, invoice } = changed;
  const { plan, pendingPlan, period, status } = subscription;
  return (
    <>
      <p role="status">
        <Status tone="positive">
          {pendingPlan === null
            ? `You are on ${titleOf(plan)} now`
            : `${titleOf(plan)} becomes ${titleOf(pendingPlan)} when the period ends`}
        </Status>
      </p>
      <p className="text-ink-2">
        {invoice !== null && (
          <>
            Invoice{" "}
            <TextLink to="/billing/invoices/$id" params={{ id: invoice.id }} className="font-mono">
              {invoice.number}
            </TextLink>{" "}
            is issued, with <Money value={invoice.due} /> to be paid
            {invoice.dueAt !== null && invoice.status === "open" && (
              <>
                {" "}
                by <Time at={invoice.dueAt} show="instant" />
              </>
            )}
            .
          </>
        )}
        {invoice === null && pendingPlan !== null && (
          <>
            {titleOf(plan)} goes on until <Time at={period.end} show="instant" />. Until then you can take this back.
          </>
        )}
        {invoice === null && status === "trialing" && (
          <>
            The trial lasts until <Time at={period.end} show="instant" />.
          </>
        )}
      </p>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    </>
  );
}
