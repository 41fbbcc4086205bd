import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { usePages } from "../../data/pages.ts";
import type { RequestFilters } from "./filters.ts";

/** The requests of the last 30 days, newest first; those of these pages themselves only where they are asked for. */
export function useRequests({ caller, ...filters }: RequestFilters) {
  const client = useClient();
  const who = filters.key === undefined && caller !== "any" ? { caller: caller ?? ("key" as const) } : {};
  const question = { ...filters, ...who };
  return usePages(["requests", useEnvironment(), question], (cursor) => client.requests.list({ ...question, cursor }));
}

/** One request; the log has it a moment after its answer. */
export function useRequest(id: string) {
  const client = useClient();
  return useQuery({ queryKey: ["request", useEnvironment(), id], queryFn: async () => client.requests.get(id) });
}
