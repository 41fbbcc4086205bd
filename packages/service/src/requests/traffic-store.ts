import { type AccountScope, formatInstant } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { type AddressQuery, type AddressUse, type BucketRange, roundMs, type Traffic, type TrafficRow } from "./log.ts";
import { firstRequestIdAt } from "./partitions.ts";
import { isKeyCaller } from "./store.ts";

/**
 * Aggregates the requests of API keys per bucket and in total: number, errors and latency percentiles. Newer requests are counted in the
 * last bucket.
 */
export async function readTraffic(db: Queryable, scope: AccountScope, range: BucketRange): Promise<Traffic> {
  const { startMs, bucketMs, buckets } = range;
  const rows = await db.query<TrafficRow>(
    `SELECT bucket, count(*)::int AS requests, (count(*) FILTER (WHERE status >= 400))::int AS errors,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50, percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95
     FROM (SELECT least(floor((extract(epoch FROM at) * 1000 - $4::float8) / $5::float8)::int, $6::int) AS bucket, status, duration_ms FROM requests
           WHERE account_id = $1 AND environment = $2 AND id >= $3 AND ${isKeyCaller}) AS logged
     GROUP BY GROUPING SETS ((bucket), ())
     ORDER BY bucket NULLS FIRST LIMIT 1000`,
    [scope.accountId, scope.environment, firstRequestIdAt(startMs), startMs, bucketMs, buckets - 1],
  );
  return toTraffic(rows, range);
}

/** Converts rows by bucket, and the row in total, to the series of a range. */
export function toTraffic(rows: readonly TrafficRow[], { startMs, bucketMs, buckets }: BucketRange): Traffic {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const total = byBucket.get(null);
  const series = Array.from({ length: buckets }, (_, at) => {
    const row = byBucket.get(at);
    const counts = { requests: row?.requests ?? 0, errors: row?.errors ?? 0, p95Ms: roundMs(row?.p95) };
    return { from: formatInstant(startMs + at * bucketMs), ...counts };
  });
  const times = { p50Ms: roundMs(total?.p50), p95Ms: roundMs(total?.p95) };
  return { requests: total?.requests ?? 0, errors: total?.errors ?? 0, ...times, series };
}

/** Lists the addresses from which keys of an account were used, by number of requests. */
export async function listAddresses(
  db: Queryable,
  accountId: string,
  { sinceMs, excludedKeyIds }: AddressQuery,
): Promise<AddressUse[]> {
  const rows = await db.query<{ address: string; requests: number; last_at: Date }>(
    `SELECT address, count(*)::int AS requests, max(at) AS last_at FROM requests
     WHERE account_id = $1 AND environment = ANY('{test,live}') AND id >= $2 AND ${isKeyCaller} AND key_id <> ALL($3::text[])
     GROUP BY address ORDER BY requests DESC, address COLLATE "C" LIMIT 10000`,
    [accountId, firstRequestIdAt(sinceMs), excludedKeyIds],
  );
  return rows.map(({ address, requests, last_at: lastAt }) => ({ address, requests, lastAtMs: lastAt.getTime() }));
}
