import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { addPasskey } from "../../data/passkey.ts";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Offer to add a passkey after the first sign-in. It can be added later in the settings. */
export function PasskeyOffer({ onDone }: { onDone: () => void }) {
  const add = useMutation({ mutationFn: () => addPasskey("First passkey"), onSuccess: onDone });
  return (
    <SignInLayout
      title="Add a passkey"
      lead="Sign in with your fingerprint, face or a security key instead of the password. A passkey cannot be guessed or used on other sites."
    >
      <div className="flex flex-col items-start gap-4">
        {add.error !== null && <Problem error={add.error} />}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" autoFocus busy={add.isPending} onClick={() => add.mutate()}>
            Add passkey
          </Button>
          <Button disabled={add.isPending} onClick={onDone}>
            Not now
          </Button>
        </div>
        <p className="text-12 text-ink-3">You can add, name and remove passkeys in Settings.</p>
      </div>
    </SignInLayout>
  );
}
