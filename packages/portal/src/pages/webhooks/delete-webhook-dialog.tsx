import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

interface DeleteWebhookDialogProps extends DialogState {
  webhook: Webhook;
}

/** Asks before an endpoint is deleted. */
export function DeleteWebhookDialog({ webhook, open, onClose }: DeleteWebhookDialogProps) {
  const { remove } = useWebhookActions();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete the endpoint?"
      deed="Delete endpoint"
      action={remove}
      onConfirm={() => remove.mutate(webhook.id, { onSuccess: () => void navigate({ to: "/webhooks" }) })}
    >
      <p className="text-ink-2">
        Deliveries that are open are cancelled, and its secret is forgotten. To hold them for a while, pause it instead.
      </p>
    </ConfirmDialog>
  );
}
