import { useNavigate } from "@tanstack/react-router";
import type { NewWebhook } from "@wayfare/sdk";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";
import { readWebhookDraft, WebhookFields } from "./webhook-fields.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** Registers an endpoint, shows its secret once, and leads to its page, where the challenge goes on. */
export function RegisterWebhookDialog({ open, onClose }: DialogState) {
  const { create } = useWebhookActions();
  const [made, setMade] = useState<NewWebhook | null>(null);
  const navigate = useNavigate();
  const submit = (form: FormData) => {
    const draft = readWebhookDraft(form);
    if (draft === null) return;
    create.mutate(draft, {
      onSuccess: (answer) => {
        setMade(answer);
        onClose();
      },
    });
  };
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Register endpoint"
        deed="Register endpoint"
        action={create}
        onSubmit={submit}
        wide
      >
        <WebhookFields />
      </FormDialog>
      <WebhookSecretDialog
        title="The secret of your endpoint"
        made={made}
        onClose={() => {
          if (made !== null) void navigate({ to: "/webhooks/$id", params: { id: made.id } });
          setMade(null);
        }}
      />
    </>
  );
}
