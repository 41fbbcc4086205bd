import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SaveSso } from "@wayfare/contract";
import { toast } from "../../components/toast.tsx";
import { portal } from "../../data/portal-requests.ts";
import { readSsoSettings, readSsoTest } from "../../data/sso-responses.ts";
import { useStepUp } from "../../data/step-up.ts";

const ssoKey = ["sso"] as const;

/** Reads the single sign-on of the account, for owners. */
export function useSso() {
  return useQuery({ queryKey: ssoKey, queryFn: () => portal.get("/portal/sso", readSsoSettings) });
}

/** Mutations of the single sign-on. They can require identity confirmation. */
export function useSsoActions() {
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ssoKey });
  const path = (domain: string) => `/portal/sso/domains/${encodeURIComponent(domain)}`;
  return {
    save: useMutation({
      mutationFn: (body: SaveSso) => stepUp(() => portal.put("/portal/sso", body)),
      onSuccess: async () => {
        await onSuccess();
        // The form is new after the change, so it cannot show the result itself.
        toast("Connection saved.");
      },
    }),
    remove: useMutation({ mutationFn: () => stepUp(() => portal.delete("/portal/sso")), onSuccess }),
    test: useMutation({ mutationFn: () => stepUp(() => portal.postAndRead("/portal/sso/test", {}, readSsoTest)) }),
    addDomain: useMutation({
      mutationFn: (domain: string) => stepUp(() => portal.post("/portal/sso/domains", { domain })),
      onSuccess,
    }),
    verify: useMutation({
      mutationFn: (domain: string) => stepUp(() => portal.post(`${path(domain)}/verify`, {})),
      onSuccess,
    }),
    force: useMutation({
      mutationFn: ({ domain, forced }: { domain: string; forced: boolean }) =>
        stepUp(() => portal.patch(path(domain), { forced })),
      onSuccess,
    }),
    removeDomain: useMutation({
      mutationFn: (domain: string) => stepUp(() => portal.delete(path(domain))),
      onSuccess,
    }),
  };
}
