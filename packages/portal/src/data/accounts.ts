import { useMutation, useQuery } from "@tanstack/react-query";
import { portal } from "./portal-requests.ts";
import { readAccounts } from "./portal-responses.ts";
import { setSignedInFlag } from "./signed-in-flag.ts";
import { useStepUp } from "./step-up.ts";

/** Reads the accounts of the user, unless an operator acts for a customer. */
export function useOwnAccounts(enabled = true) {
  return useQuery({
    queryKey: ["own-accounts"],
    queryFn: async () => (await portal.get("/portal/accounts", readAccounts)).data,
    staleTime: 60_000,
    enabled,
  });
}

/** Opens another account of the user. The portal is loaded again, because all cached data is that of the account that was open. */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: (accountId: string) => portal.post("/portal/session/account", { accountId }),
    onSuccess: () => location.assign("/"),
  });
}

/** Ends the user's membership in an account. The session continues in another account, if there is one. */
export function useLeaveAccount() {
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (accountId: string) => stepUp(() => portal.delete(`/portal/accounts/${accountId}`)),
    onSuccess: () => location.assign("/"),
  });
}

/** Ends the session, also while its account is suspended, and opens a page. */
export function useEndSession(page: string) {
  return useMutation({
    mutationFn: () => portal.delete("/portal/session"),
    onSuccess: () => {
      setSignedInFlag(false);
      location.assign(page);
    },
  });
}
