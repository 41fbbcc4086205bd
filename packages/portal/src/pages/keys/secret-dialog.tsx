import type { NewKey } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";

/** Shows a raw key for the first and the last time, and how to try it. */
export function SecretDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <ShownOnceDialog
      open={made !== null}
      title="Your new key"
      what="key"
      lead="Copy it now: it is stored as a hash and cannot be shown again. If it is lost, roll the key."
      text={made?.secret}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">
        Put it where the program reads it. To try it, without leaving it in the history of your shell:
      </p>
      <CodeBlock
        what="the command"
        code={`read -rs WAYFARE_KEY && export WAYFARE_KEY   # then paste the key\ncurl ${location.origin}/v1/keys/self -H "Authorization: Bearer $WAYFARE_KEY"`}
      />
    </ShownOnceDialog>
  );
}
