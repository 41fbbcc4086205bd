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

/** The choices of a filter by type. A type that the address names stands among them before the catalogue has come. */
export function useEventTypeChoices(chosen: EventType | undefined): { value: EventType | ""; label: string }[] {
  const types = useEventTypes().map(({ type }) => type);
  const all = chosen === undefined || types.includes(chosen) ? types : [chosen, ...types];
  return [{ value: "", label: "Every type" }, ...all.map((type) => ({ value: type, label: type }))];
}
