import { DomainError } from "@wayfare/contract";
import type { SupplyReport } from "@wayfare/suppliers";

/** The error of a search that no supplier answered in time. */
export function toSupplyError(reports: readonly Pick<SupplyReport, "status" | "reason">[]): DomainError {
  // Suppliers that do not support the request say nothing about the others.
  const tried = reports.filter(({ reason }) => reason !== "unsupported");
  const all = (expected: SupplyReport["status"]) =>
    tried.length > 0 && tried.every(({ status }) => status === expected);
  if (all("skipped")) {
    if (tried.every(({ reason }) => reason === "busy")) return new DomainError("OVERLOADED");
    return new DomainError("SUPPLY_UNAVAILABLE", {
      detail: "All suppliers were skipped: their call budgets are used up, or they failed repeatedly.",
    });
  }
  if (!all("timeout")) return new DomainError("SUPPLY_UNAVAILABLE", { detail: "All supplier searches failed." });
  return new DomainError("SUPPLY_UNAVAILABLE", { detail: "All supplier searches timed out.", timedOut: true });
}
