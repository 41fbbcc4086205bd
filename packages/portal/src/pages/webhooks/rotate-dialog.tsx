import type { NewWebhook, Webhook } from "@wayfare/sdk";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useWebhookActions } from "./data.ts";

interface RotateDialogProps {
  webhook: Webhook;
  open: boolean;
  onClose: () => void;
  onRotated: (made: NewWebhook) => void;
}

/** Asks before a secret is rotated. */
export function RotateDialog({ webhook, open, onClose, onRotated }: RotateDialogProps) {
  const { rotate } = useWebhookActions();
  const error = rotate.error instanceof StepUpCancelled ? null : rotate.error;
  const start = () =>
    rotate.mutate(webhook.id, {
      onSuccess: (made) => {
        onClose();
        onRotated(made);
      },
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rotate the secret?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={rotate.isPending} onClick={start}>
            Rotate secret
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        A new secret is made and shown once; it signs from now on. The present one stays valid for 24 hours: have your
        program take both, then drop the old one.
      </p>
      {webhook.previousSecretEndsAt !== null && (
        <p className="text-caution">
          Two secrets are valid already. The older of them ends at once, not when its 24 hours are over.
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
