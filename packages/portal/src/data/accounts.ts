import { useQuery } from "@tanstack/react-query";
import { portal } from "./portal-requests.ts";
import { readAccounts } from "./portal-responses.ts";

/** Reads the accounts of the user, unless an operator acts for a customer. */
export function useOwnAccounts(enabled = true) {
  return useQuery({
    queryKey: ["own-accounts"],
    queryFn: async () => (await portal.get("/portal/accounts", readAccounts)).data,
    staleTime: 60_000,
    enabled,
  });
}
