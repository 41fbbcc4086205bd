import type { RunContext } from "@wayfare/search";
import type { Call, SearchParts } from "./parts.ts";

/** The context of one run of the suppliers; a supplier that fails is logged. */
export function runContextOf(
  { deadlineMs }: Pick<SearchParts, "deadlineMs">,
  { signal, log }: Pick<Call, "signal" | "log">,
): RunContext {
  return {
    deadlineMs,
    signal,
    onFailure: ({ source, status, failure }) => log.warn({ source, status, err: failure }, "supplier did not answer"),
  };
}
