import type { Settings } from "@wayfare/settings";
import type { TracingOptions } from "@wayfare/telemetry";

/** Options of tracing that can be sent to a thread. */
export type TracingSettings = Omit<TracingOptions, "onError">;

/** Returns the options of tracing; undefined if it is off. */
export function tracingOf({ tracesUrl, tracesSamplePercent, role }: Settings): TracingSettings | undefined {
  if (tracesUrl === null) return undefined;
  const resource = { "service.name": "wayfare", "wayfare.role": role, "process.pid": process.pid };
  return { url: tracesUrl, samplePercent: tracesSamplePercent, resource };
}
