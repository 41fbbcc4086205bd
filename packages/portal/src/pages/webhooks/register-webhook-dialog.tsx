import { useNavigate } from "@tanstack/react-router";
import type { NewWebhook } from "@wayfare/sdk";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";
import { readWebhookDraft, WebhookFields } from "./webhook-fields.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** Dialog that registers an endpoint, shows its secret once, then opens its page, which shows the verification. */
export function RegisterWebhookDialog({ open, onClose }: DialogState) {
  const { create } = useWebhookActions();
  const [created, setCreated] = useState<NewWebhook | null>(null);
  const navigate = useNavigate();
  const submit = (form: FormData) => {
    const draft = readWebhookDraft(form);
    if (draft === null) return;
    const { options, ...endpoint } = draft;
    create.mutate(
      { ...endpoint, ...options },
      {
        onSuccess: (webhook) => {
          setCreated(webhook);
          onClose();
        },
      },
    );
  };
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Register endpoint"
        submitLabel="Register endpoint"
        action={create}
        onSubmit={submit}
        wide
      >
        <WebhookFields />
      </FormDialog>
      <WebhookSecretDialog
        title="Signing secret"
        created={created}
        onClose={() => {
          if (created !== null) void navigate({ to: "/webhooks/$id", params: { id: created.id } });
          setCreated(null);
        }}
      />
    </>
  );
}
