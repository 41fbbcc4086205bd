import type { NewKey } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useAllApplications } from "../applications/data.ts";
import { useKeyActions } from "./data.ts";
import { keyScopes, readAllowlist, scopeNotes } from "./scopes.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const formId = "create-key";

/** Asks what the key is for, makes it, and shows it once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { create } = useKeyActions();
  const [made, setMade] = useState<NewKey | null>(null);
  const close = () => {
    create.reset();
    onClose();
  };
  const error = create.error instanceof StepUpCancelled ? null : create.error;
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title="Create key"
        wide
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form={formId} busy={create.isPending}>
              Create key
            </Button>
          </>
        }
      >
        <KeyForm
          onSubmit={(key) =>
            create.mutate(key, {
              onSuccess: (answer) => {
                setMade(answer);
                close();
              },
            })
          }
        />
        {error !== null && <Problem error={error} />}
      </Dialog>
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  );
}

type CreateKeyBody = Parameters<ReturnType<typeof useKeyActions>["create"]["mutate"]>[0];

function KeyForm({ onSubmit }: { onSubmit: (key: CreateKeyBody) => void }) {
  const environment = useEnvironment();
  const session = useSession();
  const applications = useAllApplications();
  const [kind, setKind] = useState<"key" | "service">("key");
  const [applicationId, setApplicationId] = useState("");
  const [scopeFault, setScopeFault] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scopes = keyScopes.filter((scope) => form.has(scope));
    setScopeFault(scopes.length === 0);
    if (scopes.length === 0) return;
    const expiresOn = readText(form, "expiresOn");
    onSubmit({
      name: readText(form, "name"),
      environment: kind === "service" ? "service" : environment,
      scopes,
      ipAllowlist: readAllowlist(readText(form, "ipAllowlist")),
      expiresAt: expiresOn === "" ? null : new Date(`${expiresOn}T23:59:59`).toISOString(),
      applicationId: applicationId === "" ? null : applicationId,
    });
  };
  return (
    <form id={formId} onSubmit={submit} className="grid gap-4 wide:grid-cols-2">
      <TextField
        label="Name"
        name="name"
        hint="What will use it, and where."
        required
        maxLength={100}
        className="wide:col-span-2"
      />
      {environment === "live" && session.role === "owner" && (
        <Select
          label="Kind"
          value={kind}
          choices={[
            { value: "key", label: "Live key" },
            { value: "service", label: "Service key, bound to no allowlist" },
          ]}
          onChange={setKind}
        />
      )}
      <Select
        label="Application"
        value={applicationId}
        choices={[
          { value: "", label: "None" },
          ...applications.map((application) => ({ value: application.id, label: application.name })),
        ]}
        onChange={setApplicationId}
      />
      <TextField label="Expires at the end of" name="expiresOn" type="date" hint="Left empty, it never does." />
      <fieldset className="wide:col-span-2">
        <legend className="pb-1.5 text-12 font-medium text-ink-2">Scopes</legend>
        <div className="grid gap-2 wide:grid-cols-2">
          {keyScopes
            .filter((scope) => session.scopes.includes(scope))
            .map((scope) => (
              <Checkbox
                key={scope}
                name={scope}
                label={<code className="font-mono text-13">{scope}</code>}
                hint={scopeNotes[scope]}
                defaultChecked={scope === "flights.search"}
              />
            ))}
        </div>
        {scopeFault && (
          <p role="alert" className="pt-1 text-12 text-critical">
            Choose at least one scope.
          </p>
        )}
      </fieldset>
      {kind === "key" && (
        <TextArea
          label="Allowlist"
          name="ipAllowlist"
          mono
          rows={2}
          placeholder="203.0.113.0/24"
          hint="Addresses or CIDR ranges that may call, one a line. Left empty, every address may."
          className="wide:col-span-2"
        />
      )}
    </form>
  );
}
