import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

interface DeleteWebhookDialogProps extends DialogState {
  webhook: Webhook;
}

/** Confirmation dialog for deleting a webhook endpoint. */
export function DeleteWebhookDialog({ webhook, open, onClose }: DeleteWebhookDialogProps) {
  const { remove } = useWebhookActions();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete endpoint?"
      actionLabel="Delete endpoint"
      action={remove}
      onConfirm={() => remove.mutate(webhook.id, { onSuccess: () => void navigate({ to: "/webhooks" }) })}
    >
      <p className="text-ink-2">
        Cancels all pending deliveries and deletes the secret. To stop deliveries temporarily, pause the endpoint
        instead.
      </p>
    </ConfirmDialog>
  );
}
