import type { RequestLog } from "../requests/log.ts";
import type { ExternalStore } from "./run-erasures.ts";

/** The request log in ClickHouse as a store of personal data. */
export function makeRequestLogStore(log: Pick<RequestLog, "deleteAccount" | "blankAddresses">): ExternalStore {
  return {
    erase: ({ type, id, accountId }) =>
      type === "account" ? log.deleteAccount(id) : log.blankAddresses({ accountId, callerId: id }),
  };
}
