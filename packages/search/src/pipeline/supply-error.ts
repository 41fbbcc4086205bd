import { DomainError } from "@wayfare/contract";
import type { SupplyReport } from "@wayfare/suppliers";

/** The error of a search that no supplier answered in time. */
export function toSupplyError(reports: readonly Pick<SupplyReport, "status">[]): DomainError {
  const all = (expected: SupplyReport["status"]) =>
    reports.length > 0 && reports.every(({ status }) => status === expected);
  if (all("skipped")) return new DomainError("OVERLOADED");
  if (!all("timeout")) return new DomainError("SUPPLY_UNAVAILABLE", { detail: "All supplier searches failed." });
  return new DomainError("SUPPLY_UNAVAILABLE", { detail: "All supplier searches timed out.", timedOut: true });
}
