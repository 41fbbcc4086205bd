import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Loading } from "../../components/loading.tsx";
import { Notice } from "../../components/notice.tsx";
import { sessionKey } from "../../data/session.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";
import { isSsoResult, ssoTexts } from "../../data/sso-results.ts";
import { LinkSignIn } from "./link-sign-in.tsx";
import { PasswordSignIn } from "./password-sign-in.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const route = getRouteApi("/sign-in");

/** Sign-in page: with a one-time link, whose token is the URL fragment, or with a password or passkey. */
export function SignInPage() {
  const { next, sso } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  const token = useLinkToken();
  useEffect(() => {
    document.title = "Sign in · Wayfare";
  }, []);
  const onSignedIn = async () => {
    setSignedInFlag(true);
    queryClient.removeQueries({ queryKey: sessionKey });
    await router.navigate({ href: next ?? "/" });
  };
  if (sso === "done") return <SsoArrival onSignedIn={onSignedIn} />;
  return token === "" ? (
    <SignInLayout title="Sign in">
      {isSsoResult(sso) && (
        <Notice tone="critical" title="Single sign-on failed">
          <p>{ssoTexts[sso]}</p>
        </Notice>
      )}
      <PasswordSignIn onSignedIn={onSignedIn} next={next} />
    </SignInLayout>
  ) : (
    <SignInLayout
      key={token}
      title="Sign in with your link"
      lead="This link works once. Next time, sign in with a password or a passkey."
    >
      <LinkSignIn token={token} onSignedIn={onSignedIn} />
    </SignInLayout>
  );
}

/** Opens the next page after the redirect of the identity provider, whose response set the session cookie. */
function SsoArrival({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    void onSignedIn();
  }, [onSignedIn]);
  return <Loading label="session" />;
}

/**
 * Returns the token of a sign-in link, which is the URL fragment; empty without one. The token is removed from the URL, so that it does not
 * stay in the browser history. A link that is pasted into a window that already shows this page changes only the fragment.
 */
function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => {
      if (location.hash === "") return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}
