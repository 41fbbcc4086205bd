import { readPattern } from "../../data/search-params.ts";
import { readTimeRange, type TimeRange } from "../../data/time-range.ts";

/** Filters of the audit log, as in the search parameters. */
export interface AuditFilters extends TimeRange {
  /** Event type. The page ignores unknown types. */
  type?: string;
  /** Id of the subject. */
  subjectId?: string;
  /** Id of the key or user that caused the event. */
  actorId?: string;
}

/** Parses the filters. Ignores unknown and invalid parameters. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    ...readPattern(search, "type", /^[a-z]+\.[a-z_]+$/),
    ...readPattern(search, "subjectId", /^[a-z]+_[0-9a-z]{1,34}$/),
    ...readPattern(search, "actorId", /^[a-z]+_[0-9a-z]{1,34}$/),
    ...readTimeRange(search),
  };
}
