import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Loaded } from "../../components/loaded.tsx";
import { usePageTitle } from "../../components/page-title.ts";
import { PlainLink } from "../../components/text-link.tsx";
import { consentQuery, decodeClientQuery } from "../../data/oauth.ts";
import { Consent } from "./consent.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const route = getRouteApi("/confirming/authorize");

/** Page on which a user decides whether a client, such as an assistant, gets a key of the account. */
export function AuthorizePage() {
  usePageTitle("Allow access");
  const query = decodeClientQuery(route.useSearch().request);
  return query === undefined ? (
    <SignInLayout title="Nothing to allow">
      <p className="text-ink-2">
        Start the connection in your client again. <PlainLink href="/">Go to the overview</PlainLink>
      </p>
    </SignInLayout>
  ) : (
    <ClientRequest query={query} />
  );
}

function ClientRequest({ query }: { query: string }) {
  const consent = useQuery(consentQuery(query));
  return (
    <SignInLayout title="Allow access to your account?">
      <Loaded query={consent} label="request">
        {(asked) => <Consent asked={asked} query={query} />}
      </Loaded>
    </SignInLayout>
  );
}
