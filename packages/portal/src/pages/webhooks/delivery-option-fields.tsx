import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { Checkbox, TextArea } from "../../components/field.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { type Parsed, parseFilter, parseHeaders } from "./delivery-options.ts";

const errorOf = (parsed: Parsed<unknown>) => ("error" in parsed ? parsed.error : undefined);

/** Form fields for order, filter, headers and credentials. Stored headers and credentials cannot be read, only replaced or removed. */
export function DeliveryOptionFields({ webhook }: { webhook: Webhook | undefined }) {
  const hasOptions = webhook !== undefined && (webhook.ordered || webhook.filter !== null || hasSealedOptions(webhook));
  return (
    <details open={hasOptions}>
      <summary className="cursor-pointer text-14 font-medium">Delivery options</summary>
      <div className="mt-3 flex flex-col gap-4">
        <Checkbox
          name="ordered"
          label="Deliver in order"
          hint="A failed delivery holds later ones about the same object, such as a booking, and no others."
          defaultChecked={webhook?.ordered ?? false}
        />
        <FilterField webhook={webhook} />
        <HeaderFields names={webhook?.headerNames ?? []} />
        <CredentialFields stored={webhook?.authType ?? null} />
      </div>
    </details>
  );
}

const hasSealedOptions = ({ headerNames, authType }: Webhook) => headerNames.length > 0 || authType !== null;

function FilterField({ webhook }: { webhook: Webhook | undefined }) {
  const stored = webhook?.filter ?? null;
  const [text, setText] = useState(stored === null ? "" : JSON.stringify(stored, null, 2));
  return (
    <TextArea
      label="Filter"
      name="filter"
      mono
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder={'{"kind": ["cash", "award"], "total.amount": {"gte": 500}}'}
      hint="Conditions on the data of events, as JSON. Empty for all events."
      error={errorOf(parseFilter(text))}
    />
  );
}

function HeaderFields({ names }: { names: readonly string[] }) {
  const [text, setText] = useState("");
  const stored = `Stored: ${names.join(", ")}. New lines replace all of them.`;
  return (
    <>
      <TextArea
        label="Headers"
        name="headers"
        mono
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="X-Gateway-Token: token-8731"
        hint={names.length === 0 ? "Sent with each delivery, one on each line. Stored encrypted." : stored}
        error={errorOf(parseHeaders(text))}
      />
      {names.length > 0 && text.trim() === "" && <Checkbox name="removeHeaders" label="Remove the stored headers" />}
    </>
  );
}
