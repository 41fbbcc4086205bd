import { parseDurationMs } from "./duration.ts";
import type { Settings } from "./schema.ts";

/** Maximum of one delay. */
export const maxRetryDelayMs = 7 * 86_400_000;

/** Returns the delays between the attempts of a webhook delivery. */
export function retryDelaysOf({ webhooksRetryDelays }: Pick<Settings, "webhooksRetryDelays">): number[] {
  return webhooksRetryDelays.map(parseDurationMs);
}
