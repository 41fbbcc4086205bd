import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, ConnectionError } from "@wayfare/sdk";
import { sessionKey } from "./session.ts";

const roleErrors = new Set(["AUTH_SCOPE_MISSING", "ROLE_MISSING"]);

/** The client of every query. A session that has ended is noticed wherever it is noticed first. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof ApiError) || query.queryKey[0] === sessionKey[0]) return;
        // Somebody may have given the user another role meanwhile; the pages then say what it opens.
        if (roleErrors.has(error.code)) void client.invalidateQueries({ queryKey: sessionKey });
        if (error.status !== 401) return;
        client.removeQueries({ queryKey: sessionKey });
        onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // The library repeats what is worth repeating; what is left is for people to decide.
        retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      },
    },
  });
  return client;
}
