import { use } from "react";
import { ClockOffset } from "./clock-offset.ts";
import { resolveTimeRange, type TimeRange } from "./time-range.ts";
import { useNow } from "./use-now.ts";

/** Returns a time range as parameters of the API, on the clock of the page, and the current time of that clock. */
export function useTimeRange(range: TimeRange): { from?: string; to?: string; nowMs: number } {
  const nowMs = useNow(15_000) + use(ClockOffset);
  return { ...resolveTimeRange(range, nowMs), nowMs };
}
