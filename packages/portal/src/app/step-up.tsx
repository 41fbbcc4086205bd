import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@wayfare/sdk";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { readText } from "../data/form-text.ts";
import { verifyPasskey } from "../data/passkey.ts";
import { portal } from "../data/portal-requests.ts";
import { sessionKey, useSession } from "../data/session.ts";
import { confirmBySso } from "../data/sso.ts";
import { type StepUp, StepUpCancelled, StepUpContext } from "../data/step-up.ts";

interface PendingStepUp {
  confirm: () => void;
  cancel: () => void;
}

/** Renders the dialog that `useStepUp` opens. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const pending = useRef<PendingStepUp | null>(null);
  const stepUp = useMemo<StepUp>(() => {
    const confirmation = () =>
      new Promise<void>((resolve, reject) => {
        pending.current = { confirm: resolve, cancel: () => reject(new StepUpCancelled()) };
        setOpen(true);
      });
    return async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "STEP_UP_REQUIRED")) throw error;
        await confirmation();
        return action();
      }
    };
  }, []);
  const close = (action: keyof PendingStepUp) => {
    setOpen(false);
    pending.current?.[action]();
    pending.current = null;
  };
  return (
    <StepUpContext value={stepUp}>
      {children}
      <Dialog open={open} onClose={() => close("cancel")} title="Confirm your identity">
        <StepUpForm onConfirmed={() => close("confirm")} />
      </Dialog>
    </StepUpContext>
  );
}

function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { security, singleSignOn } = useSession();
  const client = useQueryClient();
  const confirmation = useMutation({
    mutationFn: (confirm: () => Promise<unknown>) => confirm(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionKey });
      onConfirmed();
    },
  });
  const bySso = useMutation({ mutationFn: confirmBySso });
  const error = confirmation.error ?? bySso.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = readText(new FormData(event.currentTarget), "confirmation");
    confirmation.mutate(() => portal.post("/portal/step-up", security.totp ? { code: value } : { password: value }));
  };
  const canType = security.password || security.totp;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">Confirm your identity to continue. The confirmation is valid for 10 minutes.</p>
      {canType && (
        <TextField
          label={security.totp ? "Authenticator code or recovery code" : "Password"}
          name="confirmation"
          type={security.totp ? "text" : "password"}
          autoComplete={security.totp ? "one-time-code" : "current-password"}
          required
        />
      )}
      {!canType && security.passkeys === 0 && !singleSignOn && (
        <p>
          You have no password or passkey yet. Sign out, then sign in again with a link. Your administrator creates one
          with <code className="font-mono text-13">npx wayfare login-link</code>.
        </p>
      )}
      {error !== null && <Problem error={error} />}
      {singleSignOn && (
        <p>
          Your identity provider asks you to sign in again. Then this page opens again, and you can repeat the change.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {singleSignOn && (
          <Button kind="primary" busy={bySso.isPending || bySso.isSuccess} onClick={() => bySso.mutate()}>
            Continue with single sign-on
          </Button>
        )}
        {security.passkeys > 0 && (
          <Button
            busy={confirmation.isPending}
            onClick={() => confirmation.mutate(() => verifyPasskey("/portal/step-up/passkey"))}
          >
            Use a passkey
          </Button>
        )}
        {canType && (
          <Button kind={singleSignOn ? "secondary" : "primary"} type="submit" busy={confirmation.isPending}>
            Confirm
          </Button>
        )}
      </div>
    </form>
  );
}
