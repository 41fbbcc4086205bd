import type { EventOf, EventType } from "@wayfare/sdk";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";
import { type TimeRange, withoutTimeRange } from "./time-range.ts";
import { useTimeRange } from "./use-time-range.ts";

/** Filters of the event list, as in the search parameters. */
export interface EventFilters extends TimeRange {
  type?: EventType;
  /** Id of the object that the events are about. */
  subject?: string;
}

/** Lists the events of the current environment, newest first. */
export function useEvents(filters: EventFilters) {
  const { nowMs: _nowMs, ...range } = useTimeRange(filters);
  const query = { ...withoutTimeRange(filters), ...range };
  return usePages(["events", query], (client, cursor) => client.events.list({ ...query, cursor }));
}

/** Returns the newest events, up to 200; empty while loading or if the user may not read events. */
export function useNewestEvents(enabled: boolean): readonly EventOf[] {
  return useRead(["events", "newest"], (client) => client.events.list({ limit: 200 }), { enabled }).data?.data ?? [];
}

/** Reads an event. Events are immutable. */
export function useEvent(id: string) {
  return useRead(["event", id], (client) => client.events.get(id), { staleTime: Number.POSITIVE_INFINITY });
}
