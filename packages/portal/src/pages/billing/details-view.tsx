import type { BillingDetails } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";
import { useHasScope, useSession } from "../../data/session.ts";
import { useBillingDetails, useSetBillingDetails } from "./data.ts";

const taxIdChoices = [
  { value: "" as const, label: "Other" },
  { value: "eu_vat" as const, label: "VAT number, European Union" },
  { value: "gb_vat" as const, label: "VAT number, United Kingdom" },
  { value: "ch_vat" as const, label: "VAT number, Switzerland" },
  { value: "no_vat" as const, label: "VAT number, Norway" },
  { value: "au_abn" as const, label: "ABN, Australia" },
  { value: "in_gst" as const, label: "GSTIN, India" },
];

/** Billing details tab: the buyer as printed on invoices. */
export function DetailsView() {
  const mayWrite = useHasScope("billing.write");
  return (
    <Loaded query={useBillingDetails()} label="billing details">
      {(details) => (mayWrite ? <DetailsForm details={details} /> : <DetailsFacts details={details} />)}
    </Loaded>
  );
}

function DetailsForm({ details }: { details: BillingDetails }) {
  const { account } = useSession();
  const save = useSetBillingDetails();
  const [taxIdType, setTaxIdType] = useState(details.taxIdType ?? null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => readText(form, name).replaceAll("\r\n", "\n").trim();
    const country = read("country").toUpperCase();
    save.mutate({ name: read("name"), address: read("address"), taxId: read("taxId"), taxIdType, country });
  };
  return (
    <form onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <p className="text-ink-2">Printed on invoices that are issued from now on. Issued invoices never change.</p>
      <TextField
        label="Name"
        name="name"
        defaultValue={details.name}
        placeholder={account.name}
        maxLength={200}
        autoComplete="organization"
        hint="If empty, invoices show the name of the account."
      />
      <TextArea
        label="Address"
        name="address"
        defaultValue={details.address}
        maxLength={500}
        rows={4}
        autoComplete="street-address"
      />
      <TextField
        label="Tax id"
        name="taxId"
        defaultValue={details.taxId}
        maxLength={100}
        placeholder="DE123456789"
        hint={taxIdType === null ? "Printed as you enter it." : "Checked, and printed with its name."}
      />
      <Select
        label="Type of the tax id"
        value={taxIdType ?? ""}
        choices={taxIdChoices}
        onChange={(type) => setTaxIdType(type === "" ? null : type)}
      />
      <TextField
        label="Country"
        name="country"
        defaultValue={details.country ?? ""}
        maxLength={2}
        placeholder="GB"
        autoComplete="country"
        hint="Code of two letters. Determines the tax rate; not printed."
      />
      <ActionProblem error={save.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={save.isPending}>
          Save details
        </Button>
        <span role="status">{save.isSuccess && <Status tone="positive">Saved</Status>}</span>
      </div>
    </form>
  );
}

function DetailsFacts({ details: { name, address, taxId, country = "" } }: { details: BillingDetails }) {
  const { account } = useSession();
  return (
    <Facts
      facts={[
        ["Name", name === "" ? account.name : name],
        [
          "Address",
          <span key="address" className="whitespace-pre-line">
            {address === "" ? "None" : address}
          </span>,
        ],
        ["Tax id", taxId === "" ? "None" : taxId],
        ["Country", country === "" ? "None" : country],
      ]}
    />
  );
}
