import type { Subscription } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Time } from "../../components/time.tsx";
import { useBillingActions, usePlans, usePlanTitle } from "./data.ts";
import { describeSearches } from "./subscription-text.ts";

interface CancelDialogProps extends DialogState {
  subscription: Subscription;
}

/** Asks before a subscription is cancelled, and says what that means. */
export function CancelDialog({ subscription, open, onClose }: CancelDialogProps) {
  const { cancel } = useBillingActions();
  const titleOf = usePlanTitle();
  const free = usePlans().data?.data.find(({ name }) => name === "free");
  const title = titleOf(subscription.plan);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Cancel ${title}?`}
      deed="Cancel subscription"
      action={cancel}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        {title} goes on with all that it includes until <Time at={subscription.period.to} />, and nothing of its price
        is given back. You can resume it until then.
      </p>
      <p className="text-ink-2">
        From then on the account is on {titleOf("free")}.
        {free !== undefined && <> Live searches: {describeSearches(free)}.</>} What is searched beyond those included
        until then comes on a last invoice.
      </p>
    </ConfirmDialog>
  );
}
