import type { EventType } from "@wayfare/sdk";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** Filters of the event list, as in the search parameters. */
export interface EventFilters {
  type?: EventType;
}

/** Lists the events of the current environment, newest first. */
export function useEvents(filters: EventFilters) {
  return usePages(["events", filters], (client, cursor) => client.events.list({ ...filters, cursor }));
}

/** Reads an event. Events are immutable. */
export function useEvent(id: string) {
  return useRead(["event", id], (client) => client.events.get(id), { staleTime: Number.POSITIVE_INFINITY });
}
