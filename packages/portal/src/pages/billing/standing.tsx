import type { Subscription } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { Notice } from "../../components/notice.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Time } from "../../components/time.tsx";
import { useBillingActions, usePlanTitle } from "./data.ts";

/** What somebody has to know of the subscription first, and what to do about it; nothing where it simply goes on. */
export function Standing({ subscription }: { subscription: Subscription }) {
  return (
    <div className="flex flex-col gap-5 empty:hidden [&:empty+*]:-mt-6">
      <PastDue subscription={subscription} />
      <Pending subscription={subscription} />
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
      title="An invoice is overdue"
      action={
        <ButtonLink kind="primary" to="/billing" search={{ tab: "invoices", status: "open" }}>
          See open invoices
        </ButtonLink>
      }
    >
      <p>
        Until it is paid the plan cannot be changed. Fourteen days after it became overdue the subscription ends, and
        the account is on {titleOf("free")}.
      </p>
    </Notice>
  );
}

function Pending({ subscription: { plan, pendingPlan, period } }: { subscription: Subscription }): ReactNode {
  const titleOf = usePlanTitle();
  if (pendingPlan === null) return null;
  const isCancelled = pendingPlan === "free";
  const title = titleOf(plan);
  return (
    <Notice
      tone="caution"
      title={
        isCancelled
          ? `${title} is cancelled, and ends with its period`
          : `${title} becomes ${titleOf(pendingPlan)} when the period ends`
      }
      action={
        <Permitted scopes={["billing.write"]} may="take it back">
          <ResumeButton label={isCancelled ? "Resume subscription" : `Stay on ${title}`} />
        </Permitted>
      }
    >
      <p>
        Everything stays as it is until <Time at={period.to} />. From then on the account is on {titleOf(pendingPlan)},
        unless you take this back before.
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
    <Notice tone="accent" title={`You are trying ${titleOf(plan)}`}>
      <p>
        The plan costs nothing until <Time at={period.to} />, and <Money value={price} /> a month from then on; cancel
        before, and it ends there. Searches beyond those included cost what they always do.
      </p>
    </Notice>
  );
}

function Ended({ subscription: { status, plan, endedAt } }: { subscription: Subscription }): ReactNode {
  const titleOf = usePlanTitle();
  if (status !== "cancelled") return null;
  return (
    <Notice tone="neutral" title="The subscription has ended">
      <p>
        It ended <Time at={endedAt} />, and the account is on {titleOf(plan)} since. Invoices and credit stay; choose a
        plan below to begin again.
      </p>
    </Notice>
  );
}
