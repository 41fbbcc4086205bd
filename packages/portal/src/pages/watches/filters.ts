import type { WatchStatus } from "@wayfare/sdk";
import { readEnum } from "../../data/search-params.ts";

const statuses = ["active", "paused", "expired"] as const satisfies readonly WatchStatus[];

/** Filters of the list, as in the address. */
export interface WatchFilters {
  status?: (typeof statuses)[number];
}

/** Reads the filters of an address. Unknown values are left out. */
export function readWatchFilters(search: Record<string, unknown>): WatchFilters {
  return readEnum(search, "status", statuses);
}
