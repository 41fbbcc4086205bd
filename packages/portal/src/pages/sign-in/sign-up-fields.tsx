import type { FormEvent, ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { PasswordField } from "../../components/password-field.tsx";

interface SignUpFormProps {
  submitLabel: string;
  busy: boolean;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
}

/** Form of the sign-up pages. */
export function SignUpForm({ submitLabel, busy, onSubmit, children }: SignUpFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <Button kind="primary" type="submit" busy={busy} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}

/** Fields of the user and the account. @param email address that cannot be changed; by default, it is a field */
export function AccountFields({ email }: { email?: string }) {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
      <TextField
        label="Account name"
        hint="Your company or project."
        name="accountName"
        autoComplete="organization"
        required
        maxLength={100}
      />
      <TextField
        label="Email"
        hint="You sign in with it and cannot change it later."
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        {...(email === undefined ? {} : { defaultValue: email, readOnly: true })}
      />
    </>
  );
}

/** Field for a new password. */
export function NewPasswordField({ error, autoFocus = false }: { error: string | undefined; autoFocus?: boolean }) {
  return (
    <PasswordField
      label="Password"
      hint="At least 10 characters, and not easy to guess."
      error={error}
      name="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={200}
      required
      autoFocus={autoFocus}
    />
  );
}
