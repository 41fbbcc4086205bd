import type { RunContext } from "@wayfare/search";
import type { CallContext, SearchDeps } from "./deps.ts";

/** Creates the context of a supplier run; failures are logged. */
export function runContextOf(
  { deadlineMs }: Pick<SearchDeps, "deadlineMs">,
  { signal, log }: Pick<CallContext, "signal" | "log">,
): RunContext {
  return {
    deadlineMs,
    signal,
    onFailure: ({ source, status, failure }) => log.warn({ source, status, err: failure }, "supplier failed"),
  };
}
