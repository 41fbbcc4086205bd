import type { ReactNode } from "react";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import { Dialog, type DialogState } from "./dialog.tsx";

/** What a dialog has to know of the action behind its button. */
export interface Action {
  isPending: boolean;
  error: Error | null;
  /** Forgets how it went the last time. */
  reset: () => void;
}

export interface ActionDialogProps extends DialogState {
  title: string;
  wide?: boolean;
  action: Action;
  /** What saying no says. */
  refusal: string;
  /** The button that acts. */
  button: ReactNode;
  children: ReactNode;
}

/** A dialog with two ways out, one of which acts; it says what went wrong, and forgets that when it is closed. */
export function ActionDialog({ open, onClose, title, wide, action, refusal, button, children }: ActionDialogProps) {
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      wide={wide ?? false}
      footer={
        <>
          <Button onClick={close}>{refusal}</Button>
          {button}
        </>
      }
    >
      {children}
      <ActionProblem error={action.error} />
    </Dialog>
  );
}
