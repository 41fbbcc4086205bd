import type { SupplyReport } from "@wayfare/suppliers";
import type { CallContext } from "./deps.ts";

/** Returns the context of a supplier run; failures are logged. */
export function jobContextOf({ signal, log }: Pick<CallContext, "signal" | "log">) {
  return {
    signal,
    onFailure: ({ source, status, failure }: SupplyReport) =>
      log.warn({ source, status, err: failure }, "supplier failed"),
  };
}
