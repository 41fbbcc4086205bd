import { type FormEvent, useEffect, useRef } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextField } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { readText } from "../../data/form-text.ts";
import { StepUpCancelled } from "../../data/step-up.ts";
import { QrCode } from "./qr-code.tsx";
import { useSecurityActions } from "./security-data.ts";

/** Shows a new secret as a QR code and as text, and takes a code to prove that the app has it. */
export function AddAuthenticator({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const { proposeTotp, confirmTotp } = useSecurityActions();
  const { mutate: propose } = proposeTotp;
  const asked = useRef(false);
  useEffect(() => {
    // A secret that is proposed twice voids the first one, which the app may hold already.
    if (asked.current) return;
    asked.current = true;
    propose();
  }, [propose]);
  if (proposeTotp.error !== null) {
    const cancelled = proposeTotp.error instanceof StepUpCancelled;
    return cancelled ? (
      <Button onClick={() => propose()}>Confirm that it is you, and go on</Button>
    ) : (
      <Problem error={proposeTotp.error} onRetry={() => propose()} />
    );
  }
  if (proposeTotp.data === undefined) return <Waiting label="secret" />;
  const { secret, uri } = proposeTotp.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readText(new FormData(event.currentTarget), "code").replaceAll(/\s/g, "");
    confirmTotp.mutate(code, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">Scan this with the app. It is drawn in your browser and sent to nobody.</p>
      <div className="self-center">
        <QrCode text={uri} label="QR code of the secret, for an authenticator app" />
      </div>
      <div>
        <p className="text-12 text-ink-3">Or type the secret:</p>
        <p className="flex items-center gap-1">
          <code data-secret className="font-mono text-13">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton text={secret} what="secret" />
        </p>
      </div>
      <TextField
        label="Code that the app shows"
        name="code"
        mono
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        title="Six digits"
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
