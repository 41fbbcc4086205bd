import { readEventType } from "../../data/event-type-filter.ts";
import type { EventFilters } from "../../data/events.ts";

/** Reads the filters of the list of events; what an address has too much, or wrong, is left out. */
export function readEventFilters(search: Record<string, unknown>): EventFilters {
  return readEventType(search);
}
