import type { EventType, EventTypeEntry } from "@wayfare/sdk";
import { useRead } from "./read.ts";

/** Returns the event catalog of the service; empty while loading. */
export function useEventTypes(): readonly EventTypeEntry[] {
  const types = useRead(["event-types"], (client) => client.eventTypes.list(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return types.data?.data ?? [];
}

/** Returns the choices of the event type filter. */
export function useEventTypeChoices(): { value: EventType | ""; label: string }[] {
  return [{ value: "", label: "All types" }, ...useEventTypes().map(({ type }) => ({ value: type, label: type }))];
}
