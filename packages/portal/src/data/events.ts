import { useQuery } from "@tanstack/react-query";
import type { EventFilters } from "../pages/events/filters.ts";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";

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
