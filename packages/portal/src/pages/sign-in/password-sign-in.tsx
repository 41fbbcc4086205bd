import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@wayfare/sdk";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Problem } from "../../components/problem.tsx";
import { verifyPasskey } from "../../data/passkey.ts";
import { portal } from "../../data/portal-requests.ts";
import { isSsoRequired, startSso } from "../../data/sso.ts";

interface PasswordSignInProps {
  onSignedIn: () => Promise<void>;
  /** Path to open after single sign-on; the overview by default. */
  next?: string | undefined;
}

/** Sign-in with email and password, and the second factor if enabled, with a passkey, or with single sign-on. */
export function PasswordSignIn({ onSignedIn, next }: PasswordSignInProps) {
  const email = useRef<HTMLInputElement>(null);
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
  const bySso = useMutation({ mutationFn: (address: string) => startSso(address, next) });
  const signInBySso = () => {
    if (email.current?.reportValidity() !== true) return;
    // The refusal of a password stays while the browser opens the provider.
    if (!needsSso) byPassword.reset();
    byPasskey.reset();
    bySso.mutate(email.current.value);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    byPasskey.reset();
    bySso.reset();
    byPassword.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const signInByPasskey = () => {
    byPassword.reset();
    bySso.reset();
    byPasskey.mutate();
  };
  const error = bySso.error ?? byPassword.error ?? byPasskey.error;
  const needsSso = isSsoRequired(error);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        autoFocus
        ref={email}
      />
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
      {needsSso && <SsoRequired busy={bySso.isPending || bySso.isSuccess} onContinue={signInBySso} />}
      {error !== null && !isCodeRequired(error) && !needsSso && <Problem error={error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" type="submit" busy={byPassword.isPending}>
          Sign in
        </Button>
        <Button busy={byPasskey.isPending} onClick={signInByPasskey}>
          Use a passkey
        </Button>
        {!needsSso && (
          <Button busy={bySso.isPending || bySso.isSuccess} onClick={signInBySso}>
            Continue with single sign-on
          </Button>
        )}
      </div>
    </form>
  );
}

/** Refusal of a password or a passkey, with the button that continues. */
function SsoRequired({ busy, onContinue }: { busy: boolean; onContinue: () => void }) {
  const action = (
    <Button busy={busy} onClick={onContinue}>
      Continue with single sign-on
    </Button>
  );
  return (
    <div role="alert">
      <Notice tone="critical" title="Single sign-on required" action={action}>
        <p>
          Your account requires single sign-on, so passwords and passkeys are refused. If your identity provider is
          down, an owner can ask the operator of this service for a sign-in link.
        </p>
      </Notice>
    </div>
  );
}

function isCodeRequired(error: Error): boolean {
  return error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED";
}
