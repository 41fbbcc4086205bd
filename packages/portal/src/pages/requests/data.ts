import type { QueryOf } from "@wayfare/sdk";
import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useTimeRange } from "../../data/use-time-range.ts";
import type { RequestFilters } from "./filters.ts";

/** Lists requests of the last 30 days, newest first. */
export function useRequests(query: QueryOf<"listRequests">) {
  return usePages(["requests", query], (client, cursor) => client.requests.list({ ...query, cursor }));
}

/** Returns the filters as parameters of the API. Includes requests of the portal only if the filter selects them. */
export function useRequestQuery(filters: RequestFilters): { query: QueryOf<"listRequests">; nowMs: number } {
  const { nowMs, ...range } = useTimeRange(filters);
  const { callerType, ...rest } = withoutTimeRange(filters);
  const byType = rest.keyId === undefined && callerType !== "any" ? { callerType: callerType ?? ("key" as const) } : {};
  return { query: { ...rest, ...byType, ...range }, nowMs };
}

/** Reads a request. It is in the log shortly after its response. */
export function useRequest(id: string) {
  return useRead(["request", id], (client) => client.requests.get(id));
}
