import { DomainError } from "@wayfare/contract";
import type { RequestLog } from "./log.ts";

/** Answers from the second log while the first one is unavailable. Both must contain all requests of the retention. */
export function makeFallbackLog(first: RequestLog, second: RequestLog): RequestLog {
  const either = async <T>(read: (log: RequestLog) => Promise<T>): Promise<T> => {
    try {
      return await read(first);
    } catch (error) {
      if (error instanceof DomainError && error.code === "STORAGE_UNAVAILABLE") return read(second);
      throw error;
    }
  };
  return {
    list: (scope, query) => either((log) => log.list(scope, query)),
    find: (scope, query) => either((log) => log.find(scope, query)),
    readTraffic: (scope, range) => either((log) => log.readTraffic(scope, range)),
    listAddresses: (accountId, query) => either((log) => log.listAddresses(accountId, query)),
    deleteAccount: async (accountId) => {
      await second.deleteAccount(accountId);
      await first.deleteAccount(accountId);
    },
    blankAddresses: async (caller) => {
      await second.blankAddresses(caller);
      await first.blankAddresses(caller);
    },
  };
}
