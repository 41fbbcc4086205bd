import type { NewInvitation } from "@wayfare/contract";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { readText } from "../../data/form-text.ts";
import type { Role } from "../../data/role-scopes.ts";
import { roleChoices, useTeamActions } from "../../data/team.ts";

function sentence(invitation: NewInvitation | undefined): string {
  if (invitation?.mailed !== true) return "Send this link to the new member. No mail was sent.";
  return `The invitation is on its way to ${invitation.email}. You can also send this link yourself.`;
}

/** Dialog that creates a one-time invitation link. */
export function InviteDialog({ open, onClose }: DialogState) {
  const { invite } = useTeamActions();
  const [role, setRole] = useState<Role>("developer");
  const [created, setCreated] = useState<NewInvitation>();
  const submit = (form: FormData) =>
    invite.mutate(
      { email: readText(form, "email").trim(), role },
      {
        onSuccess: (invitation) => {
          onClose();
          if (invitation.singleSignOn) toast(`${invitation.email} joins by signing in with single sign-on.`);
          else setCreated(invitation);
        },
      },
    );
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Invite member"
        submitLabel="Create link"
        action={invite}
        onSubmit={submit}
      >
        <TextField label="Email" name="email" type="email" required maxLength={254} />
        <Select
          label="Role"
          value={role}
          choices={roleChoices}
          onChange={setRole}
          hint={roleChoices.find(({ value }) => value === role)?.note}
        />
      </FormDialog>
      <ShownOnceDialog
        open={created !== undefined}
        title="Invitation link"
        contentName="link"
        lead={`${sentence(created)} The link works once, expires in 7 days and is not shown again.`}
        text={created?.url}
        onClose={() => setCreated(undefined)}
      />
    </>
  );
}
