import type { Currency, Owner } from "@wayfare/contract";
import type { InvoiceRecord } from "../records/records.ts";

type LedgerAccount = "receivable" | "credit" | "revenue" | "cash" | "tax" | "promotions";

/** Something that happened to money. Debits are above zero, credits below; together they are zero. */
export interface LedgerTransaction extends Owner {
  kind: "invoice" | "payment" | "void" | "credit_note" | "credit_grant";
  /** It happens once. */
  idempotencyKey: string;
  description: string;
  invoiceId: string | null;
  currency: Currency;
  atMs: number;
  entries: { account: LedgerAccount; amountMinor: number }[];
}

type Entries = Partial<Record<LedgerAccount, number>>;

/** Entries of nothing are left out; undefined where nothing is left. */
function transaction(
  from: Owner & { currency: Currency },
  what: Pick<LedgerTransaction, "kind" | "idempotencyKey" | "description" | "invoiceId" | "atMs">,
  amounts: Entries,
): LedgerTransaction | undefined {
  const { accountId, environment, currency } = from;
  const names: LedgerAccount[] = ["receivable", "credit", "revenue", "cash", "tax", "promotions"];
  const entries = names
    .map((account) => ({ account, amountMinor: amounts[account] ?? 0 }))
    .filter(({ amountMinor }) => amountMinor !== 0);
  return entries.length === 0 ? undefined : { accountId, environment, currency, ...what, entries };
}

/** An invoice is final: what it earned is owed, and credit was used or given. */
export function invoiceTransaction(invoice: InvoiceRecord, atMs: number): LedgerTransaction | undefined {
  const { id, number, subtotalMinor, discountMinor, taxMinor, creditMinor, dueMinor } = invoice;
  const what = {
    kind: "invoice",
    idempotencyKey: `invoice:${id}`,
    description: `Invoice ${number}`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, what, {
    receivable: dueMinor,
    credit: -creditMinor,
    revenue: -(subtotalMinor + discountMinor),
    tax: -taxMinor,
  });
}

/** What a payment is called in the ledger: one that is told of twice is one. */
export function paymentKey(provider: string, reference: string): string {
  return `payment:${provider}:${reference}`;
}

/** What was due has come in. */
export function paymentTransaction(
  invoice: InvoiceRecord,
  idempotencyKey: string,
  atMs: number,
): LedgerTransaction | undefined {
  const { id, number, dueMinor } = invoice;
  const what = {
    kind: "payment",
    idempotencyKey,
    description: `Payment of invoice ${number}`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, what, { cash: dueMinor, receivable: -dueMinor });
}

/** Money that came in without an invoice to pay is the account's. */
export function overpaymentTransaction(
  owner: Owner & { currency: Currency },
  payment: { idempotencyKey: string; reference: string; amountMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const { idempotencyKey, reference, amountMinor } = payment;
  const description = `Payment ${reference} kept as credit`;
  const what = { kind: "payment", idempotencyKey, description, invoiceId: null, atMs } as const;
  return transaction(owner, what, { cash: amountMinor, credit: -amountMinor });
}

/** An open invoice is taken back whole, with the credit that it used. */
export function voidTransaction(invoice: InvoiceRecord, atMs: number): LedgerTransaction | undefined {
  const { id, number, subtotalMinor, discountMinor, taxMinor, creditMinor, dueMinor } = invoice;
  const what = {
    kind: "void",
    idempotencyKey: `void:${id}`,
    description: `Invoice ${number} made void`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, what, {
    receivable: -dueMinor,
    credit: creditMinor,
    revenue: subtotalMinor + discountMinor,
    tax: taxMinor,
  });
}

/** Part of an invoice is given back as credit. */
export function creditNoteTransaction(
  invoice: InvoiceRecord,
  note: { id: string; number: string; amountMinor: number; taxMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const what = {
    kind: "credit_note",
    idempotencyKey: `credit_note:${note.id}`,
    description: `Credit note ${note.number} for invoice ${invoice.number}`,
    invoiceId: invoice.id,
    atMs,
  } as const;
  return transaction(invoice, what, {
    credit: -note.amountMinor,
    revenue: note.amountMinor - note.taxMinor,
    tax: note.taxMinor,
  });
}

/** Credit is given: by a coupon, say. */
export function creditGrant(
  owner: Owner & { currency: Currency },
  grant: { idempotencyKey: string; description: string; amountMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const { idempotencyKey, description, amountMinor } = grant;
  const what = { kind: "credit_grant", idempotencyKey, description, invoiceId: null, atMs } as const;
  return transaction(owner, what, { promotions: amountMinor, credit: -amountMinor });
}
