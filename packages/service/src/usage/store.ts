import type { Operation, Period, RowScope, UsageGranularity, UsageGroup } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

/** What counted for one group in one bucket. */
export interface UsageRow {
  /** The bucket's start and the group: the order of the list. */
  id: string;
  startMs: number;
  /** An operation, a key's id or an application's; null for keys of no application. */
  group: string | null;
  count: number;
}

export interface UsageQuestion {
  period: Period;
  granularity: UsageGranularity;
  groupBy: UsageGroup;
  afterId: string | null;
  limit: number;
}

const columns = { operation: "operation", key: "key_id", application: "application_id" } as const;

/** What counted in a period, newest bucket first, from behind a row on. */
export async function listUsage(session: Session, owner: RowScope, question: UsageQuestion): Promise<UsageRow[]> {
  const { period, granularity, groupBy, afterId, limit } = question;
  const [afterStart = null, afterGroup = null] = afterId?.split(" ") ?? [];
  const rows = await session.query<{ start: Date; group: string | null; count: number }>(
    `SELECT start, "group", sum(count)::bigint AS count
     FROM (SELECT date_trunc($3, hour, 'UTC') AS start, ${columns[groupBy]} AS "group", count FROM usage_hours
           WHERE account_id = $1 AND environment = $2 AND hour >= $4 AND hour < $5
             AND ($9::text IS NULL OR application_id = $9)) AS counted
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
      owner.applicationId ?? null,
    ],
  );
  return rows.map(({ start, group, count }) => ({
    id: `${start.toISOString()} ${group ?? ""}`,
    startMs: start.getTime(),
    group,
    count,
  }));
}

/** What counted in a period, by operation. */
export function sumUsage(session: Session, owner: RowScope, { startMs, endMs }: Period) {
  return session.query<{ operation: Operation; count: number }>(
    `SELECT operation, sum(count)::bigint AS count FROM usage_hours
     WHERE account_id = $1 AND environment = $2 AND hour >= $3 AND hour < $4
       AND ($5::text IS NULL OR application_id = $5)
     GROUP BY operation ORDER BY operation LIMIT 100`,
    [owner.accountId, owner.environment, new Date(startMs), new Date(endMs), owner.applicationId ?? null],
  );
}
