import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonKind, IconButton } from "./button.tsx";

const shownMs = 1600;

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  /** What it is, as in "Copy key id". */
  what: string;
  /** Words on the button; an icon alone without them. */
  label?: string;
  kind?: ButtonKind;
  onCopied?: () => void;
}

/** Copies, and says so in its own place. */
export function CopyButton({ text, what, label, kind = "quiet", onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), shownMs) : undefined;
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopied?.();
  };
  const icon = copied ? <Check aria-hidden /> : <Copy aria-hidden />;
  const outcome = (
    <span role="status" className="sr-only">
      {copied ? "Copied" : ""}
    </span>
  );
  if (label === undefined) {
    return (
      <IconButton label={`Copy ${what}`} onClick={() => void copy()} className="relative z-1">
        {icon}
        {outcome}
      </IconButton>
    );
  }
  return (
    <Button kind={kind} onClick={() => void copy()} aria-label={`Copy ${what}`} className="relative z-1">
      {icon}
      {copied ? "Copied" : label}
      {outcome}
    </Button>
  );
}

/** An id as it is, in mono, with its copy button. */
export function CopyableId({ id, what = "id" }: { id: string; what?: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-0.5 font-mono text-13 [&_button]:-my-2">
      <span className="truncate">{id}</span>
      <CopyButton text={id} what={what} />
    </span>
  );
}
