import type { KeyStatus } from "@wayfare/sdk";
import { idPattern, readEnum, readPattern, readSearch } from "../../data/search-params.ts";

const statuses: readonly KeyStatus[] = ["active", "revoking", "revoked", "expired"];

/** Filters of the key list, as in the search parameters. */
export interface KeyFilters {
  status?: KeyStatus;
  applicationId?: string;
  /** Only keys that have not been used for 90 days. */
  idle?: true;
  /** Part of the name, id or hint. */
  search?: string;
}

/** Parses the filters. Ignores unknown and invalid parameters. */
export function readKeyFilters(search: Record<string, unknown>): KeyFilters {
  return {
    ...readEnum(search, "status", statuses),
    ...readPattern(search, "applicationId", idPattern("app")),
    ...(search["idle"] === true && { idle: true }),
    ...readSearch(search),
  };
}
