import type { Database } from "@wayfare/database";
import type { RequestLog, RequestLogAccess } from "./log.ts";
import { blankAddressesOf, deleteRequestsOf, findRequest, listRequests } from "./store.ts";
import { listAddresses, readTraffic } from "./traffic-store.ts";

/** The request log in PostgreSQL or the embedded database. */
export function makePostgresLog(database: Database): RequestLog {
  return {
    list: (scope, query) => listRequests(database.reads, scope, query),
    find: (scope, query) => findRequest(database, scope, query),
    readTraffic: (scope, range) => readTraffic(database.reads, scope, range),
    listAddresses: (accountId, query) => listAddresses(database.reads, accountId, query),
    deleteAccount: (accountId) => deleteRequestsOf(database, accountId),
    blankAddresses: (caller) => blankAddressesOf(database, caller),
  };
}

/** Access to the log of a deployment without ClickHouse. */
export function makePostgresAccess(database: Database): RequestLogAccess {
  return { log: makePostgresLog(database), onWritten: () => {}, flush: async () => {} };
}
