import type { CustomerAccount } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { readText } from "../../data/form-text.ts";
import { useAccountActions } from "./data.ts";

/** Button and dialog that erase the personal data of an account. */
export function EraseButton({ account }: { account: CustomerAccount }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Erase
      </Button>
      <EraseDialog account={account} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function EraseDialog({ account: { id, name, status }, ...state }: DialogState & { account: CustomerAccount }) {
  const { erase, countErased } = useAccountActions();
  const submit = (form: FormData) =>
    erase.mutate({ id, confirmName: readText(form, "name") }, { onSuccess: state.onClose });
  const rows = Object.values(countErased.data?.rows ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <FormDialog {...state} title={`Erase ${name}?`} submitLabel="Erase account" action={erase} onSubmit={submit}>
      <p className="text-ink-2">
        Erases the personal data of this account in every table: users, travelers, events, logs and texts. Invoices, the
        ledger and amounts of bookings stay, without names and addresses.
        {status !== "closed" && " The account is closed at once."} This cannot be undone.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={countErased.isPending} onClick={() => countErased.mutate(id)}>
          Count rows
        </Button>
        <span role="status" className="text-ink-2">
          {countErased.data !== undefined && `${rows.toLocaleString("en-US")} rows would be erased.`}
        </span>
      </div>
      <TextField label="Name of the account" name="name" hint={`Type ${name} to confirm.`} required maxLength={100} />
    </FormDialog>
  );
}
