import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { portal } from "../../data/portal-requests.ts";
import { readAllowlistDryRun } from "../../data/portal-responses.ts";
import { useStepUp } from "../../data/step-up.ts";

const accountKey = (environment: string) => ["account", environment] as const;

/** Reads the account. */
export function useAccount() {
  const client = useClient();
  return useQuery({ queryKey: accountKey(useEnvironment()), queryFn: () => client.account.get() });
}

/** Mutations that test an allowlist against recent traffic and save it. */
export function useAllowlistActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  return {
    test: useMutation({
      mutationFn: (ipAllowlist: string[]) =>
        stepUp(() => portal.postAndRead("/portal/allowlist/dry-run", { ipAllowlist }, readAllowlistDryRun)),
    }),
    save: useMutation({
      mutationFn: ({ ipAllowlist, force }: { ipAllowlist: string[]; force: boolean }) =>
        stepUp(() => client.account.update({ ipAllowlist }, { force })),
      onSuccess: () => queries.invalidateQueries({ queryKey: accountKey(environment) }),
    }),
  };
}
