import type { NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";

/** Shows a raw key for the first and the last time. Only its button closes it. */
export function SecretDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Dialog
      open={made !== null}
      onClose={close}
      title="Your new key"
      dismissible={false}
      wide
      footer={
        <Button kind={copied ? "primary" : "secondary"} onClick={close}>
          {copied ? "Done" : "I have kept it"}
        </Button>
      }
    >
      <p className="text-ink-2">
        Copy it now: it is stored as a hash and cannot be shown again. If it is lost, roll the key.
      </p>
      {made?.secret !== undefined && (
        <>
          <div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken p-3">
            <code className="min-w-0 grow font-mono text-13 break-all" data-secret>
              {made.secret}
            </code>
            <CopyButton
              text={made.secret}
              what="key"
              label="Copy key"
              kind="primary"
              onCopied={() => setCopied(true)}
            />
          </div>
          <p className="text-13 text-ink-2">
            Put it where the program reads it. To try it, without leaving it in the history of your shell:
          </p>
          <CodeBlock
            what="the command"
            code={`read -rs WAYFARE_KEY && export WAYFARE_KEY   # then paste the key\ncurl ${location.origin}/v1/keys/self -H "Authorization: Bearer $WAYFARE_KEY"`}
          />
        </>
      )}
      {made?.secretOmitted === true && (
        <p className="text-critical">This answer came a second time, without the key. Roll it.</p>
      )}
    </Dialog>
  );
}
