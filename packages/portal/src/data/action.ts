import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { useStepUp } from "./step-up.ts";

/**
 * Mutation in the current environment. Requests identity confirmation if the service requires it.
 *
 * @param stale names of the queries to invalidate after success
 */
export function useAction<Input = void, Result = unknown>(
  stale: readonly string[],
  run: (client: Wayfare, input: Input) => PromiseLike<Result>,
) {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (input: Input) => stepUp(() => run(client, input)),
    onSuccess: async () => {
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name, environment] })));
    },
  });
}
