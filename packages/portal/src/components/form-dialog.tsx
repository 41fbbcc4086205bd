import { useId } from "react";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { Button } from "./button.tsx";

interface FormDialogProps
  extends Pick<ActionDialogProps, "open" | "onClose" | "title" | "wide" | "action" | "children"> {
  /** What the button says: the deed. */
  deed: string;
  /** Called with what stands in the named controls, once the browser finds them filled in. */
  onSubmit: (form: FormData) => void;
}

/** Asks for what an action needs. What was typed stays where the action fails, and is gone when the dialog is opened anew. */
export function FormDialog({ deed, onSubmit, children, ...dialog }: FormDialogProps) {
  const formId = useId();
  return (
    <ActionDialog
      {...dialog}
      refusal="Cancel"
      button={
        <Button kind="primary" type="submit" form={formId} busy={dialog.action.isPending}>
          {deed}
        </Button>
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
    </ActionDialog>
  );
}
