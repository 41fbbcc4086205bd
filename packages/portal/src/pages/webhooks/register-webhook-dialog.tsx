import { useNavigate } from "@tanstack/react-router";
import type { NewWebhook } from "@wayfare/sdk";
import { useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useWebhookActions } from "./data.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

const formId = "register-webhook";

/** Registers an endpoint, shows its secret once, and leads to its page, where the challenge goes on. */
export function RegisterWebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { create } = useWebhookActions();
  const [made, setMade] = useState<NewWebhook | null>(null);
  const navigate = useNavigate();
  const error = create.error instanceof StepUpCancelled ? null : create.error;
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title="Register endpoint"
        wide
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form={formId} busy={create.isPending}>
              Register endpoint
            </Button>
          </>
        }
      >
        <WebhookForm
          id={formId}
          onSubmit={(webhook) =>
            create.mutate(webhook, {
              onSuccess: (answer) => {
                setMade(answer);
                close();
              },
            })
          }
        />
        {error !== null && <Problem error={error} />}
      </Dialog>
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
