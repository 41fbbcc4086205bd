import type { CreateCustomerAccount, NewCustomerAccount, PlanName } from "@wayfare/sdk";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { readText } from "../../data/form-text.ts";
import { toCurrency } from "./currency.ts";
import { useAccountActions, usePlanChoices, usePlanCurrencies } from "./data.ts";

type FirstKeys = "none" | "live" | "both";

const keysOf: Readonly<Record<FirstKeys, NonNullable<CreateCustomerAccount["keys"]>>> = {
  none: [],
  live: ["live"],
  both: ["test", "live"],
};

const keyChoices: readonly { value: FirstKeys; label: string }[] = [
  { value: "none", label: "None" },
  { value: "live", label: "A live key" },
  { value: "both", label: "A test key and a live key" },
];

/** Dialog that creates an account and shows the link of its owner and its first keys once. */
export function CreateAccountDialog({ open, onClose }: DialogState) {
  const { create } = useAccountActions();
  const [plan, setPlan] = useState<PlanName>("free");
  const [currency, setCurrency] = useState("USD");
  const [firstKeys, setFirstKeys] = useState<FirstKeys>("none");
  const [created, setCreated] = useState<NewCustomerAccount | null>(null);
  const submit = (form: FormData) => {
    const keys = keysOf[firstKeys];
    const account = {
      name: readText(form, "name"),
      ownerEmail: readText(form, "ownerEmail").trim(),
      plan,
      currency: toCurrency(currency),
      ...(keys.length > 0 && { keys }),
    };
    create.mutate(account, {
      onSuccess: (made) => {
        setCreated(made);
        onClose();
      },
    });
  };
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Create account"
        submitLabel="Create account"
        action={create}
        onSubmit={submit}
      >
        <TextField label="Name" name="name" hint="The name of the customer." required maxLength={100} />
        <TextField label="Email of the owner" name="ownerEmail" type="email" required maxLength={254} />
        <Select
          label="Currency"
          value={currency}
          choices={usePlanCurrencies().map((code) => ({ value: code, label: code }))}
          onChange={(code) => {
            setCurrency(code);
            setPlan("free");
          }}
          hint="Of plans, invoices and credit. It cannot be changed."
        />
        <Select
          label="Plan"
          value={plan}
          choices={usePlanChoices(currency)}
          onChange={setPlan}
          hint="A paid plan starts now and is invoiced."
        />
        <Select
          label="First keys"
          value={firstKeys}
          choices={keyChoices}
          onChange={setFirstKeys}
          hint="The owner can create keys in the portal, too."
        />
      </FormDialog>
      <ShownOnceDialog
        open={created !== null}
        title={`Created ${created?.name ?? ""}`}
        contentName="link"
        lead={`${sentence(created)} The link works once and expires in 7 days. It is not shown again.`}
        text={created === null ? undefined : describeSecrets(created)}
        onClose={() => setCreated(null)}
      />
    </>
  );
}

function sentence(account: NewCustomerAccount | null): string {
  if (account?.invitation?.mailed !== true) return "Send this to the owner. No mail was sent.";
  return `The link is on its way to ${account.invitation.email} by mail. Keys are not in the mail.`;
}

/** Returns the link and the keys, one on each line; undefined for a replayed response. */
function describeSecrets({ invitation, keys = [] }: NewCustomerAccount): string | undefined {
  if (invitation === undefined) return undefined;
  return [invitation.url, ...keys.map(({ secret }) => secret)].join("\n");
}
