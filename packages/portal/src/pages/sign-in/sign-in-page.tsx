import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sessionKey } from "../../data/session.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";
import { LinkSignIn } from "./link-sign-in.tsx";
import { PasswordSignIn } from "./password-sign-in.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const route = getRouteApi("/sign-in");

/** Sign-in page: with a one-time link, whose token is the URL fragment, or with a password or passkey. */
export function SignInPage() {
  const { next } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  // Read once and removed from the URL, so that it does not stay in the browser history.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = "Sign in · Wayfare";
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  const onSignedIn = async () => {
    setSignedInFlag(true);
    queryClient.removeQueries({ queryKey: sessionKey });
    await router.navigate({ href: next ?? "/" });
  };
  return token === "" ? (
    <SignInLayout title="Sign in">
      <PasswordSignIn onSignedIn={onSignedIn} />
    </SignInLayout>
  ) : (
    <SignInLayout
      title="Sign in with your link"
      lead="This link works once. Next time, sign in with a password or a passkey."
    >
      <LinkSignIn token={token} onSignedIn={onSignedIn} />
    </SignInLayout>
  );
}
