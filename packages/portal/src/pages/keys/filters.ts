import type { KeyStatus } from "@wayfare/sdk";
import { idForm, readMatching, readWord } from "../../data/address.ts";

const statuses: readonly KeyStatus[] = ["active", "revoking", "revoked", "expired"];

/** The filters of the list of keys as they stand in the address. */
export interface KeyFilters {
  status?: KeyStatus;
  applicationId?: string;
  /** Only keys that have not been used for 90 days. */
  idle?: true;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readKeyFilters(search: Record<string, unknown>): KeyFilters {
  return {
    ...readWord(search, "status", statuses),
    ...readMatching(search, "applicationId", idForm("app")),
    ...(search["idle"] === true && { idle: true }),
  };
}
