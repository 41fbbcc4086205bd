import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

interface ShownOnceDialogProps {
  open: boolean;
  title: string;
  /** Name of the text, as in "Copy secret". */
  contentName: string;
  /** Explanation that the text is shown once, and what to do if it is lost. */
  lead: ReactNode;
  /** Text to show; undefined if the response was an idempotent replay, which does not include it. */
  text: string | undefined;
  onClose: () => void;
  /** Instructions for the text. */
  children?: ReactNode;
}

/** Dialog for text that is shown only once, such as a secret. Only its button closes it. */
export function ShownOnceDialog({ open, title, contentName, lead, text, onClose, children }: ShownOnceDialogProps) {
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
          {text === undefined ? "Close" : copied ? "Done" : "I’ve saved it"}
        </Button>
      }
    >
      {text === undefined ? (
        <p className="text-critical">
          It was created, but the response with the {contentName} was lost. The {contentName} cannot be shown again.
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
              contentName={contentName}
              label={`Copy ${contentName}`}
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
