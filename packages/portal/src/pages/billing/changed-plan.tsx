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
  const { plan, pendingPlan } = changed.subscription;
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
        <WhatFollows changed={changed} />
      </p>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone} autoFocus>
          Done
        </Button>
      </div>
    </>
  );
}

/** The invoice, or until when things stay as they are. */
function WhatFollows({ changed: { subscription, invoice } }: { changed: SubscriptionChange }) {
  const titleOf = usePlanTitle();
  const end = <Time at={subscription.period.to} show="instant" />;
  if (subscription.pendingPlan !== null) {
    return (
      <>
        {titleOf(subscription.plan)} goes on until {end}. Until then you can take this back.
      </>
    );
  }
  if (invoice === null) return <>Nothing is charged until {end}.</>;
  return (
    <>
      Invoice{" "}
      <TextLink to="/billing/invoices/$id" params={{ id: invoice.id }} className="font-mono">
        {invoice.number}
      </TextLink>{" "}
      is issued, with <Money value={invoice.due} /> to be paid
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
