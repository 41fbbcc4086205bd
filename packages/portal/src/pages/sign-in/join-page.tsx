import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Loading } from "../../components/loading.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { Problem } from "../../components/problem.tsx";
import { PlainLink } from "../../components/text-link.tsx";
import { portal } from "../../data/portal-requests.ts";
import { readInvitationPreview } from "../../data/portal-responses.ts";
import { sessionKey, sessionQuery } from "../../data/session.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";
import { isSsoRequired } from "../../data/sso.ts";
import { useEndSession } from "./account-actions.ts";
import { dropInvitation, readInvitation } from "./invitation-token.ts";
import { PasswordSignIn } from "./password-sign-in.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Page on which a user of another account accepts an invitation, after signing in. */
export function JoinPage() {
  usePageTitle("Accept invitation");
  const token = readInvitation();
  const client = useQueryClient();
  const session = useQuery(sessionQuery);
  if (token === null) {
    return (
      <SignInLayout title="No invitation">
        <p className="text-ink-2">
          Open the link of your invitation again. <PlainLink href="/">Go to the overview</PlainLink>
        </p>
      </SignInLayout>
    );
  }
  if (session.isPending) return <Loading label="session" />;
  if (session.data) return <Acceptance token={token} email={session.data.user.email ?? ""} />;
  const onSignedIn = async () => {
    setSignedInFlag(true);
    await client.resetQueries({ queryKey: sessionKey });
  };
  return (
    <SignInLayout
      title="Sign in to accept the invitation"
      lead="You have a user with the invited email address. Sign in, then join the account."
    >
      <PasswordSignIn onSignedIn={onSignedIn} />
    </SignInLayout>
  );
}

function Acceptance({ token, email }: { token: string; email: string }) {
  const preview = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => portal.postAndRead("/portal/invitations/preview", { token }, readInvitationPreview),
    retry: false,
  });
  const leave = () => {
    dropInvitation();
    // Loads the portal again, because all cached data is that of the account that was open.
    location.assign("/");
  };
  const accept = useMutation({
    mutationFn: () => portal.post("/portal/invitations/accept", { token }),
    onSuccess: leave,
  });
  return (
    <SignInLayout title="Accept invitation" lead={`You are signed in as ${email}.`}>
      <Loaded query={preview} label="invitation">
        {({ account, role }) => (
          <p className="wrap-anywhere">
            You are invited to <strong>{account.name}</strong> with the role {role}.
          </p>
        )}
      </Loaded>
      {accept.error !== null && <Problem error={accept.error} />}
      <div className="flex flex-wrap gap-2">
        {preview.data !== undefined && (
          <Button kind="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            Join {preview.data.account.name}
          </Button>
        )}
        <Button onClick={leave}>Not now</Button>
        {(preview.error !== null || isSsoRequired(accept.error)) && <OtherUser />}
      </div>
    </SignInLayout>
  );
}

/** Signs out, and keeps the invitation, for the user to whom it belongs or for single sign-on. */
function OtherUser() {
  const end = useEndSession("/join");
  return (
    <Button busy={end.isPending} onClick={() => end.mutate()}>
      Sign in again
    </Button>
  );
}
