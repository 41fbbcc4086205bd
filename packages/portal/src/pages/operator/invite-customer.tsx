import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { readText } from "../../data/form-text.ts";
import { useSignUpOptions } from "../../data/sign-up.ts";
import { usePeopleActions } from "./sign-up-data.ts";

/** Button with which an operator invites a customer to create an account; nothing while sign-up is closed. */
export function InviteCustomer() {
  const options = useSignUpOptions();
  const { invite } = usePeopleActions();
  const [open, setOpen] = useState(false);
  const { data: invited } = invite;
  if (options.data === undefined || options.data.signUp === "closed") return null;
  const submit = (form: FormData) => invite.mutate(readText(form, "email").trim(), { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite customer</Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Invite customer"
        submitLabel="Create link"
        action={invite}
        onSubmit={submit}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          hint="The customer creates the account and becomes its owner, on the plan of sign-ups."
          required
          maxLength={254}
        />
      </FormDialog>
      <ShownOnceDialog
        open={invited !== undefined}
        title="Sign-up link"
        contentName="link"
        lead={`${invited?.mailed === true ? `The link is on its way to ${invited.email}.` : "Send this link to the customer. No mail was sent."} It works once, expires in 7 days and is not shown again.`}
        text={invited?.url}
        onClose={() => invite.reset()}
      />
    </>
  );
}
