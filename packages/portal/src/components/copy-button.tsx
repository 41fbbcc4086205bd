import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonKind, IconButton } from "./button.tsx";

const shownMs = 1600;

interface CopyButtonProps {
  /** Text to copy. */
  text: string;
  /** Name of the text, as in "Copy key id". */
  contentName: string;
  /** Label of the button. Without it, the button shows only an icon. */
  label?: string;
  kind?: ButtonKind;
  onCopied?: () => void;
}

const outcomes = {
  copied: { label: "Copied", Icon: Check },
  failed: { label: "Copy manually", Icon: X },
};

/** Copies text to the clipboard and shows the result. The clipboard is not available over plain HTTP, except on localhost. */
export function CopyButton({ text, contentName, label, kind = "quiet", onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null);
  useEffect(() => {
    const timer = outcome === null ? undefined : setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setOutcome("failed");
      return;
    }
    setOutcome("copied");
    onCopied?.();
  };
  const { label: outcomeLabel, Icon } = outcome === null ? { label: undefined, Icon: Copy } : outcomes[outcome];
  const icon = <Icon aria-hidden />;
  const status = (
    <span role="status" className="sr-only">
      {outcomeLabel}
    </span>
  );
  if (label === undefined) {
    return (
      <IconButton label={`Copy ${contentName}`} onClick={() => void copy()} className="relative z-1">
        {icon}
        {status}
      </IconButton>
    );
  }
  return (
    <Button kind={kind} onClick={() => void copy()} aria-label={`Copy ${contentName}`} className="relative z-1">
      {icon}
      {outcomeLabel ?? label}
      {status}
    </Button>
  );
}

/** Id in monospace with a copy button. */
export function CopyableId({ id, contentName = "id" }: { id: string; contentName?: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-0.5 font-mono text-13 [&_button]:-my-2">
      <span className="truncate">{id}</span>
      <CopyButton text={id} contentName={contentName} />
    </span>
  );
}
