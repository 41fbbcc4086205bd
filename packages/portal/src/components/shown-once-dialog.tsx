import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

interface ShownOnceDialogProps {
  open: boolean;
  title: string;
  /** What it is, as in "Copy secret". */
  what: string;
  /** Why it is shown once, and what to do if it is lost. */
  lead: ReactNode;
  /** What is shown; undefined where the answer came a second time, and so without it. */
  text: string | undefined;
  onClose: () => void;
  /** What to do with it. */
  children?: ReactNode;
}

/** Shows something for the first and the last time. Only its button closes it. */
export function ShownOnceDialog({ open, title, what, lead, text, onClose, children }: ShownOnceDialogProps) {
  const [copied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      dismissible={false}
      wide
      footer={
        <Button kind={copied ? "primary" : "secondary"} onClick={close}>
          {text === undefined ? "Close" : copied ? "Done" : "I have kept it"}
        </Button>
      }
    >
      {text === undefined ? (
        <p className="text-critical">
          It was made, but the {what} was lost on the way: this answer came a second time, without it.
        </p>
      ) : (
        <>
          <p className="text-ink-2">{lead}</p>
          <div className="flex flex-wrap items-center gap-3 rounded-control border border-edge bg-sunken p-3">
            <code data-secret className="min-w-0 flex-1 basis-64 font-mono text-14 break-all whitespace-pre-wrap">
              {text}
            </code>
            <CopyButton
              text={text}
              what={what}
              label={`Copy ${what}`}
              kind="primary"
              onCopied={() => setCopied(true)}
            />
          </div>
          {children}
        </>
      )}
    </Dialog>
  );
}
