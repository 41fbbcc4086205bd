import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { portal } from "../../data/portal-requests.ts";

/** Uses the link up, but only when somebody presses: what merely opens links to look at them must not. */
export function LinkSignIn({ token, onSignedIn }: { token: string; onSignedIn: () => Promise<void> }) {
  const signIn = useMutation({
    mutationFn: async () => {
      await portal.post("/portal/session/link", { token });
      await onSignedIn();
    },
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <Button kind="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in
      </Button>
      {signIn.error !== null && <Problem error={signIn.error} />}
      {signIn.error !== null && (
        <p className="text-13 text-ink-2">
          Where the link has been used or is too old, <code className="font-mono text-12">npx wayfare login-link</code>{" "}
          prints a new one.
        </p>
      )}
    </div>
  );
}
