import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Problem } from "../../components/problem.tsx";
import { verifyPasskey } from "../../data/passkey.ts";
import { portal } from "../../data/portal-requests.ts";

/** Sign-in with email and password, and the second factor if enabled, or with a passkey. */
export function PasswordSignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [needsCode, setNeedsCode] = useState(false);
  const byPassword = useMutation({
    mutationFn: async (credentials: Record<string, FormDataEntryValue>) => {
      await portal.post("/portal/session/password", credentials);
      await onSignedIn();
    },
    onError: (error) => {
      if (isCodeRequired(error)) setNeedsCode(true);
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      await verifyPasskey("/portal/session/passkey");
      await onSignedIn();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    byPasskey.reset();
    byPassword.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const signInByPasskey = () => {
    byPassword.reset();
    byPasskey.mutate();
  };
  const error = byPassword.error ?? byPasskey.error;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField label="Email" name="email" type="email" autoComplete="username webauthn" required autoFocus />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      {needsCode && (
        <TextField
          label="Code"
          hint="6-digit code from your authenticator app, or a recovery code."
          name="code"
          mono
          autoComplete="one-time-code"
          required
          autoFocus
        />
      )}
      {error !== null && !isCodeRequired(error) && <Problem error={error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" type="submit" busy={byPassword.isPending}>
          Sign in
        </Button>
        <Button busy={byPasskey.isPending} onClick={signInByPasskey}>
          Use a passkey
        </Button>
      </div>
      <p className="text-12 text-ink-3">
        Can’t sign in? Ask your administrator to create a link with{" "}
        <code className="font-mono">npx wayfare login-link</code>.
      </p>
    </form>
  );
}

function isCodeRequired(error: Error): boolean {
  return error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED";
}
