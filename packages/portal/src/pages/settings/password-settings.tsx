import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Status } from "../../components/status.tsx";
import { fieldErrorOf } from "../../data/field-error.ts";
import { readText } from "../../data/form-text.ts";
import { useSession } from "../../data/session.ts";
import { useSecurityActions } from "./security-data.ts";

const minLength = 10;

/** Form that sets or changes the password. Ends all other sessions. */
export function PasswordSettings() {
  const { security } = useSession();
  const { setPassword } = useSecurityActions();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const password = readText(values, "password");
    const current = readText(values, "current");
    const isSame = password === readText(values, "repeated");
    setError(isSame ? undefined : "Passwords do not match.");
    if (!isSame) return;
    setPassword.mutate({ password, ...(security.password && { current }) }, { onSuccess: () => form.reset() });
  };
  const weakness = fieldErrorOf(setPassword.error, "/password");
  return (
    <form onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {security.password && (
        <PasswordField label="Current password" name="current" autoComplete="current-password" required />
      )}
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        minLength={minLength}
        maxLength={200}
        required
        hint="At least 10 characters, and not easy to guess."
        error={weakness}
      />
      <PasswordField label="Repeat new password" name="repeated" autoComplete="new-password" required error={error} />
      <ActionProblem error={weakness === undefined ? setPassword.error : null} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={setPassword.isPending}>
          {security.password ? "Change password" : "Set password"}
        </Button>
        <span role="status">
          {setPassword.isSuccess && <Status tone="positive">Password changed. All other sessions have ended.</Status>}
        </span>
      </div>
    </form>
  );
}
