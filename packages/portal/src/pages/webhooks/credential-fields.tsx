import { useState } from "react";
import { TextArea, TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import type { CredentialChoice } from "./delivery-options.ts";

const types = [
  { value: "basic", label: "HTTP Basic" },
  { value: "oauth2", label: "OAuth 2.0 client credentials" },
  { value: "mtls", label: "Client certificate (mutual TLS)" },
] as const satisfies readonly { value: CredentialChoice; label: string }[];

/** Returns the display name of a type of credentials. */
export function credentialName(type: string): string {
  return types.find(({ value }) => value === type)?.label ?? type;
}

/**
 * Form fields for the credentials of an endpoint. Stored credentials cannot be read, only replaced or removed.
 *
 * @param stored type of the stored credentials; null for none.
 */
export function CredentialFields({ stored }: { stored: string | null }) {
  const [choice, setChoice] = useState<CredentialChoice>(stored === null ? "none" : "keep");
  const kept = { value: "keep", label: `Stored: ${credentialName(stored ?? "")}` } as const;
  return (
    <>
      <Select
        label="Authentication"
        name="authType"
        value={choice}
        choices={[...(stored === null ? [] : [kept]), { value: "none", label: "None" }, ...types]}
        onChange={setChoice}
        hint="Credentials for challenges and deliveries, stored encrypted."
      />
      {choice === "basic" && <BasicFields />}
      {choice === "oauth2" && <OAuth2Fields />}
      {choice === "mtls" && <CertificateFields />}
    </>
  );
}

function BasicFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="User name"
        name="username"
        maxLength={200}
        pattern="[^:]*"
        title="A user name has no colons."
        required
      />
      <SecretField label="Password" name="password" />
    </div>
  );
}

function OAuth2Fields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Token URL" name="tokenUrl" type="url" maxLength={2000} required />
      <TextField
        label="Scope"
        name="scope"
        maxLength={500}
        hint="Separated by spaces. Empty for the default of the server."
      />
      <TextField label="Client id" name="clientId" maxLength={200} required />
      <SecretField label="Client secret" name="clientSecret" />
    </div>
  );
}

function CertificateFields() {
  return (
    <>
      <TextArea
        label="Certificate"
        name="certificate"
        mono
        required
        spellCheck={false}
        maxLength={32_768}
        placeholder="-----BEGIN CERTIFICATE-----"
        hint="In PEM, followed by the certificates of its issuers. The endpoint must have an https URL."
      />
      <TextArea
        label="Private key"
        name="privateKey"
        mono
        required
        spellCheck={false}
        autoComplete="off"
        maxLength={16_384}
        placeholder="-----BEGIN PRIVATE KEY-----"
        hint="In PEM, without a passphrase."
      />
    </>
  );
}

function SecretField({ label, name }: { label: string; name: string }) {
  return <TextField label={label} name={name} type="password" autoComplete="new-password" maxLength={500} required />;
}
