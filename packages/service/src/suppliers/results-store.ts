import type { AccountScope, Partition } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";

/** Results of searches at one supplier within a day. */
export interface SupplierResults {
  searches: number;
  /** Searches that the supplier answered in time. */
  answered: number;
  withOffers: number;
  /** Sum over all searches. */
  tookMs: number;
  lastFailureAtMs: number | null;
  lastFailure: string | null;
}

/** Results of an account at a supplier in one day. */
export interface SupplierDay extends SupplierResults, AccountScope {
  supplier: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
}

interface Row {
  supplier: string;
  searches: number;
  answered: number;
  with_offers: number;
  took_ms: number;
  last_failure_at: Date | null;
  last_failure: string | null;
}

/** Adds results to those that are stored. */
export async function addSupplierResults(db: Queryable, days: readonly SupplierDay[]): Promise<void> {
  await db.execute(
    `INSERT INTO supplier_results
       (account_id, environment, supplier, day, searches, answered, with_offers, took_ms, last_failure_at, last_failure)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::int[], $6::int[], $7::int[], $8::bigint[], $9::timestamptz[], $10::text[])
     ORDER BY 1, 2, 3, 4
     ON CONFLICT (account_id, environment, supplier, day) DO UPDATE
     SET searches = supplier_results.searches + excluded.searches, answered = supplier_results.answered + excluded.answered,
         with_offers = supplier_results.with_offers + excluded.with_offers, took_ms = supplier_results.took_ms + excluded.took_ms,
         last_failure_at = coalesce(excluded.last_failure_at, supplier_results.last_failure_at),
         last_failure = coalesce(excluded.last_failure, supplier_results.last_failure)`,
    [
      days.map(({ accountId }) => accountId),
      days.map(({ environment }) => environment),
      days.map(({ supplier }) => supplier),
      days.map(({ day }) => day),
      days.map(({ searches }) => searches),
      days.map(({ answered }) => answered),
      days.map(({ withOffers }) => withOffers),
      days.map(({ tookMs }) => Math.round(tookMs)),
      days.map(({ lastFailureAtMs }) => (lastFailureAtMs === null ? null : new Date(lastFailureAtMs))),
      days.map(({ lastFailure }) => lastFailure),
    ],
  );
}

/** Returns the results of a day by supplier. */
export async function readSupplierResults(
  db: Queryable,
  scope: AccountScope,
  day: string,
): Promise<Map<string, SupplierResults>> {
  const rows = await db.query<Row>(
    `SELECT supplier, searches, answered, with_offers, took_ms::float8 AS took_ms, last_failure_at, last_failure
     FROM supplier_results WHERE account_id = $1 AND environment = $2 AND day = $3::date ORDER BY supplier LIMIT 64`,
    [scope.accountId, scope.environment, day],
  );
  return new Map(rows.map((row) => [row.supplier, toResults(row)]));
}

function toResults(row: Row): SupplierResults {
  return {
    searches: row.searches,
    answered: row.answered,
    withOffers: row.with_offers,
    tookMs: row.took_ms,
    lastFailureAtMs: row.last_failure_at === null ? null : row.last_failure_at.getTime(),
    lastFailure: row.last_failure,
  };
}

/** Results of a day at one supplier, over all accounts. */
export interface SupplierTotals extends SupplierResults {
  environment: Partition;
  supplier: string;
  /** Number of accounts with searches. */
  accounts: number;
}

/** Returns the results of a day by environment and supplier, over all accounts. */
export async function readSupplierTotals(db: Queryable, day: string): Promise<SupplierTotals[]> {
  const rows = await db.query<Row & { environment: Partition; accounts: number }>(
    `SELECT environment, supplier, (count(*) FILTER (WHERE searches > 0))::int AS accounts, sum(searches)::float8 AS searches,
            sum(answered)::float8 AS answered, sum(with_offers)::float8 AS with_offers, sum(took_ms)::float8 AS took_ms,
            max(last_failure_at) AS last_failure_at,
            (array_agg(last_failure ORDER BY last_failure_at DESC NULLS LAST))[1] AS last_failure
     FROM supplier_results WHERE day = $1::date GROUP BY environment, supplier ORDER BY environment, supplier LIMIT 1000`,
    [day],
  );
  return rows.map((row) => {
    const { environment, supplier, accounts } = row;
    return { environment, supplier, accounts, ...toResults(row) };
  });
}

const retentionDays = 31;

/** Deletes results of more than a month ago. @returns the number of deleted rows */
export function deleteOldSupplierResults(database: Database, nowMs: number, limit: number): Promise<number> {
  return database.execute(
    `DELETE FROM supplier_results WHERE (account_id, environment, supplier, day) IN (
       SELECT account_id, environment, supplier, day FROM supplier_results WHERE day < $1::date ORDER BY day LIMIT $2
     )`,
    [new Date(nowMs - retentionDays * 86_400_000).toISOString().slice(0, 10), limit],
  );
}
