import type { EventType, EventTypeEntry } from "@wayfare/sdk";
import { useRead } from "./read.ts";

/** What can happen, as the service's catalogue has it; empty until it is there. */
export function useEventTypes(): readonly EventTypeEntry[] {
  const types = useRead(["event-types"], (client) => client.eventTypes.list(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return types.data?.data ?? [];
}

/** The choices of a filter by type. */
export function useEventTypeChoices(): { value: EventType | ""; label: string }[] {
  return [{ value: "", label: "Every type" }, ...useEventTypes().map(({ type }) => ({ value: type, label: type }))];
}
