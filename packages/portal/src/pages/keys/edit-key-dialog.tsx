import type { Key } from "@wayfare/sdk";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { readAllowlist, readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useKeyActions } from "./data.ts";
import { readExpiryDay, toExpiryDay } from "./expiry.ts";
import { readScopes, ScopeChoice } from "./scope-choice.tsx";
import { keyScopes } from "./scopes.ts";

/** Changes a key's name, end, scopes and allowlist. */
export function EditKeyDialog({ apiKey, open, onClose }: DialogState & { apiKey: Key }) {
  const { update } = useKeyActions();
  const { scopes: held } = useSession();
  const [fault, setFault] = useState<string>();
  const bound = apiKey.environment !== "service";
  const close = () => {
    setFault(undefined);
    onClose();
  };
  const submit = (form: FormData) => {
    const scopes = readScopes(form);
    setFault(scopes.length === 0 ? "Leave at least one scope, or revoke the key." : undefined);
    if (scopes.length === 0) return;
    const day = readText(form, "expiresOn");
    const change = {
      name: readText(form, "name"),
      scopes,
      // A day that was not touched keeps the instant that it stands for.
      ...(day !== toExpiryDay(apiKey.expiresAt) && { expiresAt: readExpiryDay(day) }),
      ...(bound && { ipAllowlist: readAllowlist(readText(form, "ipAllowlist")) }),
    };
    update.mutate({ id: apiKey.id, change }, { onSuccess: close });
  };
  return (
    <FormDialog open={open} onClose={close} title="Edit key" deed="Save" action={update} onSubmit={submit} wide>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <TextField label="Name" name="name" defaultValue={apiKey.name} required maxLength={100} />
        <TextField
          label="Expires at the end of"
          name="expiresOn"
          type="date"
          defaultValue={toExpiryDay(apiKey.expiresAt)}
          hint="Left empty, it never does."
        />
      </div>
      <ScopeChoice
        offered={keyScopes.filter((scope) => held.includes(scope) || apiKey.scopes.includes(scope))}
        chosen={apiKey.scopes}
        error={fault}
      />
      {bound && (
        <TextArea
          label="Allowlist"
          name="ipAllowlist"
          mono
          defaultValue={apiKey.ipAllowlist.join("\n")}
          hint="Addresses or CIDR ranges, one a line. Left empty, every address may call."
        />
      )}
    </FormDialog>
  );
}
