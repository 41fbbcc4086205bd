import { readEventType } from "../../data/event-type-filter.ts";
import type { EventFilters } from "../../data/events.ts";

/** Parses the filters of the event list. Ignores unknown and invalid parameters. */
export function readEventFilters(search: Record<string, unknown>): EventFilters {
  return readEventType(search);
}
