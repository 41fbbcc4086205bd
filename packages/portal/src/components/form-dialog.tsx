import { useId } from "react";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { Button } from "./button.tsx";

interface FormDialogProps
  extends Pick<ActionDialogProps, "open" | "onClose" | "title" | "wide" | "action" | "children"> {
  /** Label of the submit button. */
  submitLabel: string;
  /** Called with the values of the named controls after browser validation. */
  onSubmit: (form: FormData) => void;
}

/** Dialog with a form. Keeps the input if the action fails and clears it when the dialog is reopened. */
export function FormDialog({ submitLabel, onSubmit, children, ...dialog }: FormDialogProps) {
  const formId = useId();
  return (
    <ActionDialog
      {...dialog}
      cancelLabel="Cancel"
      button={
        <Button kind="primary" type="submit" form={formId} busy={dialog.action.isPending}>
          {submitLabel}
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
