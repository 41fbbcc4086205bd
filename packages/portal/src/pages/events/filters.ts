import { readEventType } from "../../data/event-type-filter.ts";
import type { EventFilters } from "../../data/events.ts";
import { readPattern, subjectPattern } from "../../data/search-params.ts";
import { readTimeRange } from "../../data/time-range.ts";

/** Parses the filters of the event list. Ignores unknown and invalid parameters. */
export function readEventFilters(search: Record<string, unknown>): EventFilters {
  return { ...readPattern(search, "subject", subjectPattern), ...readEventType(search), ...readTimeRange(search) };
}
