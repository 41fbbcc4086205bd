import type { Partition } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

type SeriesKind = "invoice" | "credit_note";

const prefixes = {
  live: { invoice: "WF", credit_note: "CN" },
  test: { invoice: "TEST", credit_note: "TEST-CN" },
} as const;

/**
 * Allocates the next numbers of a series. The row is locked until the transaction ends, and a rollback returns the numbers, so a series has
 * no gaps. Call it last, because other transactions wait for the lock.
 */
export async function allocateNumbers(
  db: Queryable,
  environment: Partition,
  kind: SeriesKind,
  count: number,
): Promise<string[]> {
  const [row] = await db.query<{ last: number }>(
    `INSERT INTO billing_series AS kept (environment, kind, last) VALUES ($1, $2, $3)
     ON CONFLICT (environment, kind) DO UPDATE SET last = kept.last + EXCLUDED.last RETURNING last`,
    [environment, kind, count],
  );
  const last = row?.last ?? count;
  return Array.from({ length: count }, (_, at) => formatNumber(environment, kind, last - count + 1 + at));
}

function formatNumber(environment: Partition, kind: SeriesKind, number: number): string {
  return `${prefixes[environment][kind]}-${String(number).padStart(6, "0")}`;
}

/** A series whose last number differs from the count of its documents. */
interface NumberGap {
  environment: Partition;
  kind: SeriesKind;
  last: number;
  count: number;
}

/** Finds series with gaps. Numbers start at 1, so the count equals the last number. */
export async function findNumberGaps(db: Queryable): Promise<NumberGap[]> {
  const rows = await db.query<NumberGap>(
    `SELECT series.environment, series.kind, last,
       CASE series.kind WHEN 'invoice' THEN (SELECT count(*) FROM invoices WHERE environment = series.environment AND number IS NOT NULL)
         ELSE (SELECT count(*) FROM credit_notes WHERE environment = series.environment) END AS count
     FROM billing_series AS series ORDER BY 1, 2 LIMIT 10`,
  );
  return rows.filter(({ last, count }) => last !== count);
}
