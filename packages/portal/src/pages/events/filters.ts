import type { EventType } from "@wayfare/sdk";
import { readEventType } from "../deliveries/filters.ts";

/** The filters of the list of events as they stand in the address. */
export interface EventFilters {
  type?: EventType;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readEventFilters(search: Record<string, unknown>): EventFilters {
  return readEventType(search["type"], "type");
}
