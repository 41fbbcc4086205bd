import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { Checkbox, TextArea, TextField } from "../../components/field.tsx";
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
        <CredentialFields isStored={(webhook?.authType ?? null) !== null} />
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

function CredentialFields({ isStored }: { isStored: boolean }) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [tokenUrl, setTokenUrl] = useState("");
  const isOAuth2 = tokenUrl !== "";
  const isEmpty = username === "" && password === "" && !isOAuth2;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="User name"
          name="username"
          maxLength={200}
          pattern={isOAuth2 ? ".*" : "[^:]*"}
          title={isOAuth2 ? "The client id." : "A user name has no colons."}
          required={!isEmpty}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          hint={
            isStored
              ? "Empty keeps the stored credentials."
              : "For HTTP Basic authentication, or the client id for OAuth 2.0."
          }
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          maxLength={500}
          required={!isEmpty}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint="Or the client secret for OAuth 2.0."
        />
        <TextField
          label="Token endpoint"
          name="tokenUrl"
          type="url"
          maxLength={2000}
          value={tokenUrl}
          onChange={(event) => setTokenUrl(event.target.value)}
          hint="Only for OAuth 2.0 client credentials."
        />
        <TextField
          label="Scope"
          name="scope"
          maxLength={500}
          disabled={!isOAuth2}
          hint="Separated by spaces. Empty for the default of the server."
        />
      </div>
      {isStored && isEmpty && <Checkbox name="removeAuth" label="Remove the stored credentials" />}
    </>
  );
}
