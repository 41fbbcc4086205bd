import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { PortalSession } from "@wayfare/contract";
import { ApiError, type Scope } from "@wayfare/sdk";
import { portal } from "./portal-requests.ts";
import { readSession } from "./portal-responses.ts";
import { isSessionError, setSessionEnded } from "./session-ended.ts";
import { setAccountChanged, setShownAccount } from "./shown-account.ts";
import { mayBeSignedIn, setSignedInFlag } from "./signed-in-flag.ts";

/** Session of the signed-in user. */
export type Session = PortalSession;

export const sessionKey = ["session"] as const;

/** Query of the session; null if the user is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  staleTime: 60_000,
  queryFn: async ({ client }): Promise<Session | null> => {
    const known = client.getQueryData<Session | null>(sessionKey) ?? null;
    if (known === null && !mayBeSignedIn()) return null;
    try {
      const session = await portal.get("/portal/session", readSession);
      if (known !== null && known.account.id !== session.account.id) {
        // The page stays open, with a dialog to load the other account.
        setAccountChanged(true);
        return known;
      }
      setShownAccount(session.account.id);
      return session;
    } catch (error) {
      if (!isSessionError(error)) throw error;
      setSignedInFlag(false);
      // The page stays open, with a dialog to sign in again.
      if (known !== null) setSessionEnded(true);
      return known;
    }
  },
});

/** Returns the session, on pages for signed-in users. @throws Error without a session */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error("page requires a session");
  return data;
}

/** Returns true if the session has any of the scopes. Each `.write` scope includes its `.read` scope. */
export function useHasScope(...oneOf: readonly Scope[]): boolean {
  return hasAnyScope(useSession(), oneOf);
}

/** Returns true if the scopes include any of the required ones. Each `.write` scope includes its `.read` scope. */
export function hasAnyScope({ scopes }: { scopes: readonly Scope[] }, oneOf: readonly Scope[]): boolean {
  return oneOf.some((scope) => scopes.some((held) => held === scope || held === scope.replace(/\.read$/, ".write")));
}

/**
 * Ends the session, opens the sign-in page, and clears all cached data. The cache is cleared only after the page has changed: a page that
 * renders once more without a session fails.
 */
export function useSignOut(openSignIn: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => portal.delete("/portal/session"),
    onSuccess: async () => {
      setSignedInFlag(false);
      setShownAccount(undefined);
      try {
        await client.cancelQueries();
        await openSignIn();
      } finally {
        client.clear();
      }
    },
  });
}

/** Returns true if a request failed because the account of the session is suspended or closed. */
export function isAccountClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "ACCOUNT_SUSPENDED";
}
