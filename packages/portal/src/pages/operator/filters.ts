import type { AccountStatus } from "@wayfare/sdk";
import { readEnum, readSearch } from "../../data/search-params.ts";

export const accountStatuses: readonly AccountStatus[] = ["active", "suspended", "closing", "closed"];

/** Filters of the account list, as in the search parameters. */
export interface AccountFilters {
  status?: AccountStatus;
  /** Part of the name or id. */
  search?: string;
}

/** Parses the filters. Ignores unknown and invalid parameters. */
export function readAccountFilters(search: Record<string, unknown>): AccountFilters {
  return { ...readEnum(search, "status", accountStatuses), ...readSearch(search) };
}
