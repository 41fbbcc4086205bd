import type { PortalPasskey } from "@wayfare/contract";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { readText } from "../../data/form-text.ts";
import { usePasskeys, useSecurityActions } from "./security-data.ts";

/** Passkey settings. */
export function PasskeySettings() {
  const passkeys = usePasskeys();
  const { removePasskey } = useSecurityActions();
  const [adding, setAdding] = useState(false);
  const columns: Column<PortalPasskey>[] = [
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
          aria-label={`Remove passkey ${name}`}
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
      <Loaded query={passkeys} label="passkeys">
        {(rows) =>
          rows.length === 0 ? (
            <p className="max-w-[68ch] text-ink-2">
              Sign in with your fingerprint, face or a security key. Passkeys cannot be guessed or used on other sites.
            </p>
          ) : (
            <Table caption="Passkeys" columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <ActionProblem error={removePasskey.error} />
      <Button onClick={() => setAdding(true)}>Add passkey</Button>
      <AddPasskeyDialog open={adding} onClose={() => setAdding(false)} />
    </div>
  );
}

function AddPasskeyDialog({ open, onClose }: DialogState) {
  const { addPasskey } = useSecurityActions();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add passkey"
      submitLabel="Add passkey"
      action={addPasskey}
      onSubmit={(form) => addPasskey.mutate(readText(form, "name"), { onSuccess: onClose })}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        placeholder="Laptop"
        hint="Helps you recognize the passkey. Your browser then asks where to save it."
      />
    </FormDialog>
  );
}
