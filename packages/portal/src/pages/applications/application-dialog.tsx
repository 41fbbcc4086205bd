import type { Application } from "@wayfare/sdk";
import { type FormEvent, useId } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { readText } from "../../data/form-text.ts";

interface ApplicationDialogProps {
  title: string;
  /** What the button says. */
  action: string;
  open: boolean;
  onClose: () => void;
  /** What it was before, where it is changed. */
  application?: Application;
  mutation: { isPending: boolean; error: Error | null };
  onSubmit: (body: { name: string; description: string }) => void;
}

/** Name and description, for an application that is made or changed. */
export function ApplicationDialog(props: ApplicationDialogProps) {
  const { title, action, open, onClose, application, mutation, onSubmit } = props;
  const formId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSubmit({ name: readText(form, "name"), description: readText(form, "description") });
  };
  const error = mutation.error instanceof StepUpCancelled ? null : mutation.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={mutation.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" name="name" defaultValue={application?.name} required maxLength={100} />
        <TextArea label="Description" name="description" defaultValue={application?.description} maxLength={500} />
      </form>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
