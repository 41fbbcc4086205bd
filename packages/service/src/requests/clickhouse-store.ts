import {
  type AccountScope,
  idTimeMs,
  isId,
  type LoggedRequest,
  type Operation,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import type { ClickHouse } from "./clickhouse-client.ts";
import {
  type AddressQuery,
  type AddressUse,
  type BucketRange,
  type RequestLog,
  type RequestQuery,
  type Traffic,
  type TrafficRow,
} from "./log.ts";
import { firstRequestIdAt, requestRetentionMs } from "./partitions.ts";
import type { RequestRecord } from "./record.ts";
import { type RequestRow, toRequest } from "./store.ts";
import { toTraffic } from "./traffic-store.ts";

const dayMs = 86_400_000;

/**
 * Rows with one id are one request: a batch that is sent again after a lost response adds no request. The time is that of the id, so equal
 * ids are in one partition.
 */
const createTable = `CREATE TABLE IF NOT EXISTS requests (
  id String,
  account_id String,
  environment LowCardinality(String),
  at DateTime64(3, 'UTC'),
  key_id String,
  application_id Nullable(String),
  method LowCardinality(String),
  route LowCardinality(String),
  status Nullable(Int16),
  duration_ms Float32,
  address String,
  operation LowCardinality(Nullable(String))
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (account_id, environment, id)
TTL toDateTime(at) + toIntervalDay(${requestRetentionMs / dayMs})
SETTINGS ttl_only_drop_parts = 1`;

/** Partitions have no equal ids, so they are not merged while reading. */
const deduplicated = "requests FINAL";
const settings = "SETTINGS do_not_merge_across_partitions_select_final = 1";

const columns = "id, environment, key_id, application_id, method, route, status, duration_ms, address, operation";
const ofScope = "account_id = {accountId:String} AND environment = {environment:String}";
const ofApplication = "({applicationId:String} = '' OR application_id = {applicationId:String})";
const isKeyCaller = "startsWith(key_id, 'ak_')";

/** Creates the table. An existing one, for example with a replicated engine, is kept. */
export function createRequestTable(clickhouse: ClickHouse): Promise<void> {
  return clickhouse.command(createTable);
}

/** Inserts records. A record that exists is replaced by the same values. */
export function insertRequests(clickhouse: ClickHouse, records: readonly RequestRecord[]): Promise<void> {
  return clickhouse.insert(
    "requests",
    records.map((record) => ({
      id: record.id,
      account_id: record.accountId,
      environment: record.environment,
      at: new Date(idTimeMs(record.id)).toISOString().slice(0, -1).replace("T", " "),
      key_id: record.keyId,
      application_id: record.applicationId,
      method: record.method,
      route: record.route,
      status: record.status,
      duration_ms: record.durationMs,
      address: record.address,
      operation: record.operation,
    })),
  );
}

/** Counts the requests of all accounts by hour from one id to another. Keys are hours since 1970. */
export async function countByHour(clickhouse: ClickHouse, range: { firstId: string; endId: string }) {
  const rows = await clickhouse.query<{ hour: number; requests: number }>(
    `SELECT intDiv(toUnixTimestamp(at), 3600) AS hour, uniqExact(id) AS requests FROM requests
     WHERE id >= {firstId:String} AND id < {endId:String} AND at >= fromUnixTimestamp64Milli({firstAt:Int64}) AND at < fromUnixTimestamp64Milli({endAt:Int64})
     GROUP BY hour ORDER BY hour LIMIT 10000`,
    { ...range, firstAt: idTimeMs(range.firstId), endAt: idTimeMs(range.endId) },
  );
  return new Map(rows.map(({ hour, requests }) => [hour, requests]));
}

type ClickHouseRow = Omit<RequestRow, "at"> & { operation: Operation | null; environment: Partition };

/** The request log in ClickHouse. */
export function makeClickHouseLog(clickhouse: ClickHouse): RequestLog {
  return {
    list: (scope, query) => listRequests(clickhouse, scope, query),
    find: (scope, query) => findRequest(clickhouse, scope, query),
    readTraffic: (scope, range) => readTraffic(clickhouse, scope, range),
    listAddresses: (accountId, query) => listAddresses(clickhouse, accountId, query),
    deleteAccount: (accountId) =>
      // Rewrites the files, so that the rows are gone when the statement returns.
      clickhouse.command(
        "ALTER TABLE requests DELETE WHERE account_id = {accountId:String} SETTINGS mutations_sync = 2",
        { accountId },
      ),
    blankAddresses: ({ accountId, callerId }) =>
      clickhouse.command(
        "ALTER TABLE requests UPDATE address = '' WHERE account_id = {accountId:String} AND key_id = {callerId:String} SETTINGS mutations_sync = 2",
        { accountId, callerId },
      ),
  };
}

async function listRequests(clickhouse: ClickHouse, scope: RowScope, query: RequestQuery): Promise<LoggedRequest[]> {
  const { filter, firstId, afterId, limit } = query;
  const [minStatus, maxStatus] = filter.statuses ?? [];
  const conditions = [
    "id >= {firstId:String} AND at >= fromUnixTimestamp64Milli({firstAt:Int64})",
    afterId === null ? [] : "id < {afterId:String}",
    filter.keyId === undefined ? [] : "key_id = {keyId:String}",
    filter.route === undefined ? [] : "route = {route:String}",
    minStatus === undefined ? [] : "status BETWEEN {minStatus:Int16} AND {maxStatus:Int16}",
    filter.callerType === undefined ? [] : `${filter.callerType === "key" ? "" : "NOT "}${isKeyCaller}`,
  ].flat();
  const rows = await clickhouse.query<ClickHouseRow>(
    `SELECT ${columns} FROM ${deduplicated} WHERE ${ofScope} AND ${ofApplication} AND ${conditions.join(" AND ")}
     ORDER BY id DESC LIMIT {limit:UInt32} ${settings}`,
    {
      ...scopeOf(scope),
      firstId,
      firstAt: idTimeMs(firstId),
      afterId,
      keyId: filter.keyId,
      route: filter.route,
      minStatus,
      maxStatus,
      limit,
    },
  );
  return rows.map(toLogged);
}

async function findRequest(
  clickhouse: ClickHouse,
  scope: RowScope,
  { id, firstId }: { id: string; firstId: string },
): Promise<LoggedRequest | undefined> {
  // An id that is not a request's has no time.
  if (!isId("req", id)) return undefined;
  const [row] = await clickhouse.query<ClickHouseRow>(
    `SELECT ${columns} FROM ${deduplicated}
     WHERE ${ofScope} AND ${ofApplication} AND id = {id:String} AND id >= {firstId:String}
       AND at = fromUnixTimestamp64Milli({at:Int64})
     ORDER BY id LIMIT 1 ${settings}`,
    { ...scopeOf(scope), id, firstId, at: idTimeMs(id) },
  );
  return row && toLogged(row);
}

async function readTraffic(clickhouse: ClickHouse, scope: AccountScope, range: BucketRange): Promise<Traffic> {
  const { startMs, bucketMs, buckets } = range;
  const firstId = firstRequestIdAt(startMs);
  const rows = await clickhouse.query<TrafficRow>(
    `SELECT least(floor((toUnixTimestamp64Milli(at) - {startMs:Float64}) / {bucketMs:Float64}), {last:Float64}) AS bucket,
            count() AS requests, countIf(status >= 400) AS errors,
            quantileExactInclusive(0.5)(toFloat64(duration_ms)) AS p50, quantileExactInclusive(0.95)(toFloat64(duration_ms)) AS p95
     FROM ${deduplicated}
     WHERE ${ofScope} AND id >= {firstId:String} AND at >= fromUnixTimestamp64Milli({firstAt:Int64}) AND ${isKeyCaller}
     GROUP BY GROUPING SETS ((bucket), ()) ORDER BY bucket LIMIT 1000 ${settings}, group_by_use_nulls = 1`,
    {
      accountId: scope.accountId,
      environment: scope.environment,
      firstId,
      firstAt: idTimeMs(firstId),
      startMs,
      bucketMs,
      last: buckets - 1,
    },
  );
  return toTraffic(rows, range);
}

function listAddresses(
  clickhouse: ClickHouse,
  accountId: string,
  { sinceMs, excludedKeyIds }: AddressQuery,
): Promise<AddressUse[]> {
  return clickhouse.query<AddressUse>(
    `SELECT address, count() AS requests, toUnixTimestamp64Milli(max(at)) AS lastAtMs FROM ${deduplicated}
     WHERE account_id = {accountId:String} AND (environment = 'test' OR environment = 'live') AND id >= {firstId:String}
       AND at >= fromUnixTimestamp64Milli({firstAt:Int64}) AND ${isKeyCaller} AND NOT has({excludedKeyIds:Array(String)}, key_id)
     GROUP BY address ORDER BY requests DESC, address LIMIT 10000 ${settings}`,
    { accountId, firstId: firstRequestIdAt(sinceMs), firstAt: idTimeMs(firstRequestIdAt(sinceMs)), excludedKeyIds },
  );
}

function scopeOf({ accountId, environment, applicationId }: RowScope) {
  return { accountId, environment, applicationId: applicationId ?? "" };
}

function toLogged(row: ClickHouseRow): LoggedRequest {
  return toRequest({ ...row, at: new Date(idTimeMs(row.id)) });
}
