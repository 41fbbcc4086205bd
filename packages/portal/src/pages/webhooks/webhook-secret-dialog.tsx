import type { NewWebhook } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";

interface WebhookSecretDialogProps {
  title: string;
  created: NewWebhook | null;
  onClose: () => void;
}

/** Shows a signing secret once. */
export function WebhookSecretDialog({ title, created, onClose }: WebhookSecretDialogProps) {
  return (
    <ShownOnceDialog
      open={created !== null}
      title={title}
      contentName="secret"
      lead="Copy the secret now. It is stored encrypted and is not shown again. If you lose it, rotate it."
      text={created?.secret}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        Your program uses it to verify deliveries. During a rotation, set both secrets, separated by a comma:
      </p>
      <CodeBlock contentName="setting" code={`export WAYFARE_WEBHOOK_SECRETS=${created?.secret}`} />
    </ShownOnceDialog>
  );
}
