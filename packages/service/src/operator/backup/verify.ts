import { findBalanceFaults, findNumberGaps, findUnbalancedTransactions } from "@wayfare/billing";
import { type DumpSummary, type Session, summarizeTables } from "@wayfare/database";
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
  const faults = [...(await findLedgerFaults(session)), ...(await findSeriesFaults(session))];
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
  const unbalanced = await findUnbalancedTransactions(session, 3);
  const balances = await findBalanceFaults(session, 3);
  return [
    ...unbalanced.map((id) => `the ledger transaction ${id} does not sum to zero`),
    ...balances.map(
      ({ accountId, currency }) => `the ${currency} credit balance of ${accountId} is not what the ledger says`,
    ),
  ];
}

async function findSeriesFaults(session: Session): Promise<string[]> {
  const gaps = await findNumberGaps(session);
  return gaps.map(
    ({ environment, kind, last, count }) => `${count} ${environment} ${kind} numbers of ${last} are there`,
  );
}
