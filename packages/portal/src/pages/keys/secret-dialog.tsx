import type { NewKey } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";

/** Shows a raw key once, with a command to try it. */
export function SecretDialog({ created, onClose }: { created: NewKey | null; onClose: () => void }) {
  return (
    <ShownOnceDialog
      open={created !== null}
      title="Your new key"
      contentName="key"
      lead="Copy the key now. It is stored as a hash and cannot be shown again. If you lose it, roll the key."
      text={created?.secret}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        Store it where your program reads it. To try it without saving it in your shell history:
      </p>
      <CodeBlock
        contentName="command"
        code={`read -rs WAYFARE_KEY && export WAYFARE_KEY   # then paste the key\ncurl ${location.origin}/v1/keys/self -H "Authorization: Bearer $WAYFARE_KEY"`}
      />
    </ShownOnceDialog>
  );
}
