import { type AccountScope, type CreditEntry, formatInstant, formatMoney, readCurrency } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { LedgerTransaction } from "./transactions.ts";

interface EntryRow {
  id: string;
  at: Date;
  /** Margins are not paid with credit. */
  kind: Exclude<LedgerTransaction["kind"], "margin" | "margin_refund">;
  amount_minor: number;
  currency: string;
  description: string;
  invoice_id: string | null;
}

/** Lists changes of an account's credit, newest first, starting after an id. Credit is a liability, so it is negative in the ledger. */
export async function listCreditEntries(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { firstId, afterId, limit }: { firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<CreditEntry[]> {
  const rows = await db.query<EntryRow>(
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
