import { type SearchContext, type SupplierAccess, SupplierFailure } from "../port/port.ts";
import type { CallContext } from "./supplier-client.ts";

type Caller = Pick<SearchContext, "accountId" | "access" | "signal" | "deadlineMs">;

/** Returns the access of a search. @throws SupplierFailure without one */
export function getAccess(name: string, access: SupplierAccess | undefined): SupplierAccess {
  if (access === undefined) throw new SupplierFailure("credential", `${name} needs a credential`);
  return access;
}

/** Returns a function that makes the context of the next call: with the time that is left until the deadline of the search. */
export function createCallContexts(caller: Caller & { access: SupplierAccess }): () => CallContext {
  const { accountId, access, signal, deadlineMs } = caller;
  const startedMs = performance.now();
  return () => ({
    access,
    signal,
    timeoutMs: deadlineMs - (performance.now() - startedMs),
    ...(accountId === undefined ? {} : { accountId }),
  });
}

/** Returns the context of a call outside of a search, which no client can abort. */
export function detachedCall({
  accountId,
  access,
  deadlineMs,
}: Omit<Caller, "signal" | "access"> & { access: SupplierAccess }): CallContext {
  return createCallContexts({
    access,
    deadlineMs,
    signal: new AbortController().signal,
    ...(accountId === undefined ? {} : { accountId }),
  })();
}
