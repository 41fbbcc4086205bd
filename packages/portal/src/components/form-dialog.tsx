import { type ReactNode, useId } from "react";
import { ActionProblem } from "./action-problem.tsx";
import { Button } from "./button.tsx";
import type { Action } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What the button says: the deed. */
  deed: string;
  action: Action;
  /** Called with what stands in the named controls, once the browser finds them filled in. */
  onSubmit: (form: FormData) => void;
  wide?: boolean;
  /** Controls with names. */
  children: ReactNode;
}

/** Asks for what an action needs. What was typed stays where the action fails, and is gone when the dialog is opened anew. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, deed, action, onSubmit, wide = false, children } = props;
  const formId = useId();
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      wide={wide}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={action.isPending}>
            {deed}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
      <ActionProblem error={action.error} />
    </Dialog>
  );
}
