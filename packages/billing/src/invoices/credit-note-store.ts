import { type AccountScope, type Currency, type Partition, readCurrency } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

/** A credit note: credits part of a final invoice. */
export interface CreditNoteRecord extends AccountScope {
  id: string;
  invoiceId: string;
  number: string;
  currency: Currency;
  /** Including tax. */
  amountMinor: number;
  taxMinor: number;
  reason: string;
  createdAtMs: number;
}

interface NoteRow {
  id: string;
  account_id: string;
  environment: Partition;
  invoice_id: string;
  number: string;
  currency: string;
  amount_minor: number;
  tax_minor: number;
  reason: string;
  created_at: Date;
}

const columns =
  "id, account_id, environment, invoice_id, number, currency, amount_minor, tax_minor, reason, created_at";

export async function insertCreditNote(db: Queryable, note: CreditNoteRecord): Promise<void> {
  await db.execute(`INSERT INTO credit_notes (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, [
    note.id,
    note.accountId,
    note.environment,
    note.invoiceId,
    note.number,
    note.currency,
    note.amountMinor,
    note.taxMinor,
    note.reason,
    new Date(note.createdAtMs),
  ]);
}

/** Returns the credit notes of an account's invoices, oldest first, by invoice. */
export async function findCreditNotes(
  db: Queryable,
  { accountId, environment }: AccountScope,
  invoiceIds: readonly string[],
): Promise<Map<string, CreditNoteRecord[]>> {
  const rows = await db.query<NoteRow>(
    `SELECT ${columns} FROM credit_notes WHERE account_id = $1 AND environment = $2 AND invoice_id = ANY($3)
     ORDER BY id LIMIT 10000`,
    [accountId, environment, invoiceIds],
  );
  return Map.groupBy(rows.map(toNote), ({ invoiceId }) => invoiceId);
}

function toNote(row: NoteRow): CreditNoteRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    invoiceId: row.invoice_id,
    number: row.number,
    currency: readCurrency(row.currency),
    amountMinor: row.amount_minor,
    taxMinor: row.tax_minor,
    reason: row.reason,
    createdAtMs: row.created_at.getTime(),
  };
}
