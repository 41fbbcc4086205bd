import type { Application } from "@wayfare/sdk";
import type { Action } from "../../components/action-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { readText } from "../../data/form-text.ts";

interface ApplicationDialogProps extends DialogState {
  title: string;
  /** Label of the submit button. */
  submitLabel: string;
  /** Application to edit; absent for a new one. */
  application?: Application;
  action: Action;
  onSubmit: (body: { name: string; description: string }) => void;
}

/** Form for creating or editing an application. */
export function ApplicationDialog({ application, onSubmit, ...dialog }: ApplicationDialogProps) {
  return (
    <FormDialog
      {...dialog}
      onSubmit={(form) => onSubmit({ name: readText(form, "name"), description: readText(form, "description") })}
    >
      <TextField label="Name" name="name" defaultValue={application?.name} required maxLength={100} />
      <TextArea label="Description" name="description" defaultValue={application?.description} maxLength={500} />
    </FormDialog>
  );
}
