import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { PortalSession } from "@wayfare/contract";
import { ApiError, type Scope } from "@wayfare/sdk";
import { readSession } from "./portal-answers.ts";
import { portal } from "./portal-requests.ts";
import { markSignedIn, mayBeSignedIn } from "./signed-in-mark.ts";

/** Who is signed in. */
export type Session = PortalSession;

export const sessionKey = ["session"] as const;

/** The session, or null for somebody who is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    if (!mayBeSignedIn()) return null;
    try {
      return await portal.get("/portal/session", readSession);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      markSignedIn(false);
      return null;
    }
  },
});

/** The session of a page that only somebody who is signed in sees. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error("the page was opened without a session");
  return data;
}

/** Whether the session may do what any of the scopes covers; each `.write` includes its `.read`. */
export function useMay(...oneOf: readonly Scope[]): boolean {
  return mayDo(useSession(), oneOf);
}

/** The same for a session that is at hand. */
export function mayDo({ scopes }: { scopes: readonly Scope[] }, oneOf: readonly Scope[]): boolean {
  return oneOf.some((scope) => scopes.some((held) => held === scope || held === scope.replace(/\.read$/, ".write")));
}

/** Ends the session and leaves nothing of it in memory. */
export function useSignOut(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => portal.delete("/portal/session"),
    onSuccess: () => {
      markSignedIn(false);
      client.clear();
      onDone();
    },
  });
}
