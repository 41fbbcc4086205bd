import type { AccountScope, LoggedRequest, Overview, RowScope } from "@wayfare/contract";
import type { RequestRecord } from "./record.ts";

export interface RequestFilter {
  keyId?: string | undefined;
  route?: string | undefined;
  callerType?: "key" | "user" | undefined;
  /** Lowest and highest status. */
  statuses?: readonly [number, number] | undefined;
}

export interface RequestQuery {
  filter: RequestFilter;
  /** Lower bound of the ids. */
  firstId: string;
  afterId: string | null;
  limit: number;
}

/** A wall-clock time range in buckets of equal length. */
export interface BucketRange {
  startMs: number;
  bucketMs: number;
  buckets: number;
}

export type Traffic = Pick<Overview, "requests" | "errors" | "p50Ms" | "p95Ms" | "series">;

/** Use of an address by keys. */
export interface AddressUse {
  address: string;
  requests: number;
  lastAtMs: number;
}

export interface AddressQuery {
  /** Wall-clock time. */
  sinceMs: number;
  /** Keys whose requests are left out. */
  excludedKeyIds: readonly string[];
}

/** Reads of the request log. Implementations give equal answers to equal rows (test/requests/conformance.ts). */
export interface RequestLog {
  /** Lists requests of an account's partition, newest first, after an id. */
  list(scope: RowScope, query: RequestQuery): Promise<LoggedRequest[]>;
  /** Finds a request whose id is not below `firstId`. */
  find(scope: RowScope, query: { id: string; firstId: string }): Promise<LoggedRequest | undefined>;
  /**
   * Aggregates the requests of API keys per bucket and in total: number, errors and latency percentiles. Newer requests are counted in the
   * last bucket.
   */
  readTraffic(scope: AccountScope, range: BucketRange): Promise<Traffic>;
  /** Lists the addresses from which keys of an account were used, in both partitions, by number of requests; 10,000 at most. */
  listAddresses(accountId: string, query: AddressQuery): Promise<AddressUse[]>;
  /** Deletes all requests of an account. Requests that are logged later are not deleted. */
  deleteAccount(accountId: string): Promise<void>;
  /** Removes the client addresses from all requests of a user or key. Requests that are logged later are not changed. */
  blankAddresses(caller: { accountId: string; callerId: string }): Promise<void>;
}

/** The request log of a process. */
export interface RequestLogAccess {
  log: RequestLog;
  /** Called with records after they were written to PostgreSQL, with the operation that was counted. */
  onWritten(records: readonly RequestRecord[]): void;
  /** Waits until records that this process has written can be read, for a bounded time. */
  flush(): Promise<void>;
}

/** Row of an aggregation of traffic. */
export interface TrafficRow {
  /** Null in the total row. */
  bucket: number | null;
  requests: number;
  errors: number;
  p50: number | null;
  p95: number | null;
}

/** Rounds to a tenth of a millisecond, as in the log. Engines differ in the last bit of an interpolated value, so ties are rounded up. */
export function roundMs(ms: number | null | undefined): number | null {
  return typeof ms === "number" ? Math.round(ms * 10 + 1e-9) / 10 : null;
}
