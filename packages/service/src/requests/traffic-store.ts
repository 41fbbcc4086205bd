import { formatInstant, type Overview, type Owner } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { firstRequestIdAt } from "./days.ts";
import { byKey } from "./store.ts";

/** A stretch of the wall's clock in buckets of one length. */
export interface Stretch {
  startMs: number;
  bucketMs: number;
  buckets: number;
}

interface TrafficRow {
  /** Null in the row of all buckets together. */
  bucket: number | null;
  requests: number;
  errors: number;
  p50: number | null;
  p95: number | null;
}

type Traffic = Pick<Overview, "requests" | "errors" | "p50Ms" | "p95Ms" | "series">;

/** Requests by keys: how many, how many failed and how long they took, in each bucket and in all. What is newer is in the last. */
export async function readTraffic(session: Session, owner: Owner, stretch: Stretch): Promise<Traffic> {
  const { startMs, bucketMs, buckets } = stretch;
  const rows = await session.query<TrafficRow>(
    `SELECT bucket, count(*)::int AS requests, (count(*) FILTER (WHERE status >= 400))::int AS errors,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50, percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95
     FROM (SELECT least(floor((extract(epoch FROM at) * 1000 - $4::float8) / $5::float8)::int, $6::int) AS bucket, status, duration_ms FROM requests
           WHERE account_id = $1 AND environment = $2 AND id >= $3 AND ${byKey}) AS asked
     GROUP BY GROUPING SETS ((bucket), ())
     ORDER BY bucket NULLS FIRST LIMIT 1000`,
    [owner.accountId, owner.environment, firstRequestIdAt(startMs), startMs, bucketMs, buckets - 1],
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

/** A tenth of a millisecond, as in the log. */
function rounded(ms: number | null | undefined): number | null {
  return typeof ms === "number" ? Math.round(ms * 10) / 10 : null;
}

/** Where test and live keys have called from since an instant of the wall's clock; the busiest addresses first. */
export function listAddresses(session: Session, accountId: string, sinceMs: number) {
  return session.query<{ address: string; requests: number; last_at: Date }>(
    `SELECT asked.address, count(*)::int AS requests, max(asked.at) AS last_at
     FROM requests asked JOIN api_keys key ON key.id = asked.key_id AND key.environment <> 'service'
     WHERE asked.account_id = $1 AND asked.environment = ANY('{test,live}') AND asked.id >= $2
     GROUP BY asked.address ORDER BY requests DESC, asked.address LIMIT 10000`,
    [accountId, firstRequestIdAt(sinceMs)],
  );
}
