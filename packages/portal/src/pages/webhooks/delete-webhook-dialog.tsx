import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useWebhookActions } from "./data.ts";

/** Asks before an endpoint is deleted. */
export function DeleteWebhookDialog({
  webhook,
  open,
  onClose,
}: {
  webhook: Webhook;
  open: boolean;
  onClose: () => void;
}) {
  const { remove } = useWebhookActions();
  const navigate = useNavigate();
  const error = remove.error instanceof StepUpCancelled ? null : remove.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete the endpoint?"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(webhook.id, { onSuccess: () => void navigate({ to: "/webhooks" }) })}
          >
            Delete endpoint
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Deliveries that are open are cancelled, and its secret is forgotten. To hold them for a while, pause it instead.
      </p>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
