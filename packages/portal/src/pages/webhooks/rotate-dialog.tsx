import type { NewWebhook } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

interface RotateDialogProps extends DialogState {
  webhookId: string;
  onRotated: (webhook: NewWebhook) => void;
}

/** Confirmation dialog for rotating a secret. */
export function RotateDialog({ webhookId, open, onClose, onRotated }: RotateDialogProps) {
  const { rotate } = useWebhookActions();
  const start = () =>
    rotate.mutate(webhookId, {
      onSuccess: (webhook) => {
        onClose();
        onRotated(webhook);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Rotate secret?"
      actionLabel="Rotate secret"
      kind="primary"
      action={rotate}
      onConfirm={start}
    >
      <p className="text-ink-2">
        Creates a new secret, shown only once, which signs all deliveries from now on. The current secret stays valid
        for 24 hours. Accept both in your program, then remove the old one.
      </p>
    </ConfirmDialog>
  );
}
