import { type FormEvent, useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { readText } from "../../data/form-text.ts";
import type { Role } from "../../data/session.ts";
import { roleChoices, useTeamActions } from "./team-data.ts";

const formId = "invite-colleague";

/** Makes a one-time link for a colleague, which its maker passes on. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { invite } = useTeamActions();
  const [role, setRole] = useState<Role>("developer");
  const [url, setUrl] = useState<string | null>(null);
  const error = invite.error instanceof StepUpCancelled ? null : invite.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = readText(new FormData(event.currentTarget), "email").trim();
    invite.mutate(
      { email, role },
      {
        onSuccess: (made) => {
          setUrl(made.url);
          onClose();
        },
      },
    );
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Invite a colleague"
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" form={formId} busy={invite.isPending}>
              Make link
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <TextField label="E-mail" name="email" type="email" required maxLength={254} autoFocus />
          <Select
            label="Role"
            value={role}
            choices={roleChoices}
            onChange={setRole}
            hint={roleChoices.find(({ value }) => value === role)?.note}
          />
          {error !== null && <Problem error={error} />}
        </form>
      </Dialog>
      <ShownOnceDialog
        title="The link for your colleague"
        what="link"
        lead="No mail is sent: pass it on yourself. It opens the account once, for seven days, and is not shown again."
        text={url}
        onClose={() => setUrl(null)}
      />
    </>
  );
}
