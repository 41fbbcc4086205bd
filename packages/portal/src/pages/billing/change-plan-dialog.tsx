import type { Plan, PreviewSubscription, Subscription, SubscriptionChange } from "@wayfare/sdk";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { usePlans, usePlanTitle } from "./data.ts";
import { PlanChangeResult } from "./plan-change-result.tsx";
import { PlanPreview } from "./plan-preview.tsx";

interface ChangePlanDialogProps {
  subscription: Subscription;
  /** Plan change to preview. The dialog is open while it is set. */
  requested: PreviewSubscription | null;
  onClose: () => void;
}

/** Dialog that previews and makes a plan change. */
export function ChangePlanDialog({ subscription, requested, onClose }: ChangePlanDialogProps) {
  const [changed, setChanged] = useState<SubscriptionChange | null>(null);
  const titleOf = usePlanTitle();
  const plan = usePlans().data?.data.find(({ name }) => name === requested?.plan);
  const close = () => {
    setChanged(null);
    onClose();
  };
  return (
    <Dialog open={requested !== null} onClose={close} title={titleFor(requested, plan)} wide>
      {changed !== null && <PlanChangeResult changed={changed} onDone={close} />}
      {changed === null && requested !== null && plan !== undefined && (
        <PlanPreview
          requested={requested}
          plan={plan}
          currentTitle={titleOf(subscription.plan)}
          onChanged={setChanged}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

function titleFor(requested: PreviewSubscription | null, plan: Plan | undefined): string {
  if (requested === null || plan === undefined) return "Change plan";
  return requested.trial === true ? `Try ${plan.title} free for ${plan.trialDays} days` : `Change to ${plan.title}`;
}
