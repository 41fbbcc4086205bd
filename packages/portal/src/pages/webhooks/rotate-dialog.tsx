import type { NewWebhook } from "@wayfare/sdk";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Select } from "../../components/select.tsx";
import { useWebhookActions } from "../../data/webhooks.ts";

const endings = [
  { value: "later", label: "In 24 hours" },
  { value: "now", label: "Immediately (it may have leaked)" },
] as const;

interface RotateDialogProps extends DialogState {
  webhookId: string;
  onRotated: (webhook: NewWebhook) => void;
}

/** Confirmation dialog for rotating a secret. */
export function RotateDialog({ webhookId, open, onClose, onRotated }: RotateDialogProps) {
  const { rotate } = useWebhookActions();
  const [ending, setEnding] = useState<(typeof endings)[number]["value"]>("later");
  const start = () =>
    rotate.mutate(
      { id: webhookId, expirePrevious: ending === "now" },
      {
        onSuccess: (webhook) => {
          onClose();
          onRotated(webhook);
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Rotate secret?"
      actionLabel="Rotate secret"
      kind="primary"
      action={rotate}
      onConfirm={start}
    >
      <p className="text-ink-2">
        Creates a new secret, shown only once, which signs all deliveries from now on. Accept both secrets in your
        program, then remove the old one. If two secrets are valid now, the older one ends immediately.
      </p>
      <Select label="The current secret ends" value={ending} choices={endings} onChange={setEnding} />
    </ConfirmDialog>
  );
}
