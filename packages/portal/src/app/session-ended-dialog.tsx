import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Loading } from "../components/loading.tsx";
import { PlainLink } from "../components/text-link.tsx";
import { portal } from "../data/portal-requests.ts";
import { readSession } from "../data/portal-responses.ts";
import { sessionKey, useSession } from "../data/session.ts";
import { setSessionEnded, useSessionEnded } from "../data/session-ended.ts";
import { setSignedInFlag } from "../data/signed-in-flag.ts";

const PasswordSignIn = lazy(async () => ({
  default: (await import("../pages/sign-in/password-sign-in.tsx")).PasswordSignIn,
}));

/** Asks the user to sign in again when the session ends. The page and its open dialogs keep what was typed. */
export function SessionEndedDialog() {
  const ended = useSessionEnded();
  const { user, account } = useSession();
  const client = useQueryClient();
  const onSignedIn = async () => {
    setSignedInFlag(true);
    const session = await portal.get("/portal/session", readSession);
    if (session.user.id !== user.id || session.account.id !== account.id) {
      // Another user or account: nothing of this page may stay.
      location.assign("/");
      return;
    }
    client.setQueryData(sessionKey, session);
    setSessionEnded(false);
    await client.invalidateQueries();
  };
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <Dialog open={ended} onClose={() => undefined} title="Your session has ended" dismissible={false}>
      <p className="text-ink-2">Sign in again to continue. This page keeps what you have typed.</p>
      <Suspense fallback={<Loading label="sign-in" />}>
        <PasswordSignIn onSignedIn={onSignedIn} />
      </Suspense>
      <p className="text-13">
        <PlainLink href={`/sign-in?next=${next}`}>Go to the sign-in page</PlainLink>
      </p>
    </Dialog>
  );
}
