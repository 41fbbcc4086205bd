import type { Subscription } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { Notice } from "../../components/notice.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { Time } from "../../components/time.tsx";
import { useBillingActions, usePlanTitle } from "./data.ts";

/** Notices about the subscription: overdue invoice, pending change, trial or end. */
export function SubscriptionNotices({ subscription }: { subscription: Subscription }) {
  return (
    <div className="flex flex-col gap-5 empty:hidden [&:empty+*]:-mt-6">
      <PastDue subscription={subscription} />
      <PendingChange subscription={subscription} />
      <Trial subscription={subscription} />
      <Ended subscription={subscription} />
    </div>
  );
}

function PastDue({ subscription: { status } }: { subscription: Subscription }): ReactNode {
  const titleOf = usePlanTitle();
  if (status !== "past_due") return null;
  return (
    <Notice
      tone="critical"
      title="Invoice overdue"
      action={
        <ButtonLink kind="primary" to="/billing" search={{ tab: "invoices", status: "open" }}>
          View open invoices
        </ButtonLink>
      }
    >
      <p>
        You cannot change the plan until it is paid. If it is still unpaid 14 days after the due date, the subscription
        ends and the account changes to {titleOf("free")}.
      </p>
    </Notice>
  );
}

function PendingChange({ subscription: { plan, pendingPlan, period } }: { subscription: Subscription }): ReactNode {
  const titleOf = usePlanTitle();
  if (pendingPlan === null) return null;
  const isCancelled = pendingPlan === "free";
  const title = titleOf(plan);
  return (
    <Notice
      tone="caution"
      title={
        isCancelled
          ? `${title} is cancelled and ends with the current period`
          : `${title} changes to ${titleOf(pendingPlan)} at the end of the period`
      }
      action={
        <RequireScope scopes={["billing.write"]} action="undo the change">
          <ResumeButton label={isCancelled ? "Resume subscription" : `Keep ${title}`} />
        </RequireScope>
      }
    >
      <p>
        {title} stays active until <Time at={period.to} />. Then the account changes to {titleOf(pendingPlan)}, unless
        you undo the change before.
      </p>
    </Notice>
  );
}

function ResumeButton({ label }: { label: string }) {
  const { resume } = useBillingActions();
  return (
    <>
      <Button busy={resume.isPending} onClick={() => resume.mutate()}>
        {label}
      </Button>
      <ActionProblem error={resume.error} />
    </>
  );
}

function Trial({ subscription }: { subscription: Subscription }): ReactNode {
  const { status, plan, pendingPlan, price, period } = subscription;
  const titleOf = usePlanTitle();
  if (status !== "trialing" || pendingPlan !== null) return null;
  return (
    <Notice tone="accent" title={`${titleOf(plan)} trial`}>
      <p>
        The plan is free until <Time at={period.to} />, then <Money value={price} /> per month. To avoid charges, cancel
        before the trial ends. Overage is charged during the trial.
      </p>
    </Notice>
  );
}

function Ended({ subscription: { status, plan, endedAt } }: { subscription: Subscription }): ReactNode {
  const titleOf = usePlanTitle();
  if (status !== "cancelled") return null;
  return (
    <Notice tone="neutral" title="Subscription ended">
      <p>
        The subscription ended <Time at={endedAt} />. The account is now on {titleOf(plan)}. Invoices and credit are
        kept. To subscribe again, choose a plan below.
      </p>
    </Notice>
  );
}
