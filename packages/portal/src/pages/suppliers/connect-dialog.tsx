import type { ChangeSupplier, Supplier } from "@wayfare/sdk";
import type { Action } from "../../components/action-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { supplierName } from "../../components/supplier-names.ts";
import { readText } from "../../data/form-text.ts";

interface ConnectDialogProps extends DialogState {
  supplier: Supplier;
  action: Action;
  onSubmit: (change: ChangeSupplier) => void;
}

/** Form for the account's credential and budget of a supplier. */
export function ConnectDialog({ supplier, onSubmit, ...dialog }: ConnectDialogProps) {
  const { budget, credentialHint } = supplier;
  return (
    <FormDialog
      {...dialog}
      title={`${credentialHint === null ? "Connect" : "Edit"} ${supplierName(supplier.name)}`}
      submitLabel={credentialHint === null ? "Connect" : "Save"}
      onSubmit={(form) => onSubmit(readChange(form))}
    >
      <TextField
        label="Token or key"
        name="credential"
        type="password"
        mono
        required={credentialHint === null}
        maxLength={500}
        autoComplete="off"
        hint={
          credentialHint === null
            ? "It is checked with a call to the supplier, stored encrypted and never shown again."
            : `Leave empty to keep the one that ends in ${credentialHint}.`
        }
      />
      {supplier.webhookUrl !== null && (
        <TextField
          label="Webhook secret"
          name="webhookSecret"
          type="password"
          mono
          minLength={8}
          maxLength={500}
          autoComplete="off"
          hint={
            <>
              {supplier.hasWebhookSecret
                ? "Leave empty to keep the saved one. "
                : "For changes and cancellations by airlines. "}
              Register this URL at the supplier: <span className="font-mono wrap-anywhere">{supplier.webhookUrl}</span>
            </>
          }
        />
      )}
      <TextField
        label="Calls per day"
        name="callsPerDay"
        type="number"
        min={0}
        defaultValue={budget.callsPerDay ?? ""}
        hint="Empty for no limit. Days and months are in UTC."
      />
      <TextField
        label="Spend per month in USD"
        name="spendPerMonth"
        inputMode="decimal"
        pattern="[0-9]{1,7}([.][0-9]{1,2})?"
        defaultValue={budget.spendPerMonth?.amount ?? ""}
      />
      <TextField
        label="Calls per booking"
        name="callsPerBooking"
        type="number"
        min={1}
        defaultValue={budget.callsPerBooking ?? ""}
        hint="Look-to-book ratio of a month."
      />
    </FormDialog>
  );
}

function readChange(form: FormData): ChangeSupplier {
  const credential = readText(form, "credential");
  const webhookSecret = readText(form, "webhookSecret");
  const spend = readText(form, "spendPerMonth");
  return {
    enabled: true,
    ...(credential === "" ? {} : { credential }),
    ...(webhookSecret === "" ? {} : { webhookSecret }),
    budget: {
      callsPerDay: readNumber(form, "callsPerDay"),
      spendPerMonth: spend === "" ? null : { amount: spend, currency: "USD" },
      callsPerBooking: readNumber(form, "callsPerBooking"),
    },
  };
}

function readNumber(form: FormData, name: string): number | null {
  const text = readText(form, name);
  return text === "" ? null : Number(text);
}
