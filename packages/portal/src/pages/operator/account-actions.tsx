import type { CustomerAccount, PlanName } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Checkbox, TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { readText } from "../../data/form-text.ts";
import { useAccountActions, usePlanChoices } from "./data.ts";

type ActionName = "act" | "rename" | "plan" | "suspend" | "resume" | "close";

interface AccountDialogProps extends DialogState {
  account: CustomerAccount;
}

/** Buttons and dialogs that change an account. */
export function AccountActions({ account }: { account: CustomerAccount }) {
  const [opened, setOpened] = useState<ActionName | null>(null);
  const dialog = (name: ActionName) => ({ account, open: opened === name, onClose: () => setOpened(null) });
  const { status, suspendedAt, isOperator } = account;
  return (
    <>
      {!isOperator && <Button onClick={() => setOpened("act")}>View as customer</Button>}
      <Button onClick={() => setOpened("rename")}>Rename</Button>
      <Button onClick={() => setOpened("plan")}>Change plan</Button>
      {status !== "active" && <Button onClick={() => setOpened("resume")}>Resume</Button>}
      {!isOperator && suspendedAt === null && (
        <Button kind="danger" onClick={() => setOpened("suspend")}>
          Suspend
        </Button>
      )}
      {!isOperator && (
        <Button kind="danger" onClick={() => setOpened("close")}>
          Close
        </Button>
      )}
      <ActDialog {...dialog("act")} />
      <RenameDialog {...dialog("rename")} />
      <PlanDialog {...dialog("plan")} />
      <SuspendDialog {...dialog("suspend")} />
      <ResumeDialog {...dialog("resume")} />
      <CloseDialog {...dialog("close")} />
    </>
  );
}

function ActDialog({ account: { id, name }, ...state }: AccountDialogProps) {
  const { act } = useAccountActions();
  const submit = (form: FormData) =>
    act.mutate(
      { accountId: id, changes: form.has("changes") },
      // Loads the portal again, because all cached data is that of the operators.
      { onSuccess: () => location.assign("/") },
    );
  return (
    <FormDialog {...state} title={`View the portal as ${name}`} submitLabel="Start" action={act} onSubmit={submit}>
      <p className="text-ink-2">
        For an hour, you see usage, invoices, keys and webhooks of this account, without bookings and events. Start, end
        and changes are in the audit logs of both accounts.
      </p>
      <Checkbox
        name="changes"
        label="Allow changes"
        hint="You act as an owner: you also see bookings, and can create keys and change the plan."
      />
    </FormDialog>
  );
}

function RenameDialog({ account: { id, name }, ...state }: AccountDialogProps) {
  const { rename } = useAccountActions();
  const submit = (form: FormData) => rename.mutate({ id, name: readText(form, "name") }, { onSuccess: state.onClose });
  return (
    <FormDialog {...state} title="Rename account" submitLabel="Save" action={rename} onSubmit={submit}>
      <TextField label="Name" name="name" defaultValue={name} required maxLength={100} />
    </FormDialog>
  );
}

function PlanDialog({ account, ...state }: AccountDialogProps) {
  const { setPlan } = useAccountActions();
  const [plan, setChosen] = useState<PlanName>(account.plan);
  const submit = () => setPlan.mutate({ id: account.id, plan }, { onSuccess: state.onClose });
  return (
    <FormDialog {...state} title="Change plan" submitLabel="Change plan" action={setPlan} onSubmit={submit}>
      <Select
        label="New plan"
        value={plan}
        choices={usePlanChoices(account.currency)}
        onChange={setChosen}
        hint="An upgrade takes effect and is invoiced now, a downgrade at the end of the period."
      />
    </FormDialog>
  );
}

function SuspendDialog({ account: { id, name }, ...state }: AccountDialogProps) {
  const { suspend } = useAccountActions();
  const submit = (form: FormData) =>
    suspend.mutate({ id, reason: readText(form, "reason") }, { onSuccess: state.onClose });
  return (
    <FormDialog {...state} title={`Suspend ${name}?`} submitLabel="Suspend account" action={suspend} onSubmit={submit}>
      <p className="text-ink-2">
        Its keys and sessions are refused within 30 seconds, and its webhook deliveries wait. Its data is kept, and
        billing continues.
      </p>
      <TextArea label="Reason" name="reason" hint="Kept in the audit logs of both accounts." required maxLength={500} />
    </FormDialog>
  );
}

function ResumeDialog({ account: { id, name, closesAt }, ...state }: AccountDialogProps) {
  const { resume } = useAccountActions();
  return (
    <ConfirmDialog
      {...state}
      title={`Resume ${name}?`}
      actionLabel="Resume account"
      kind="primary"
      action={resume}
      onConfirm={() => resume.mutate(id, { onSuccess: state.onClose })}
    >
      <p className="text-ink-2">
        Its keys and sessions work again, and waiting webhook deliveries are sent.
        {closesAt !== null && " Its closure is withdrawn, but its subscription stays cancelled."}
      </p>
    </ConfirmDialog>
  );
}

function CloseDialog({ account: { id, name }, ...state }: AccountDialogProps) {
  const { close } = useAccountActions();
  const submit = (form: FormData) =>
    close.mutate({ id, graceDays: Number(readText(form, "graceDays")) }, { onSuccess: state.onClose });
  return (
    <FormDialog {...state} title={`Close ${name}?`} submitLabel="Close account" action={close} onSubmit={submit}>
      <p className="text-ink-2">
        Its subscription ends with the current period. The account works until the grace period ends, and can be resumed
        until then.
      </p>
      <TextField
        label="Grace period in days"
        name="graceDays"
        type="number"
        min={0}
        max={365}
        defaultValue={30}
        required
      />
    </FormDialog>
  );
}
