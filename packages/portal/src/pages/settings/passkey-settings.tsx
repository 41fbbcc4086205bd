import { type FormEvent, useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { readText } from "../../data/form-text.ts";
import { type Passkey, usePasskeys, useSecurityActions } from "./security-data.ts";

/** Passkeys: signing in with a finger, a face or a key of hardware. */
export function PasskeySettings() {
  const passkeys = usePasskeys();
  const { removePasskey } = useSecurityActions();
  const [adding, setAdding] = useState(false);
  const error = removePasskey.error instanceof StepUpCancelled ? null : (removePasskey.error ?? passkeys.error);
  const columns: Column<Passkey>[] = [
    { header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { header: "Added", cell: ({ createdAt }) => <Time at={createdAt} show="distance" />, secondary: true },
    { header: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} show="distance" /> },
    {
      header: "Remove",
      headerHidden: true,
      align: "end",
      width: "w-28",
      cell: ({ id, name }) => (
        <Button
          kind="quiet"
          aria-label={`Remove the passkey ${name}`}
          busy={removePasskey.isPending && removePasskey.variables === id}
          onClick={() => removePasskey.mutate(id)}
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <div className="flex flex-col items-start gap-3">
      {passkeys.isPending && <Waiting label="passkeys" />}
      {passkeys.data?.length === 0 && (
        <p className="max-w-[68ch] text-ink-2">
          A passkey signs you in with your finger, your face or a key of hardware. It cannot be guessed, and works on no
          other site.
        </p>
      )}
      {passkeys.data !== undefined && passkeys.data.length > 0 && (
        <Table caption="Passkeys" columns={columns} rows={passkeys.data} keyOf={({ id }) => id} />
      )}
      {error !== null && <Problem error={error} />}
      <Button onClick={() => setAdding(true)}>Add passkey</Button>
      <AddPasskeyDialog open={adding} onClose={() => setAdding(false)} />
    </div>
  );
}

function AddPasskeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { addPasskey } = useSecurityActions();
  const error = addPasskey.error instanceof StepUpCancelled ? null : addPasskey.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    addPasskey.mutate(readText(new FormData(event.currentTarget), "name"), { onSuccess: onClose });
  };
  return (
    <Dialog open={open} onClose={onClose} title="Add a passkey">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={60}
          autoFocus
          placeholder="Laptop"
          hint="So that you know it again. Your browser then asks where to keep it."
        />
        {error !== null && (isClosed(error) ? <Closed /> : <Problem error={error} />)}
        <div className="flex justify-end">
          <Button kind="primary" type="submit" busy={addPasskey.isPending}>
            Add passkey
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the browser calls it when its dialog was closed, or took too long. */
function isClosed(error: Error): boolean {
  return error.name === "NotAllowedError" || error.name === "AbortError";
}

function Closed() {
  return (
    <p role="alert" className="text-13 text-caution">
      The browser’s dialog was closed, or took too long. Try again.
    </p>
  );
}
