import { useRead } from "./read.ts";

/** Reads the usage and the quota of the current period. */
export function useCurrentUsage() {
  return useRead(["usage", "current"], (client) => client.usage.current());
}
