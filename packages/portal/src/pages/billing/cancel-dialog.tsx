import type { Subscription } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Time } from "../../components/time.tsx";
import { useBillingActions, usePlans, usePlanTitle } from "./data.ts";
import { describeSearches } from "./subscription-text.ts";

interface CancelDialogProps extends DialogState {
  subscription: Subscription;
}

/** Confirmation dialog for cancelling the subscription. */
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
      actionLabel="Cancel subscription"
      action={cancel}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        {title} stays active until <Time at={subscription.period.to} />. There is no refund. You can resume the
        subscription until then.
      </p>
      <p className="text-ink-2">
        After that, the account is on {titleOf("free")}.
        {free !== undefined && <> Live searches: {describeSearches(free)}.</>} Overage until then is charged on a final
        invoice.
      </p>
    </ConfirmDialog>
  );
}
