import { useQuery } from "@tanstack/react-query";
import type { EventType } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";

/** The filters of the list of events as they stand in the address. */
export interface EventFilters {
  type?: EventType;
}

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
