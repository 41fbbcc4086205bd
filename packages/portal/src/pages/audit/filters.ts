import type { AuditEvent } from "@wayfare/sdk";
import { readMatching, readWord } from "../../data/address.ts";
import { actions } from "./actions.ts";

/** The filters of the audit trail as they stand in the address. */
export interface AuditFilters {
  action?: AuditEvent["action"];
  /** Only what was done to this id. */
  subject?: string;
}

const subjectForm = /^[a-z]+_[0-9a-z]{1,34}$/;

/** Reads them; what an address has too much, or wrong, is left out. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return { ...readWord(search, "action", actions), ...readMatching(search, "subject", subjectForm) };
}
