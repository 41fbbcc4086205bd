import { useMutation } from "@tanstack/react-query";
import { portal } from "../../data/portal-requests.ts";
import { setSignedInFlag } from "../../data/signed-in-flag.ts";

/** Opens another account of the user. The portal is loaded again, because all cached data is that of the account that was open. */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: (accountId: string) => portal.post("/portal/session/account", { accountId }),
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
