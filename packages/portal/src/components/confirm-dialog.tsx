import type { ReactNode } from "react";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** What a dialog has to know of the action behind its button. */
export interface Action {
  isPending: boolean;
  error: Error | null;
  /** Forgets how it went the last time. */
  reset: () => void;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** A question. */
  title: string;
  /** What the button says: the deed. */
  deed: string;
  kind?: "danger" | "primary";
  /** What saying no says. */
  keep?: string;
  action: Action;
  onConfirm: () => void;
  /** What comes of it. */
  children: ReactNode;
}

/** Asks before something is done that does not come back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, deed, kind = "danger", keep = "Keep it", action, onConfirm, children } = props;
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close}>{keep}</Button>
          <Button kind={kind} busy={action.isPending} onClick={onConfirm}>
            {deed}
          </Button>
        </>
      }
    >
      {children}
      <ActionProblem error={action.error} />
    </Dialog>
  );
}
