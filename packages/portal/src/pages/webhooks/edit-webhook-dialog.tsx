import type { Webhook } from "@wayfare/sdk";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useWebhookActions } from "./data.ts";
import { WebhookForm } from "./webhook-form.tsx";

const formId = "edit-webhook";

/** Changes an endpoint; a new url is challenged before it takes over. */
export function EditWebhookDialog({
  webhook,
  open,
  onClose,
}: {
  webhook: Webhook;
  open: boolean;
  onClose: () => void;
}) {
  const { update } = useWebhookActions();
  const error = update.error instanceof StepUpCancelled ? null : update.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit endpoint"
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <WebhookForm
        id={formId}
        webhook={webhook}
        onSubmit={({ url, events, description }) =>
          update.mutate(
            { id: webhook.id, change: { events, description, ...(url !== webhook.url && { url }) } },
            { onSuccess: onClose },
          )
        }
      />
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
