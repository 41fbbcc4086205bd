import type { Key } from "@wayfare/sdk";
import type { FormEvent } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, TextArea, TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useKeyActions } from "./data.ts";
import { keyScopes, readAllowlist } from "./scopes.ts";

const formId = "edit-key";

/** Changes a key's name, scopes and allowlist. */
export function EditKeyDialog({ apiKey, open, onClose }: { apiKey: Key; open: boolean; onClose: () => void }) {
  const { update } = useKeyActions();
  const { scopes } = useSession();
  const offered = keyScopes.filter((scope) => scopes.includes(scope) || apiKey.scopes.includes(scope));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const change = {
      name: readText(form, "name"),
      scopes: offered.filter((scope) => form.has(scope)),
      ...(apiKey.environment !== "service" && { ipAllowlist: readAllowlist(readText(form, "ipAllowlist")) }),
    };
    update.mutate({ id: apiKey.id, change }, { onSuccess: onClose });
  };
  const error = update.error instanceof StepUpCancelled ? null : update.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Name" name="name" defaultValue={apiKey.name} required maxLength={100} />
        <fieldset>
          <legend className="pb-1.5 text-12 font-medium text-ink-2">Scopes</legend>
          <div className="grid grid-cols-2 gap-2">
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                name={scope}
                label={<code className="font-mono text-13">{scope}</code>}
                defaultChecked={apiKey.scopes.includes(scope)}
              />
            ))}
          </div>
        </fieldset>
        {apiKey.environment !== "service" && (
          <TextArea
            label="Allowlist"
            name="ipAllowlist"
            mono
            defaultValue={apiKey.ipAllowlist.join("\n")}
            hint="Addresses or CIDR ranges, one a line. Left empty, every address may call."
          />
        )}
      </form>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
