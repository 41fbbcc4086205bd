import type { CreateKey, NewKey } from "@wayfare/sdk";
import { useState } from "react";
import { ApplicationField, readApplication } from "../../components/application-field.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { readAllowlist, readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useKeyActions } from "./data.ts";
import { readExpiryDay, toExpiryDay } from "./expiry.ts";
import { readScopes, ScopeChoice } from "./scope-choice.tsx";
import { keyScopes } from "./scopes.ts";
import { SecretDialog } from "./secret-dialog.tsx";

type Kind = CreateKey["environment"];

/** Asks what the key is for, makes it, and shows it once. */
export function CreateKeyDialog({ open, onClose }: DialogState) {
  const environment = useEnvironment();
  const { create } = useKeyActions();
  const [made, setMade] = useState<NewKey | null>(null);
  const [fault, setFault] = useState<string>();
  const close = () => {
    setFault(undefined);
    onClose();
  };
  const submit = (form: FormData) => {
    const scopes = readScopes(form);
    setFault(scopes.length === 0 ? "Choose at least one scope." : undefined);
    if (scopes.length === 0) return;
    const key: CreateKey = {
      name: readText(form, "name"),
      environment: form.get("kind") === "service" ? "service" : environment,
      scopes,
      ipAllowlist: readAllowlist(readText(form, "ipAllowlist")),
      expiresAt: readExpiryDay(readText(form, "expiresOn")),
      applicationId: readApplication(form),
    };
    create.mutate(key, {
      onSuccess: (answer) => {
        setMade(answer);
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
        deed="Create key"
        action={create}
        onSubmit={submit}
        wide
      >
        <KeyFields fault={fault} />
      </FormDialog>
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  );
}

function KeyFields({ fault }: { fault: string | undefined }) {
  const environment = useEnvironment();
  const { role, scopes } = useSession();
  const [kind, setKind] = useState<Kind>(environment);
  return (
    <>
      <TextField label="Name" name="name" hint="What will use it, and where." required maxLength={100} />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        {environment === "live" && role === "owner" && (
          <Select
            label="Kind"
            name="kind"
            value={kind}
            choices={[
              { value: "live", label: "Live key" },
              { value: "service", label: "Service key, bound to no allowlist" },
            ]}
            onChange={setKind}
            className="wide:col-span-2"
          />
        )}
        <ApplicationField hint="With an application, the key reads and changes only rows of that application." />
        <TextField
          label="Expires at the end of"
          name="expiresOn"
          type="date"
          min={toExpiryDay(new Date().toISOString())}
          hint="Left empty, it never does."
        />
      </div>
      <ScopeChoice
        offered={keyScopes.filter((scope) => scopes.includes(scope))}
        chosen={["flights.search"]}
        error={fault}
      />
      {kind !== "service" && (
        <TextArea
          label="Allowlist"
          name="ipAllowlist"
          mono
          rows={2}
          placeholder="203.0.113.0/24"
          hint="Addresses or CIDR ranges that may call, one a line. Left empty, every address may."
        />
      )}
    </>
  );
}
