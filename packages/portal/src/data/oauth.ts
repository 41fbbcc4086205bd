import { queryOptions, useMutation } from "@tanstack/react-query";
import type { GrantOAuth } from "@wayfare/contract";
import { portal } from "./portal-requests.ts";
import { readOAuthConsent, readOAuthGrant } from "./portal-responses.ts";
import { useStepUp } from "./step-up.ts";

/** Query of the request of a client. */
export const consentQuery = (query: string) =>
  queryOptions({
    queryKey: ["oauth", query],
    queryFn: () => portal.postAndRead("/portal/oauth/preview", { query }, readOAuthConsent),
    retry: false,
  });

/** Grants access, after a confirmation of the identity, and returns the browser to the client. */
export function useGrant() {
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (grant: GrantOAuth) => stepUp(() => portal.postAndRead("/portal/oauth/grant", grant, readOAuthGrant)),
    onSuccess: ({ url }) => location.assign(url),
  });
}

/** Decodes the query of the client from the parameter of the page; undefined if it is malformed. */
export function decodeClientQuery(request: string): string | undefined {
  if (!/^q[\w-]+$/.test(request)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(request.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
