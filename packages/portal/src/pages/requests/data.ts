import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import type { RequestFilters } from "./filters.ts";

/** Lists the requests of the last 30 days, newest first. Includes requests of the portal only if the filter selects them. */
export function useRequests({ callerType, ...filters }: RequestFilters) {
  const byType =
    filters.keyId === undefined && callerType !== "any" ? { callerType: callerType ?? ("key" as const) } : {};
  const query = { ...filters, ...byType };
  return usePages(["requests", query], (client, cursor) => client.requests.list({ ...query, cursor }));
}

/** Reads a request. It is in the log shortly after its response. */
export function useRequest(id: string) {
  return useRead(["request", id], (client) => client.requests.get(id));
}
