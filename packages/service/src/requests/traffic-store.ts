import { type AccountScope, formatInstant, type Overview } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { firstRequestIdAt } from "./partitions.ts";
import { isKeyCaller } from "./store.ts";

/** A wall-clock time range in buckets of equal length. */
export interface BucketRange {
  startMs: number;
  bucketMs: number;
  buckets: number;
}

interface TrafficRow {
  /** Null in the total row. */
  bucket: number | null;
  requests: number;
  errors: number;
  p50: number | null;
  p95: number | null;
}

type Traffic = Pick<Overview, "requests" | "errors" | "p50Ms" | "p95Ms" | "series">;

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
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const total = byBucket.get(null);
  const series = Array.from({ length: buckets }, (_, at) => {
    const row = byBucket.get(at);
    const counts = { requests: row?.requests ?? 0, errors: row?.errors ?? 0, p95Ms: rounded(row?.p95) };
    return { from: formatInstant(startMs + at * bucketMs), ...counts };
  });
  const times = { p50Ms: rounded(total?.p50), p95Ms: rounded(total?.p95) };
  return { requests: total?.requests ?? 0, errors: total?.errors ?? 0, ...times, series };
}

/** Rounds to a tenth of a millisecond, as in the log. */
function rounded(ms: number | null | undefined): number | null {
  return typeof ms === "number" ? Math.round(ms * 10) / 10 : null;
}

/** Lists the addresses from which test and live keys were used since a wall-clock time, by number of requests. */
export function listAddresses(db: Queryable, accountId: string, sinceMs: number) {
  return db.query<{ address: string; requests: number; last_at: Date }>(
    `SELECT request.address, count(*)::int AS requests, max(request.at) AS last_at
     FROM requests request JOIN api_keys key ON key.id = request.key_id AND key.environment <> 'service'
     WHERE request.account_id = $1 AND request.environment = ANY('{test,live}') AND request.id >= $2
     GROUP BY request.address ORDER BY requests DESC, request.address LIMIT 10000`,
    [accountId, firstRequestIdAt(sinceMs)],
  );
}
