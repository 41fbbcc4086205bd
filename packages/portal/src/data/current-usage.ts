import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

/** What counted in the present period, and what it is counted against. */
export function useCurrentUsage() {
  const client = useClient();
  return useQuery({ queryKey: ["usage", useEnvironment(), "current"], queryFn: async () => client.usage.current() });
}
