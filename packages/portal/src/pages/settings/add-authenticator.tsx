import { type FormEvent, useEffect, useRef } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextField } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { Problem } from "../../components/problem.tsx";
import { readText } from "../../data/form-text.ts";
import { StepUpCancelled } from "../../data/step-up.ts";
import { QrCode } from "./qr-code.tsx";
import { useSecurityActions } from "./security-data.ts";

/** Form that adds an authenticator: shows the secret as QR code and text, and verifies a code from the app. */
export function AddAuthenticator({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const { proposeTotp, confirmTotp } = useSecurityActions();
  const { mutate: propose } = proposeTotp;
  const requested = useRef(false);
  useEffect(() => {
    // Requests the secret only once: a second request would invalidate the first secret, which the app may already have.
    if (requested.current) return;
    requested.current = true;
    propose();
  }, [propose]);
  if (proposeTotp.error !== null) {
    const cancelled = proposeTotp.error instanceof StepUpCancelled;
    return cancelled ? (
      <Button onClick={() => propose()}>Confirm your identity</Button>
    ) : (
      <Problem error={proposeTotp.error} onRetry={() => propose()} />
    );
  }
  if (proposeTotp.data === undefined) return <Loading label="secret" />;
  const { secret, uri } = proposeTotp.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readText(new FormData(event.currentTarget), "code").replaceAll(/\s/g, "");
    confirmTotp.mutate(code, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">Scan the QR code with your authenticator app. It is generated in your browser.</p>
      <div className="self-center">
        <QrCode text={uri} label="QR code for an authenticator app" />
      </div>
      <div>
        <p className="text-12 text-ink-3">Or enter the secret:</p>
        <p className="flex items-center gap-1">
          <code data-secret className="font-mono text-13">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton text={secret} contentName="secret" />
        </p>
      </div>
      <TextField
        label="Code from the app"
        name="code"
        mono
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        title="6 digits"
      />
      <ActionProblem error={confirmTotp.error} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={confirmTotp.isPending}>
          Add authenticator
        </Button>
      </div>
    </form>
  );
}
