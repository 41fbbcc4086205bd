import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Wayfare } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { useStepUp } from "./step-up.ts";

/**
 * An action on the environment on show, with a step-up where the service requires one.
 *
 * @param stale names of what is read again after it.
 */
export function useAction<Input = void, Answer = unknown>(
  stale: readonly string[],
  act: (client: Wayfare, input: Input) => PromiseLike<Answer>,
) {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (input: Input) => stepUp(() => act(client, input)),
    onSuccess: async () => {
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name, environment] })));
    },
  });
}
