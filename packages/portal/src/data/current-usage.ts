import { useRead } from "./read.ts";

/** What counted in the present period, and what it is counted against. */
export function useCurrentUsage() {
  return useRead(["usage", "current"], (client) => client.usage.current());
}
