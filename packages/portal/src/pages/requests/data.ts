import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { usePages } from "../../data/pages.ts";
import type { RequestFilters } from "./filters.ts";

/** The requests of the last 30 days, newest first. */
export function useRequests(filters: RequestFilters) {
  const client = useClient();
  return usePages(["requests", useEnvironment(), filters], (cursor) => client.requests.list({ ...filters, cursor }));
}

/** One request; the log has it a moment after its answer. */
export function useRequest(id: string) {
  const client = useClient();
  return useQuery({ queryKey: ["request", useEnvironment(), id], queryFn: async () => client.requests.get(id) });
}
