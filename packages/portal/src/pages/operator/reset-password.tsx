import type { PasswordReset } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { readText } from "../../data/form-text.ts";
import { usePeopleActions } from "./sign-up-data.ts";

/** Button with which an operator creates a link for a user who has lost the password. If the service sends mails, only the user gets it. */
export function ResetPassword() {
  const { resetPassword } = usePeopleActions();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const finish = ({ mailed, url, email }: PasswordReset) => {
    setOpen(false);
    setLink(url);
    if (mailed) toast(`A link is on its way to ${email}.`);
  };
  const submit = (form: FormData) => resetPassword.mutate(readText(form, "email").trim(), { onSuccess: finish });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Reset password</Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Reset a user’s password"
        submitLabel="Create link"
        action={resetPassword}
        onSubmit={submit}
      >
        <p className="text-ink-2">
          The user chooses a new password, and all sessions of the user end. An authenticator stays required. The link
          is recorded in the audit logs of the user’s accounts and of yours.
        </p>
        <TextField label="Email of the user" name="email" type="email" required maxLength={254} />
      </FormDialog>
      <ShownOnceDialog
        open={link !== null}
        title="Link to reset the password"
        contentName="link"
        lead="Send this link to the user. No mail was sent. It works once, expires in a day and is not shown again."
        text={link ?? undefined}
        onClose={() => setLink(null)}
      />
    </>
  );
}
