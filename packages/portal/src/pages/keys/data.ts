import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangeKey, CreateKey } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { usePages } from "../../data/pages.ts";
import { useStepUp } from "../../data/step-up.ts";
import type { KeyFilters } from "./filters.ts";

/** The keys of the environment on show, newest first. */
export function useKeys(filters: KeyFilters) {
  const client = useClient();
  return usePages(["keys", useEnvironment(), filters], (cursor) => client.keys.list({ ...filters, cursor }));
}

/** One key. */
export function useKey(id: string) {
  const client = useClient();
  return useQuery({ queryKey: ["keys", useEnvironment(), "one", id], queryFn: async () => client.keys.get(id) });
}

/** What can be done to keys. Each may ask for a proof of who is there, and has the lists read again. */
export function useKeyActions() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ["keys", environment] });
  return {
    create: useMutation({ mutationFn: (key: CreateKey) => stepUp(() => client.keys.create(key)), onSuccess }),
    update: useMutation({
      mutationFn: ({ id, change }: { id: string; change: ChangeKey }) => stepUp(() => client.keys.update(id, change)),
      onSuccess,
    }),
    revoke: useMutation({ mutationFn: (id: string) => stepUp(() => client.keys.revoke(id)), onSuccess }),
    roll: useMutation({
      mutationFn: ({ id, overlapSeconds }: { id: string; overlapSeconds: number }) =>
        stepUp(() => client.keys.roll(id, { overlapSeconds })),
      onSuccess,
    }),
  };
}
