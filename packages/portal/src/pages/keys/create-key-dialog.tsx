import type { CreateKey, NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { ApplicationField, readApplication } from "../../components/application-field.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { readUsageLimits, UsageLimitFields } from "../../components/usage-limit-fields.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { readAllowlist, readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useKeyActions } from "./data.ts";
import { readExpiryDay, toExpiryDay } from "./expiry.ts";
import { readScopes, ScopeChoice } from "./scope-choice.tsx";
import { isScopeOfKind, keyScopes } from "./scopes.ts";
import { SecretDialog } from "./secret-dialog.tsx";

type Kind = CreateKey["environment"];

/** Dialog that creates a key and shows it once. */
export function CreateKeyDialog({ open, onClose }: DialogState) {
  const environment = useEnvironment();
  const { create } = useKeyActions();
  const [created, setCreated] = useState<NewKey | null>(null);
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const submit = (form: FormData) => {
    const scopes = readScopes(form);
    setError(scopes.length === 0 ? "Choose at least one scope." : undefined);
    if (scopes.length === 0) return;
    const body: CreateKey = {
      name: readText(form, "name"),
      environment: form.get("kind") === "service" ? "service" : environment,
      scopes,
      ipAllowlist: readAllowlist(readText(form, "ipAllowlist")),
      expiresAt: readExpiryDay(readText(form, "expiresOn")),
      usageLimits: readUsageLimits(form),
      applicationId: readApplication(form),
    };
    create.mutate(body, {
      onSuccess: (key) => {
        setCreated(key);
        close();
      },
    });
  };
  return (
    <>
      <FormDialog
        open={open}
        onClose={close}
        title={`Create ${environment} key`}
        submitLabel="Create key"
        action={create}
        onSubmit={submit}
        wide
      >
        <KeyFields error={error} />
      </FormDialog>
      <SecretDialog created={created} onClose={() => setCreated(null)} />
    </>
  );
}

function KeyFields({ error }: { error: string | undefined }) {
  const environment = useEnvironment();
  const { role, scopes } = useSession();
  const [kind, setKind] = useState<Kind>(environment);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        hint="For example, the program and its environment."
        required
        maxLength={100}
      />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        {environment === "live" && role === "owner" && (
          <Select
            label="Kind"
            name="kind"
            value={kind}
            choices={[
              { value: "live", label: "Live key" },
              { value: "service", label: "Service key (no allowlist)" },
            ]}
            onChange={setKind}
            className="wide:col-span-2"
          />
        )}
        <ApplicationField hint="Limits the key to objects of one application." />
        <TextField
          label="Expires on (end of day)"
          name="expiresOn"
          type="date"
          min={toExpiryDay(new Date().toISOString())}
          hint="Leave empty for no expiry."
        />
      </div>
      <ScopeChoice
        offered={keyScopes.filter((scope) => scopes.includes(scope) && isScopeOfKind(scope, kind))}
        chosen={["flights.search"]}
        error={error}
      />
      <UsageLimitFields />
      {kind !== "service" && (
        <TextArea
          label="Allowlist"
          name="ipAllowlist"
          mono
          rows={2}
          placeholder="203.0.113.0/24"
          hint="IP addresses or CIDR ranges, one per line. Leave empty to allow all."
        />
      )}
    </>
  );
}
