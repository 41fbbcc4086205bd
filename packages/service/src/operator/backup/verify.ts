import { type DumpSummary, type Session, summarizeTables } from "@wayfare/database";
import { findBalanceFaults } from "../../billing/ledger/check.ts";
import { BackupError } from "./source.ts";

/** What was compared, for the operator. Whatever differs is thrown. */
export interface Verification {
  tables: number;
  rows: number;
  ledgerTransactions: number;
  invoices: number;
}

/**
 * Reads every table back and compares it with what the archive says of it; then the ledger, the credit balances and the invoice numbers.
 *
 * @throws BackupError that names what differs.
 */
export async function verifyLoaded(session: Session, expected: DumpSummary): Promise<Verification> {
  const found = await summarizeTables(session);
  const different = findDifferences(expected, found);
  if (different.length > 0)
    throw new BackupError(`The restored rows are not those of the backup: ${different.join("; ")}.`);
  const faults = [...(await findLedgerFaults(session)), ...(await findNumberGaps(session))];
  if (faults.length > 0) throw new BackupError(`The books are not in order: ${faults.join("; ")}.`);
  const contents = Object.values(found);
  return {
    tables: contents.length,
    rows: contents.reduce((sum, { rows }) => sum + rows, 0),
    ledgerTransactions: found.ledger_transactions?.rows ?? 0,
    invoices: found.invoices?.rows ?? 0,
  };
}

/** The tables whose content differs, each with its numbers of rows. */
function findDifferences(expected: DumpSummary, found: DumpSummary): string[] {
  return Object.entries(expected).flatMap(([table, { rows, checksum }]) => {
    const other = found[table];
    if (other?.rows === rows && other.checksum === checksum) return [];
    return [
      `${table} (${rows} rows expected, ${other?.rows ?? 0} found${other?.rows === rows ? ", of other content" : ""})`,
    ];
  });
}

async function findLedgerFaults(session: Session): Promise<string[]> {
  const unbalanced = await session.query<{ transaction_id: string }>(
    `SELECT transaction_id FROM ledger_entries GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0
     ORDER BY transaction_id LIMIT 3`,
  );
  const balances = await findBalanceFaults(session, 3);
  return [
    ...unbalanced.map((row) => `the ledger transaction ${row.transaction_id} does not sum to zero`),
    ...balances.map(
      ({ accountId, currency }) => `the ${currency} credit balance of ${accountId} is not what the ledger says`,
    ),
  ];
}

/** Numbers of a series run from 1 without a gap, so their count is the last one. */
async function findNumberGaps(session: Session): Promise<string[]> {
  const rows = await session.query<{ environment: string; kind: string; last: number; there: number }>(
    `SELECT series.environment, series.kind, last,
       CASE series.kind WHEN 'invoice' THEN (SELECT count(*) FROM invoices WHERE environment = series.environment AND number IS NOT NULL)
         ELSE (SELECT count(*) FROM credit_notes WHERE environment = series.environment) END AS there
     FROM billing_series AS series ORDER BY 1, 2 LIMIT 10`,
  );
  return rows
    .filter(({ last, there }) => last !== there)
    .map(({ environment, kind, last, there }) => `${there} ${environment} ${kind} numbers of ${last} are there`);
}
