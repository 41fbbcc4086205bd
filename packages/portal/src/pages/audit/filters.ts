import { readMatching } from "../../data/address.ts";

/** The filters of the audit trail as they stand in the address. */
export interface AuditFilters {
  /** Has the form of an event type; the page ignores an unknown one. */
  type?: string;
  /** Id of the subject. */
  subjectId?: string;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    ...readMatching(search, "type", /^[a-z]+\.[a-z_]+$/),
    ...readMatching(search, "subjectId", /^[a-z]+_[0-9a-z]{1,34}$/),
  };
}
