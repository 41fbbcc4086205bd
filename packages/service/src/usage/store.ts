import type { Operation, Period, RowScope, UsageGranularity, UsageGroup } from "@wayfare/contract";
import { applicationCondition, type Queryable } from "@wayfare/database";

/** Metered operations of one group in one bucket. */
export interface UsageRow {
  /** Bucket start and group: the sort key of the list. */
  id: string;
  startMs: number;
  /** An operation, key id or application id; null for keys without an application. */
  group: string | null;
  count: number;
}

export interface UsageQuery {
  period: Period;
  granularity: UsageGranularity;
  groupBy: UsageGroup;
  afterId: string | null;
  limit: number;
}

const columns = { operation: "operation", key: "key_id", application: "application_id" } as const;

/** Lists metered operations of a period, newest bucket first, after a row. */
export async function listUsage(db: Queryable, owner: RowScope, query: UsageQuery): Promise<UsageRow[]> {
  const { period, granularity, groupBy, afterId, limit } = query;
  const [afterStart = null, afterGroup = null] = afterId?.split(" ") ?? [];
  const rows = await db.query<{ start: Date; group: string | null; count: number }>(
    `SELECT start, "group", sum(count)::bigint AS count
     FROM (SELECT date_trunc($3, hour, 'UTC') AS start, ${columns[groupBy]} AS "group", count FROM usage_hours
           WHERE account_id = $1 AND environment = $2 AND hour >= $4 AND hour < $5
             AND ${applicationCondition("$9")}) AS counted
     WHERE $6::timestamptz IS NULL OR start < $6 OR (start = $6 AND coalesce("group", '') COLLATE "C" > $7)
     GROUP BY start, "group"
     ORDER BY start DESC, coalesce("group", '') COLLATE "C" LIMIT $8`,
    [
      owner.accountId,
      owner.environment,
      granularity,
      new Date(period.startMs),
      new Date(period.endMs),
      afterStart,
      afterGroup,
      limit,
      owner.applicationId,
    ],
  );
  return rows.map(({ start, group, count }) => ({
    id: `${start.toISOString()} ${group ?? ""}`,
    startMs: start.getTime(),
    group,
    count,
  }));
}

/** Sums metered operations of a period by operation. */
export function sumUsage(db: Queryable, owner: RowScope, { startMs, endMs }: Period) {
  return db.query<{ operation: Operation; count: number }>(
    `SELECT operation, sum(count)::bigint AS count FROM usage_hours
     WHERE account_id = $1 AND environment = $2 AND hour >= $3 AND hour < $4
       AND ${applicationCondition("$5")}
     GROUP BY operation ORDER BY operation LIMIT 100`,
    [owner.accountId, owner.environment, new Date(startMs), new Date(endMs), owner.applicationId],
  );
}

/** Counts the live searches of the hours that begin in each account's span. Results have the order of the spans. */
export async function countSearches(
  db: Queryable,
  spans: readonly (Period & { accountId: string })[],
): Promise<number[]> {
  if (spans.length === 0) return [];
  const rows = await db.query<{ searches: number }>(
    `SELECT (SELECT coalesce(sum(count), 0)::bigint FROM usage_hours
             WHERE account_id = span.account_id AND environment = 'live' AND hour >= span.starts_at AND hour < span.ends_at) AS searches
     FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS span (account_id, starts_at, ends_at, position)
     ORDER BY span.position LIMIT $4`,
    [
      spans.map(({ accountId }) => accountId),
      spans.map(({ startMs }) => new Date(startMs)),
      spans.map(({ endMs }) => new Date(endMs)),
      spans.length,
    ],
  );
  return rows.map(({ searches }) => searches);
}
