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
