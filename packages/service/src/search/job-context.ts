import type { AccountScope } from "@wayfare/contract";
import type { JobContext } from "@wayfare/search";
import type { SupplyReport } from "@wayfare/suppliers";
import type { CallContext, SearchDeps } from "./deps.ts";

interface JobCall extends Pick<CallContext, "signal"> {
  caller: AccountScope;
  log: { warn(details: object, message: string): void };
}

/** Returns the context of a supplier run for the caller's account; failures are logged. */
export async function jobContextOf(
  { supplierAccess }: Pick<SearchDeps, "supplierAccess">,
  { signal, log, caller }: JobCall,
): Promise<Required<JobContext>> {
  const { accountId, environment } = caller;
  return {
    signal,
    access: await supplierAccess.accessFor(accountId, environment),
    onFailure(report: SupplyReport) {
      const { source, status, reason, failure } = report;
      // The same for each such request, and no failure.
      if (reason === "unsupported") return;
      supplierAccess.recordFailure?.(accountId, environment, report);
      log.warn({ source, status, reason, err: failure }, "supplier failed");
    },
  };
}
