import type { NewWebhook, Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { describe } from "../../components/problem.tsx";
import { ReplayDialog } from "../../components/replay-dialog.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { toast } from "../../components/toast.tsx";
import { StepUpCancelled } from "../../data/step-up.ts";
import { useWebhookActions } from "../../data/webhooks.ts";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import { EditWebhookDialog } from "./edit-webhook-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** Buttons for the actions of an endpoint, depending on its status. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<"edit" | "rotate" | "replay" | "delete" | null>(null);
  const [created, setCreated] = useState<NewWebhook | null>(null);
  const close = () => setOpen(null);
  const isVerified = webhook.status === "active" || webhook.status === "paused";
  return (
    <RequireScope scopes={["usage.write"]} action="change endpoints">
      {webhook.status === "active" && <TestButton webhook={webhook} />}
      {isVerified && <PauseButton webhook={webhook} />}
      {isVerified && <Button onClick={() => setOpen("replay")}>Replay events</Button>}
      <Button onClick={() => setOpen("rotate")}>Rotate secret</Button>
      <Button onClick={() => setOpen("edit")}>Edit</Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      <EditWebhookDialog webhook={webhook} open={open === "edit"} onClose={close} />
      <RotateDialog webhookId={webhook.id} open={open === "rotate"} onClose={close} onRotated={setCreated} />
      <ReplayDialog webhookId={webhook.id} open={open === "replay"} onClose={close} />
      <DeleteWebhookDialog webhook={webhook} open={open === "delete"} onClose={close} />
      <WebhookSecretDialog title="New signing secret" created={created} onClose={() => setCreated(null)} />
    </RequireScope>
  );
}

/** Shows the error of an action without a dialog. */
const showError = (error: Error) => {
  if (!(error instanceof StepUpCancelled)) toast(describe(error).detail);
};

function TestButton({ webhook }: { webhook: Webhook }) {
  const { test } = useWebhookActions();
  return (
    <Button
      kind="primary"
      busy={test.isPending}
      onClick={() =>
        test.mutate(webhook.id, { onSuccess: () => toast("Test event sent. See Deliveries."), onError: showError })
      }
    >
      Send test event
    </Button>
  );
}

function PauseButton({ webhook }: { webhook: Webhook }) {
  const { update } = useWebhookActions();
  const paused = webhook.status === "paused";
  return (
    <Button
      kind={paused ? "primary" : "secondary"}
      busy={update.isPending}
      onClick={() => update.mutate({ id: webhook.id, change: { paused: !paused } }, { onError: showError })}
    >
      {paused ? "Resume" : "Pause"}
    </Button>
  );
}
