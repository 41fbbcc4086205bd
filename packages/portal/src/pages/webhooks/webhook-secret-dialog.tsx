import type { NewWebhook } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";

interface WebhookSecretDialogProps {
  title: string;
  made: NewWebhook | null;
  onClose: () => void;
}

/** Shows the secret that signs deliveries, for the first and the last time. */
export function WebhookSecretDialog({ title, made, onClose }: WebhookSecretDialogProps) {
  return (
    <ShownOnceDialog
      open={made !== null}
      title={title}
      what="secret"
      lead="Copy it now: it is stored sealed and is not shown again. If it is lost, rotate it."
      text={made?.secret}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        Your program checks each delivery with it. While a rotation lasts it holds both, parted by a comma:
      </p>
      <CodeBlock what="the setting" code={`export WAYFARE_WEBHOOK_SECRETS=${made?.secret}`} />
    </ShownOnceDialog>
  );
}
