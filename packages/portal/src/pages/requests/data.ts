import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import type { RequestFilters } from "./filters.ts";

/** The requests of the last 30 days, newest first; those of these pages themselves only where they are asked for. */
export function useRequests({ caller, ...filters }: RequestFilters) {
  const who = filters.key === undefined && caller !== "any" ? { caller: caller ?? ("key" as const) } : {};
  const question = { ...filters, ...who };
  return usePages(["requests", question], (client, cursor) => client.requests.list({ ...question, cursor }));
}

/** One request; the log has it a moment after its answer. */
export function useRequest(id: string) {
  return useRead(["request", id], (client) => client.requests.get(id));
}
