import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { portal } from "../../data/portal-requests.ts";
import { isSsoRequired } from "../../data/sso.ts";
import { keepInvitation } from "./invitation-token.ts";

/** Sign-in with a one-time link. Requires a click, so that link scanners and previews do not use up the link. */
export function LinkSignIn({ token, onSignedIn }: { token: string; onSignedIn: () => Promise<void> }) {
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: async () => {
      await portal.post("/portal/session/link", { token });
      await onSignedIn();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "INVITATION_SIGN_IN_REQUIRED") return;
      keepInvitation(token);
      void navigate({ to: "/join" });
    },
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <Button kind="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in
      </Button>
      {signIn.error !== null && <Problem error={signIn.error} />}
      {isSsoRequired(signIn.error) && (
        <p className="text-13">
          <PlainLink href="/sign-in">Go to single sign-on</PlainLink>
        </p>
      )}
      {signIn.error !== null && !isSsoRequired(signIn.error) && (
        <p className="text-13 text-ink-2">
          If the link has expired or was already used, ask your administrator to create a new one with{" "}
          <code className="font-mono text-12">npx wayfare login-link</code>.
        </p>
      )}
    </div>
  );
}
