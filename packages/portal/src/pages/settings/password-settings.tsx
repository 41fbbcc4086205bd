import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Status } from "../../components/status.tsx";
import { readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useSecurityActions } from "./security-data.ts";

const leastLength = 10;

/** Sets the password, or changes it; every other session then ends. */
export function PasswordSettings() {
  const { security } = useSession();
  const { setPassword } = useSecurityActions();
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const password = readText(given, "password");
    const current = readText(given, "current");
    const isSame = password === readText(given, "again");
    setFault(isSame ? undefined : "The two do not match.");
    if (!isSame) return;
    setPassword.mutate({ password, ...(security.password && { current }) }, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {security.password && (
        <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
      )}
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={leastLength}
        maxLength={200}
        required
        hint="At least ten characters. A sentence is good."
      />
      <TextField
        label="New password again"
        name="again"
        type="password"
        autoComplete="new-password"
        required
        error={fault}
      />
      <ActionProblem error={setPassword.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={setPassword.isPending}>
          {security.password ? "Change password" : "Set password"}
        </Button>
        <span role="status">
          {setPassword.isSuccess && <Status tone="positive">Changed; other sessions have ended</Status>}
        </span>
      </div>
    </form>
  );
}
