import type { ReactNode } from "react";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import { Dialog, type DialogState } from "./dialog.tsx";

/** State of the mutation behind the button of a dialog. */
export interface Action {
  isPending: boolean;
  error: Error | null;
  /** Clears the result of the last run. */
  reset: () => void;
}

export interface ActionDialogProps extends DialogState {
  title: string;
  wide?: boolean;
  action: Action;
  /** Label of the cancel button. */
  cancelLabel: string;
  /** Button that runs the action. */
  button: ReactNode;
  children: ReactNode;
}

/** Dialog with a cancel button and an action button. Shows the error of the action and clears it on close. */
export function ActionDialog({ open, onClose, title, wide, action, cancelLabel, button, children }: ActionDialogProps) {
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
          <Button onClick={close}>{cancelLabel}</Button>
          {button}
        </>
      }
    >
      {children}
      <ActionProblem error={action.error} />
    </Dialog>
  );
}
