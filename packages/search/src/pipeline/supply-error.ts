import { DomainError } from "@wayfare/contract";
import type { FanOut, SupplyReport } from "@wayfare/suppliers";

/**
 * Throws if no supplier answered. A request that none of them supports is answered, without flights: a later attempt would have the same
 * result.
 *
 * @throws DomainError SUPPLY_UNAVAILABLE or OVERLOADED
 */
export function checkAnswered({ results, supply }: FanOut): void {
  const isUnsupported = supply.length > 0 && supply.every(({ reason }) => reason === "unsupported");
  if (results.length === 0 && !isUnsupported) throw toSupplyError(supply);
}

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
