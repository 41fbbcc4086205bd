import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import { usePages } from "../../data/pages.ts";
import type { EventFilters } from "./filters.ts";

/** What happened in the environment on show, newest first. */
export function useEvents(filters: EventFilters) {
  const client = useClient();
  return usePages(["events", useEnvironment(), filters], (cursor) => client.events.list({ ...filters, cursor }));
}

/** One event. It never changes. */
export function useEvent(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["event", useEnvironment(), id],
    queryFn: async () => client.events.get(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
