import type { Plan, PreviewSubscription, Subscription, SubscriptionChange } from "@wayfare/sdk";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { ChangedPlan } from "./changed-plan.tsx";
import { usePlans, usePlanTitle } from "./data.ts";
import { PlanPreview } from "./plan-preview.tsx";

interface ChangePlanDialogProps {
  subscription: Subscription;
  /** The change to look at; the dialog is open as long as it is there. */
  wanted: PreviewSubscription | null;
  onClose: () => void;
}

/** Shows what a change of plan costs, and makes exactly that one. */
export function ChangePlanDialog({ subscription, wanted, onClose }: ChangePlanDialogProps) {
  const [changed, setChanged] = useState<SubscriptionChange | null>(null);
  const titleOf = usePlanTitle();
  const plan = usePlans().data?.data.find(({ name }) => name === wanted?.plan);
  const close = () => {
    setChanged(null);
    onClose();
  };
  return (
    <Dialog open={wanted !== null} onClose={close} title={titleFor(wanted, plan)} wide>
      {changed !== null && <ChangedPlan changed={changed} onDone={close} />}
      {changed === null && wanted !== null && plan !== undefined && (
        <PlanPreview
          wanted={wanted}
          plan={plan}
          stay={titleOf(subscription.plan)}
          onChanged={setChanged}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

function titleFor(wanted: PreviewSubscription | null, plan: Plan | undefined): string {
  if (wanted === null || plan === undefined) return "Change the plan";
  return wanted.trial === true ? `Try ${plan.title} for ${plan.trialDays} days` : `Change to ${plan.title}`;
}
