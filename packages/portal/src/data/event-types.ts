import { useQuery } from "@tanstack/react-query";
import type { EventType, EventTypeEntry } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

/** What can happen, as the service's catalogue has it; empty until it is there. */
export function useEventTypes(): readonly EventTypeEntry[] {
  const client = useClient();
  const types = useQuery({
    queryKey: ["event-types", useEnvironment()],
    queryFn: async () => client.eventTypes.list(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return types.data?.data ?? [];
}

/** The choices of a filter by type. */
export function useEventTypeChoices(): { value: EventType | ""; label: string }[] {
  return [{ value: "", label: "Every type" }, ...useEventTypes().map(({ type }) => ({ value: type, label: type }))];
}
