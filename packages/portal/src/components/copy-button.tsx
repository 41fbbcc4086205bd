import { Check, Copy, X } from "lucide-react";
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

const looks = {
  copied: { word: "Copied", Icon: Check },
  refused: { word: "Copy it by hand", Icon: X },
};

/** Copies, and says how it went in its own place: a page that came over plain HTTP, from any host but localhost, has no clipboard. */
export function CopyButton({ text, what, label, kind = "quiet", onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof looks | null>(null);
  useEffect(() => {
    const timer = outcome === null ? undefined : setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setOutcome("refused");
      return;
    }
    setOutcome("copied");
    onCopied?.();
  };
  const { word, Icon } = outcome === null ? { word: undefined, Icon: Copy } : looks[outcome];
  const icon = <Icon aria-hidden />;
  const status = (
    <span role="status" className="sr-only">
      {word}
    </span>
  );
  if (label === undefined) {
    return (
      <IconButton label={`Copy ${what}`} onClick={() => void copy()} className="relative z-1">
        {icon}
        {status}
      </IconButton>
    );
  }
  return (
    <Button kind={kind} onClick={() => void copy()} aria-label={`Copy ${what}`} className="relative z-1">
      {icon}
      {word ?? label}
      {status}
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
