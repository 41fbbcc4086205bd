import type { NewWebhook, Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { describe } from "../../components/problem.tsx";
import { ReplayDialog } from "../../components/replay-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { StepUpCancelled } from "../../data/step-up.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { useWebhookActions } from "../../data/webhooks.ts";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import { EditWebhookDialog } from "./edit-webhook-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { hasTwoSecrets } from "./secrets.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** What can be done to an endpoint in the state that it is in. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<"edit" | "rotate" | "replay" | "delete" | null>(null);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const close = () => setOpen(null);
  const { nowMs } = useDataClock();
  const isServed = webhook.status === "active" || webhook.status === "paused";
  return (
    <Permitted scopes={["usage.write"]} may="change endpoints">
      {webhook.status === "active" && <TestButton webhook={webhook} />}
      {isServed && <PauseButton webhook={webhook} />}
      {isServed && <Button onClick={() => setOpen("replay")}>Deliver past events</Button>}
      <Button
        disabled={hasTwoSecrets(webhook, nowMs)}
        title={hasTwoSecrets(webhook, nowMs) ? "Two secrets are valid already" : undefined}
        onClick={() => setOpen("rotate")}
      >
        Rotate secret
      </Button>
      <Button onClick={() => setOpen("edit")}>Edit</Button>
      <Button kind="danger" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      <EditWebhookDialog webhook={webhook} open={open === "edit"} onClose={close} />
      <RotateDialog webhookId={webhook.id} open={open === "rotate"} onClose={close} onRotated={setMade} />
      <ReplayDialog webhookId={webhook.id} open={open === "replay"} onClose={close} />
      <DeleteWebhookDialog webhook={webhook} open={open === "delete"} onClose={close} />
      <WebhookSecretDialog title="The new secret" made={made} onClose={() => setMade(null)} />
    </Permitted>
  );
}

/** A quick action has no place of its own for an error. */
const say = (error: Error) => {
  if (!(error instanceof StepUpCancelled)) toast(describe(error).detail);
};

function TestButton({ webhook }: { webhook: Webhook }) {
  const { test } = useWebhookActions();
  return (
    <Button
      kind="primary"
      busy={test.isPending}
      onClick={() =>
        test.mutate(webhook.id, { onSuccess: () => toast("A test event is on its way. See Deliveries."), onError: say })
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
      onClick={() => update.mutate({ id: webhook.id, change: { paused: !paused } }, { onError: say })}
    >
      {paused ? "Resume" : "Pause"}
    </Button>
  );
}
