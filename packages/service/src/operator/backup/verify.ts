import { findBalanceMismatches, findNumberGaps, findUnbalancedTransactions } from "@wayfare/billing";
import { type DumpSummary, type Queryable, summarizeTables } from "@wayfare/database";
import { BackupError } from "./source.ts";

/** Counts of compared items. Differences are thrown. */
export interface Verification {
  tables: number;
  rows: number;
  ledgerTransactions: number;
  invoices: number;
}

/**
 * Reads every table back and compares it with the archive, then checks the ledger, the credit balances and the invoice numbers.
 *
 * @throws BackupError that lists the differences.
 */
export async function verifyLoaded(db: Queryable, expected: DumpSummary): Promise<Verification> {
  const found = await summarizeTables(db);
  const different = findDifferences(expected, found);
  if (different.length > 0) throw new BackupError(`The restored rows differ from the backup: ${different.join("; ")}.`);
  const faults = [...(await findLedgerFaults(db)), ...(await findSeriesFaults(db))];
  if (faults.length > 0) throw new BackupError(`The billing data is inconsistent: ${faults.join("; ")}.`);
  const contents = Object.values(found);
  return {
    tables: contents.length,
    rows: contents.reduce((sum, { rows }) => sum + rows, 0),
    ledgerTransactions: found.ledger_transactions?.rows ?? 0,
    invoices: found.invoices?.rows ?? 0,
  };
}

/** Lists the tables whose content differs, with their row counts. */
function findDifferences(expected: DumpSummary, found: DumpSummary): string[] {
  return Object.entries(expected).flatMap(([table, { rows, checksum }]) => {
    const other = found[table];
    if (other?.rows === rows && other.checksum === checksum) return [];
    return [
      `${table} (${rows} rows expected, ${other?.rows ?? 0} found${other?.rows === rows ? ", with different content" : ""})`,
    ];
  });
}

async function findLedgerFaults(db: Queryable): Promise<string[]> {
  const unbalanced = await findUnbalancedTransactions(db, 3);
  const balances = await findBalanceMismatches(db, 3);
  return [
    ...unbalanced.map((id) => `ledger transaction ${id} does not sum to zero`),
    ...balances.map(({ accountId, currency }) => `${currency} credit balance of ${accountId} differs from the ledger`),
  ];
}

async function findSeriesFaults(db: Queryable): Promise<string[]> {
  const gaps = await findNumberGaps(db);
  return gaps.map(({ environment, kind, last, count }) => `${count} of ${last} ${environment} ${kind} numbers exist`);
}
