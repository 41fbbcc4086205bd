import { useQuery } from "@tanstack/react-query";
import { portal } from "./portal-requests.ts";
import { readSignUpOptions } from "./portal-responses.ts";

/** Reads who can create an account, and if the service sends mails. */
export function useSignUpOptions() {
  return useQuery({
    queryKey: ["sign-up-options"],
    queryFn: () => portal.get("/portal/sign-up", readSignUpOptions),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
