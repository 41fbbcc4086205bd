import type { NewWebhook } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

interface RotateDialogProps extends DialogState {
  webhookId: string;
  onRotated: (made: NewWebhook) => void;
}

/** Asks before a secret is rotated. */
export function RotateDialog({ webhookId, open, onClose, onRotated }: RotateDialogProps) {
  const { rotate } = useWebhookActions();
  const start = () =>
    rotate.mutate(webhookId, {
      onSuccess: (made) => {
        onClose();
        onRotated(made);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Rotate the secret?"
      deed="Rotate secret"
      kind="primary"
      keep="Cancel"
      action={rotate}
      onConfirm={start}
    >
      <p className="text-ink-2">
        A new secret is made and shown once; it signs from now on. The present one stays valid for 24 hours: have your
        program take both, then drop the old one.
      </p>
    </ConfirmDialog>
  );
}
