import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Loading } from "../../components/loading.tsx";
import { Notice } from "../../components/notice.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { sessionKey } from "../../data/session.ts";
import { useSignUpOptions } from "../../data/sign-up.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";
import { isSsoResult, ssoTexts } from "../../data/sso-results.ts";
import { LinkSignIn } from "./link-sign-in.tsx";
import { useLinkToken } from "./link-token.ts";
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
      <OtherWays />
    </SignInLayout>
  ) : (
    <SignInLayout
      key={token}
      title="Sign in with your link"
      lead="The link of an invitation or an operator works once. Next time, sign in with a password or a passkey."
    >
      <LinkSignIn token={token} onSignedIn={onSignedIn} />
    </SignInLayout>
  );
}

/** Links to reset a password and to sign up, if the service offers it. Without mail, only the operator can help. */
function OtherWays() {
  const { data } = useSignUpOptions();
  if (data === undefined) return null;
  return (
    <>
      {!data.mail && (
        <p className="text-12 text-ink-3">
          Can’t sign in? Ask your administrator to create a link with{" "}
          <code className="font-mono">npx wayfare login-link</code>.
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 empty:hidden">
        {data.mail && <PlainLink href="/reset-password">Reset your password</PlainLink>}
        {data.signUp === "open" && <PlainLink href="/sign-up">Create an account</PlainLink>}
      </p>
    </>
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
