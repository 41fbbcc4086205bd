import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import type { RequestFilters } from "./filters.ts";

/** The requests of the last 30 days, newest first; those of these pages themselves only where they are asked for. */
export function useRequests({ callerType, ...filters }: RequestFilters) {
  const byType =
    filters.keyId === undefined && callerType !== "any" ? { callerType: callerType ?? ("key" as const) } : {};
  const query = { ...filters, ...byType };
  return usePages(["requests", query], (client, cursor) => client.requests.list({ ...query, cursor }));
}

/** One request; the log has it a moment after its answer. */
export function useRequest(id: string) {
  return useRead(["request", id], (client) => client.requests.get(id));
}
