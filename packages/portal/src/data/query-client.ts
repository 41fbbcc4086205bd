import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, ConnectionError } from "@wayfare/sdk";
import { sessionKey } from "./session.ts";
import { isSessionError, setSessionEnded } from "./session-ended.ts";
import { isAccountChange, setAccountChanged } from "./shown-account.ts";

const roleErrors = new Set(["AUTH_SCOPE_MISSING", "ROLE_MISSING"]);

/** Creates the query client. A request that fails because the session has ended opens the sign-in dialog. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isSessionError(error)) setSessionEnded(true);
    if (isAccountChange(error)) setAccountChanged(true);
    // The user's role may have changed: reload the session, which updates the permissions.
    if (error instanceof ApiError && roleErrors.has(error.code)) {
      void client.invalidateQueries({ queryKey: sessionKey });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
