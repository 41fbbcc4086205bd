import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, ConnectionError } from "@wayfare/sdk";
import { sessionKey } from "./session.ts";

const roleErrors = new Set(["AUTH_SCOPE_MISSING", "ROLE_MISSING"]);

/** Creates the query client. Signs the user out when any query returns 401. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof ApiError) || query.queryKey[0] === sessionKey[0]) return;
        // The user's role may have changed: reload the session, which updates the permissions.
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
        // The SDK already retries requests that are safe to retry; only connection errors are retried here.
        retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      },
    },
  });
  return client;
}
