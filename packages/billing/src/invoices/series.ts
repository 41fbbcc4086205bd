import type { Partition } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

type SeriesKind = "invoice" | "credit_note";

const prefixes = {
  live: { invoice: "WF", credit_note: "CN" },
  test: { invoice: "TEST", credit_note: "TEST-CN" },
} as const;

/**
 * Takes the next numbers of a series. Its row is held until the transaction ends, and a transaction that is rolled back gives them back: so
 * none is ever left out. Take them last, as everybody else who wants one waits.
 */
export async function takeNumbers(
  session: Session,
  environment: Partition,
  kind: SeriesKind,
  count: number,
): Promise<string[]> {
  const [row] = await session.query<{ last: number }>(
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

/** A series whose last number is not the count of its documents. */
interface NumberGap {
  environment: Partition;
  kind: SeriesKind;
  last: number;
  count: number;
}

/** Numbers of a series run from 1 without a gap, so their count is the last one. */
export async function findNumberGaps(session: Session): Promise<NumberGap[]> {
  const rows = await session.query<NumberGap>(
    `SELECT series.environment, series.kind, last,
       CASE series.kind WHEN 'invoice' THEN (SELECT count(*) FROM invoices WHERE environment = series.environment AND number IS NOT NULL)
         ELSE (SELECT count(*) FROM credit_notes WHERE environment = series.environment) END AS count
     FROM billing_series AS series ORDER BY 1, 2 LIMIT 10`,
  );
  return rows.filter(({ last, count }) => last !== count);
}
