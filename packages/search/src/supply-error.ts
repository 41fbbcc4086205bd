import { DomainError } from "@wayfare/contract";
import type { SupplyReport } from "@wayfare/suppliers";

/** The error of a search that no supplier answered. */
export function noSupply(reports: readonly Pick<SupplyReport, "status">[]): DomainError {
  const all = (wanted: SupplyReport["status"]) =>
    reports.length > 0 && reports.every(({ status }) => status === wanted);
  if (all("skipped")) return new DomainError("OVERLOADED");
  if (!all("timeout")) return new DomainError("SUPPLY_UNAVAILABLE", { detail: "No supplier could answer." });
  return new DomainError("SUPPLY_UNAVAILABLE", { detail: "Every supplier ran out of time.", timedOut: true });
}
