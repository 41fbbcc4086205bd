import type { Key } from "@wayfare/sdk";
import { useState } from "react";
import type { DialogState } from "../../components/dialog.tsx";
import { TextArea, TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { readUsageLimits, UsageLimitFields } from "../../components/usage-limit-fields.tsx";
import { readAllowlist, readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useKeyActions } from "./data.ts";
import { readExpiryDay, toExpiryDay } from "./expiry.ts";
import { readScopes, ScopeChoice } from "./scope-choice.tsx";
import { isScopeOfKind, keyScopes } from "./scopes.ts";

/** Dialog that changes the name, expiry, scopes, usage limits and allowlist of a key. */
export function EditKeyDialog({ apiKey, open, onClose }: DialogState & { apiKey: Key }) {
  const { update } = useKeyActions();
  const { scopes: held } = useSession();
  const [error, setError] = useState<string>();
  const hasAllowlist = apiKey.environment !== "service";
  const close = () => {
    setError(undefined);
    onClose();
  };
  const submit = (form: FormData) => {
    const scopes = readScopes(form);
    setError(scopes.length === 0 ? "Keep at least one scope, or revoke the key." : undefined);
    if (scopes.length === 0) return;
    const day = readText(form, "expiresOn");
    const change = {
      name: readText(form, "name"),
      scopes,
      usageLimits: readUsageLimits(form),
      // Sends the expiry only if the date was changed, to keep the exact time otherwise.
      ...(day !== toExpiryDay(apiKey.expiresAt) && { expiresAt: readExpiryDay(day) }),
      ...(hasAllowlist && { ipAllowlist: readAllowlist(readText(form, "ipAllowlist")) }),
    };
    update.mutate({ id: apiKey.id, change }, { onSuccess: close });
  };
  return (
    <FormDialog open={open} onClose={close} title="Edit key" submitLabel="Save" action={update} onSubmit={submit} wide>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <TextField label="Name" name="name" defaultValue={apiKey.name} required maxLength={100} />
        <TextField
          label="Expires on (end of day)"
          name="expiresOn"
          type="date"
          defaultValue={toExpiryDay(apiKey.expiresAt)}
          hint="Leave empty for no expiry."
        />
      </div>
      <ScopeChoice
        offered={keyScopes.filter(
          (scope) =>
            apiKey.scopes.includes(scope) || (held.includes(scope) && isScopeOfKind(scope, apiKey.environment)),
        )}
        chosen={apiKey.scopes}
        error={error}
      />
      <UsageLimitFields initial={apiKey.usageLimits} />
      {hasAllowlist && (
        <TextArea
          label="Allowlist"
          name="ipAllowlist"
          mono
          defaultValue={apiKey.ipAllowlist.join("\n")}
          hint="IP addresses or CIDR ranges, one per line. Leave empty to allow all."
        />
      )}
    </FormDialog>
  );
}
