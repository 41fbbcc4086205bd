import { idForm, readMatching, readWord } from "../../data/address.ts";

const callers = ["user", "any"] as const;

/** The filters of the request log as they stand in the address. */
export interface RequestFilters {
  key?: string;
  /** People in the portal, or everybody; keys alone where neither it nor a key is given. */
  caller?: (typeof callers)[number];
  /** A status such as `404`, or a class such as `5xx`. */
  status?: string;
  route?: string;
}

/** Reads them. A status without quotes in the address comes as a number. */
export function readRequestFilters(search: Record<string, unknown>): RequestFilters {
  const status = typeof search["status"] === "number" ? String(search["status"]) : search["status"];
  return {
    ...readMatching(search, "key", idForm("ak")),
    ...readWord(search, "caller", callers),
    ...readMatching({ status }, "status", statusForm),
    ...readMatching(search, "route", routeForm),
  };
}

/** What the service takes as a status, and as the template of a path. */
const statusForm = /^[1-5](\d\d|xx)$/;
export const routeForm = /^\/v1\/[\w/{}-]{0,97}$/;
