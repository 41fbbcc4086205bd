import { readMatching } from "../../data/address.ts";

/** The filters of the audit trail as they stand in the address. */
export interface AuditFilters {
  /** Looks like an action; the page, which knows them all, takes it or leaves it. */
  action?: string;
  /** Only what was done to this id. */
  subject?: string;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    ...readMatching(search, "action", /^[a-z]+\.[a-z_]+$/),
    ...readMatching(search, "subject", /^[a-z]+_[0-9a-z]{1,34}$/),
  };
}
