import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sessionKey } from "../../data/session.ts";
import { markSignedIn } from "../../data/signed-in-mark.ts";
import { LinkSignIn } from "./link-sign-in.tsx";
import { PasswordSignIn } from "./password-sign-in.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const route = getRouteApi("/sign-in");

/** Signs in by a one-time link, whose token stands behind the `#`, or else by password or passkey. */
export function SignInPage() {
  const { next } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  // Read once and taken out of the address, so that it stays out of the history.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = "Sign in · Wayfare";
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  const goOn = async () => {
    markSignedIn(true);
    queryClient.removeQueries({ queryKey: sessionKey });
    await router.navigate({ href: next ?? "/" });
  };
  return token === "" ? (
    <SignInLayout title="Sign in">
      <PasswordSignIn onSignedIn={goOn} />
    </SignInLayout>
  ) : (
    <SignInLayout
      title="Sign in with your link"
      lead="The link works once. After that you sign in with a password or a passkey."
    >
      <LinkSignIn token={token} onSignedIn={goOn} />
    </SignInLayout>
  );
}
