import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { provePasskey } from "../../data/passkey.ts";
import { portal } from "../../data/portal-requests.ts";

/** E-mail and password, then the second factor where there is one; or a passkey, which is both. */
export function PasswordSignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [asksForCode, setAsksForCode] = useState(false);
  const byPassword = useMutation({
    mutationFn: async (proof: Record<string, FormDataEntryValue>) => {
      await portal.post("/portal/session/password", proof);
      await onSignedIn();
    },
    onError: (error) => {
      if (isCodeDue(error)) setAsksForCode(true);
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      await provePasskey("/portal/session/passkey");
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
      <TextField label="E-mail" name="email" type="email" autoComplete="username webauthn" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {asksForCode && (
        <TextField
          label="Code"
          hint="Six digits of your authenticator app, or one of your recovery codes."
          name="code"
          mono
          autoComplete="one-time-code"
          required
          autoFocus
        />
      )}
      {error !== null && !isCodeDue(error) && <Problem error={error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" type="submit" busy={byPassword.isPending}>
          Sign in
        </Button>
        <Button busy={byPasskey.isPending} onClick={signInByPasskey}>
          Use a passkey
        </Button>
      </div>
      <p className="text-12 text-ink-3">
        No way in? Whoever runs the service prints a link with <code className="font-mono">npx wayfare login-link</code>
        .
      </p>
    </form>
  );
}

function isCodeDue(error: Error): boolean {
  return error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED";
}
