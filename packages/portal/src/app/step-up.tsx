import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@wayfare/sdk";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { readText } from "../data/form-text.ts";
import { provePasskey } from "../data/passkey.ts";
import { portal } from "../data/portal-requests.ts";
import { sessionKey, useSession } from "../data/session.ts";
import { type StepUp, StepUpCancelled, StepUpContext } from "../data/step-up.ts";

interface Waiting {
  prove: () => void;
  cancel: () => void;
}

/** Shows the dialog that `useStepUp` opens. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<Waiting | null>(null);
  const stepUp = useMemo<StepUp>(() => {
    const proof = () =>
      new Promise<void>((resolve, reject) => {
        waiting.current = { prove: resolve, cancel: () => reject(new StepUpCancelled()) };
        setOpen(true);
      });
    return async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "STEP_UP_REQUIRED")) throw error;
        await proof();
        return action();
      }
    };
  }, []);
  const close = (how: keyof Waiting) => {
    setOpen(false);
    waiting.current?.[how]();
    waiting.current = null;
  };
  return (
    <StepUpContext value={stepUp}>
      {children}
      <Dialog open={open} onClose={() => close("cancel")} title="Confirm that it is you">
        <StepUpForm onProven={() => close("prove")} />
      </Dialog>
    </StepUpContext>
  );
}

function StepUpForm({ onProven }: { onProven: () => void }) {
  const { security } = useSession();
  const client = useQueryClient();
  const proof = useMutation({
    mutationFn: (prove: () => Promise<unknown>) => prove(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionKey });
      onProven();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readText(new FormData(event.currentTarget), "proof");
    proof.mutate(() => portal.post("/portal/step-up", security.totp ? { code: typed } : { password: typed }));
  };
  const canType = security.password || security.totp;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        What you are about to do cannot be undone by somebody else. This holds for ten minutes.
      </p>
      {canType && (
        <TextField
          label={security.totp ? "Code of your authenticator app, or a recovery code" : "Your password"}
          name="proof"
          type={security.totp ? "text" : "password"}
          autoComplete={security.totp ? "one-time-code" : "current-password"}
          required
        />
      )}
      {!canType && security.passkeys === 0 && (
        <p>
          You have neither a password nor a passkey yet. Sign out and in again by a link: whoever runs the service
          prints one with <code className="font-mono text-13">npx wayfare login-link</code>.
        </p>
      )}
      {proof.error !== null && <Problem error={proof.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        {security.passkeys > 0 && (
          <Button busy={proof.isPending} onClick={() => proof.mutate(() => provePasskey("/portal/step-up/passkey"))}>
            Use a passkey
          </Button>
        )}
        {canType && (
          <Button kind="primary" type="submit" busy={proof.isPending}>
            Confirm
          </Button>
        )}
      </div>
    </form>
  );
}
