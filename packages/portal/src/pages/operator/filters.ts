import type { AccountStatus } from "@wayfare/sdk";
import { readEnum, readPattern, readSearch } from "../../data/search-params.ts";
import { readTimeRange, type TimeRange } from "../../data/time-range.ts";

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

/** Filters of the audit logs of all accounts, as in the search parameters. */
export interface OperatorAuditFilters extends TimeRange {
  accountId?: string;
  /** Id of the key or user that caused the event. */
  actorId?: string;
  /** Event type. The page ignores unknown types. */
  type?: string;
}

/** Pattern of an account's id. */
const accountIdPattern = /^acct_[0-9a-hjkmnp-tv-z]{26}$/;
/** Pattern of the id of a key or a user. */
const actorIdPattern = /^[a-z]+_[0-9a-z]{1,34}$/;

/** Parses the filters. Ignores unknown and invalid parameters. */
export function readOperatorAuditFilters(search: Record<string, unknown>): OperatorAuditFilters {
  return {
    ...readPattern(search, "accountId", accountIdPattern),
    ...readPattern(search, "actorId", actorIdPattern),
    ...readPattern(search, "type", /^[a-z]+\.[a-z_]+$/),
    ...readTimeRange(search),
  };
}
