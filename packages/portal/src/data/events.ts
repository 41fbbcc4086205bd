import type { EventType } from "@wayfare/sdk";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** The filters of the list of events as they stand in the address. */
export interface EventFilters {
  type?: EventType;
}

/** What happened in the environment on show, newest first. */
export function useEvents(filters: EventFilters) {
  return usePages(["events", filters], (client, cursor) => client.events.list({ ...filters, cursor }));
}

/** One event. It never changes. */
export function useEvent(id: string) {
  return useRead(["event", id], (client) => client.events.get(id), { staleTime: Number.POSITIVE_INFINITY });
}
