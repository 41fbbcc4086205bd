import type { Webhook } from "@wayfare/sdk";
import type { DialogState } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";
import { readWebhookDraft, WebhookFields } from "./webhook-fields.tsx";

interface EditWebhookDialogProps extends DialogState {
  webhook: Webhook;
}

/** Dialog that edits a webhook endpoint. A new URL is verified before deliveries switch to it. */
export function EditWebhookDialog({ webhook, open, onClose }: EditWebhookDialogProps) {
  const { update } = useWebhookActions();
  const submit = (form: FormData) => {
    const draft = readWebhookDraft(form, webhook);
    if (draft === null) return;
    const { url, events, description, options } = draft;
    const change = { events, description, ...(url !== webhook.url && { url }), ...options };
    update.mutate({ id: webhook.id, change }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit endpoint"
      submitLabel="Save"
      action={update}
      onSubmit={submit}
      wide
    >
      <WebhookFields webhook={webhook} />
    </FormDialog>
  );
}
