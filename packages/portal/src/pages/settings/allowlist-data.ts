import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { readDryRun } from "../../data/portal-answers.ts";
import { portal } from "../../data/portal-requests.ts";
import { useStepUp } from "../../data/step-up.ts";

const accountKey = (environment: string) => ["account", environment] as const;

/** The account. */
export function useAccount() {
  const client = useClient();
  return useQuery({ queryKey: accountKey(useEnvironment()), queryFn: () => client.account.get() });
}

/** Trying a list against recent traffic, and making it count. */
export function useAllowlistActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  return {
    trial: useMutation({
      mutationFn: (ipAllowlist: string[]) =>
        stepUp(() => portal.postAndRead("/portal/allowlist/dry-run", { ipAllowlist }, readDryRun)),
    }),
    save: useMutation({
      mutationFn: ({ ipAllowlist, force }: { ipAllowlist: string[]; force: boolean }) =>
        stepUp(() => client.account.update({ ipAllowlist }, { force })),
      onSuccess: () => queries.invalidateQueries({ queryKey: accountKey(environment) }),
    }),
  };
}
