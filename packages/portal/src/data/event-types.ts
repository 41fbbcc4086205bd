import type { EventType, EventTypeEntry } from "@wayfare/sdk";
import { useRead } from "./read.ts";

/** Reads the event catalog of the service. It changes only with the version. */
export function useEventCatalog() {
  return useRead(["event-types"], (client) => client.eventTypes.list(), { staleTime: Number.POSITIVE_INFINITY });
}

/** Returns the event catalog of the service; empty while loading. */
export function useEventTypes(): readonly EventTypeEntry[] {
  return useEventCatalog().data?.data ?? [];
}

/** Returns the choices of the event type filter. */
export function useEventTypeChoices(): { value: EventType | ""; label: string }[] {
  return [{ value: "", label: "All types" }, ...useEventTypes().map(({ type }) => ({ value: type, label: type }))];
}
