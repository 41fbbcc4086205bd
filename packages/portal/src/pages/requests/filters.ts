import { idPattern, readEnum, readPattern } from "../../data/search-params.ts";
import { readTimeRange, type TimeRange } from "../../data/time-range.ts";

const callerTypes = ["user", "any"] as const;

/** Filters of the request log, as in the search parameters. */
export interface RequestFilters extends TimeRange {
  keyId?: string;
  /** Portal users, or all callers. Only keys if neither this nor `keyId` is set. */
  callerType?: (typeof callerTypes)[number];
  /** A status such as `404`, or a class such as `5xx`. */
  status?: string;
  route?: string;
}

/** Parses the filters. An unquoted status in the URL is parsed as a number. */
export function readRequestFilters(search: Record<string, unknown>): RequestFilters {
  const status = typeof search["status"] === "number" ? String(search["status"]) : search["status"];
  return {
    ...readPattern(search, "keyId", idPattern("ak")),
    ...readEnum(search, "callerType", callerTypes),
    ...readPattern({ status }, "status", statusPattern),
    ...readPattern(search, "route", routePattern),
    ...readTimeRange(search),
  };
}

/** Formats of a status and a path template, as in the API. */
const statusPattern = /^[1-5](\d\d|xx)$/;
export const routePattern = /^\/v1\/[\w/{}-]{0,97}$/;
