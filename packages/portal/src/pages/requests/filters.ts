import { idForm, readMatching, readWord } from "../../data/address.ts";

const callerTypes = ["user", "any"] as const;

/** The filters of the request log as they stand in the address. */
export interface RequestFilters {
  keyId?: string;
  /** Portal users, or every caller; only keys if neither it nor `keyId` is set. */
  callerType?: (typeof callerTypes)[number];
  /** A status such as `404`, or a class such as `5xx`. */
  status?: string;
  route?: string;
}

/** Reads them. A status without quotes in the address comes as a number. */
export function readRequestFilters(search: Record<string, unknown>): RequestFilters {
  const status = typeof search["status"] === "number" ? String(search["status"]) : search["status"];
  return {
    ...readMatching(search, "keyId", idForm("ak")),
    ...readWord(search, "callerType", callerTypes),
    ...readMatching({ status }, "status", statusForm),
    ...readMatching(search, "route", routeForm),
  };
}

/** What the service takes as a status, and as the template of a path. */
const statusForm = /^[1-5](\d\d|xx)$/;
export const routeForm = /^\/v1\/[\w/{}-]{0,97}$/;
