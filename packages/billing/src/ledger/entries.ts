import { type CreditEntry, formatInstant, formatMoney, type Owner, readCurrency } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { LedgerTransaction } from "./transactions.ts";

interface EntryRow {
  id: string;
  at: Date;
  kind: LedgerTransaction["kind"];
  amount_minor: number;
  currency: string;
  description: string;
  invoice_id: string | null;
}

/** Changes of an owner's credit, newest first, from behind an id on. Credit is what we owe, so the ledger has it below zero. */
export async function listCreditEntries(
  session: Session,
  { accountId, environment }: Owner,
  { firstId, afterId, limit }: { firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<CreditEntry[]> {
  const rows = await session.query<EntryRow>(
    `SELECT entry.id, entry.at, made.kind, entry.amount_minor, entry.currency, made.description, made.invoice_id
     FROM ledger_entries entry JOIN ledger_transactions made ON made.id = entry.transaction_id
     WHERE entry.account_id = $1 AND entry.environment = $2 AND entry.ledger_account = 'credit' AND ($3::text IS NULL OR entry.id < $3)
       AND ($5::text IS NULL OR entry.id >= $5)
     ORDER BY entry.id DESC LIMIT $4`,
    [accountId, environment, afterId, limit, firstId ?? null],
  );
  return rows.map(({ id, at, kind: type, amount_minor: minor, currency, description, invoice_id: invoiceId }) => {
    const amount = formatMoney(0 - minor, readCurrency(currency));
    return { id, environment, createdAt: formatInstant(at.getTime()), type, amount, description, invoiceId };
  });
}
