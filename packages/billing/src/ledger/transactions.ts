import type { AccountScope, Currency } from "@wayfare/contract";
import type { InvoiceRecord } from "../records/records.ts";

type LedgerAccount = "receivable" | "credit" | "revenue" | "cash" | "tax" | "promotions";

/** A ledger transaction. Debits are positive, credits negative; their sum is zero. */
export interface LedgerTransaction extends AccountScope {
  kind: "invoice" | "payment" | "void" | "credit_note" | "credit_grant" | "margin" | "margin_refund";
  /** Unique key, so that a transaction is posted once. */
  idempotencyKey: string;
  description: string;
  invoiceId: string | null;
  currency: Currency;
  atMs: number;
  entries: { account: LedgerAccount; amountMinor: number }[];
}

type Entries = Partial<Record<LedgerAccount, number>>;

/** Omits zero entries; returns undefined if none is left. */
function transaction(
  from: AccountScope & { currency: Currency },
  details: Pick<LedgerTransaction, "kind" | "idempotencyKey" | "description" | "invoiceId" | "atMs">,
  amounts: Entries,
): LedgerTransaction | undefined {
  const { accountId, environment, currency } = from;
  const names: LedgerAccount[] = ["receivable", "credit", "revenue", "cash", "tax", "promotions"];
  const entries = names
    .map((account) => ({ account, amountMinor: amounts[account] ?? 0 }))
    .filter(({ amountMinor }) => amountMinor !== 0);
  return entries.length === 0 ? undefined : { accountId, environment, currency, ...details, entries };
}

/** Transaction of a finalized invoice: revenue, tax and receivable, and credit used or given. */
export function invoiceTransaction(invoice: InvoiceRecord, atMs: number): LedgerTransaction | undefined {
  const { id, number, subtotalMinor, discountMinor, taxMinor, creditMinor, dueMinor } = invoice;
  const details = {
    kind: "invoice",
    idempotencyKey: `invoice:${id}`,
    description: `Invoice ${number}`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, details, {
    receivable: dueMinor,
    credit: -creditMinor,
    revenue: -(subtotalMinor + discountMinor),
    tax: -taxMinor,
  });
}

/** Idempotency key of a payment, so that a payment that is reported twice is posted once. */
export function paymentKey(provider: string, reference: string): string {
  return `payment:${provider}:${reference}`;
}

/** Transaction of a payment of the amount due. */
export function paymentTransaction(
  invoice: InvoiceRecord,
  idempotencyKey: string,
  atMs: number,
): LedgerTransaction | undefined {
  const { id, number, dueMinor } = invoice;
  const details = {
    kind: "payment",
    idempotencyKey,
    description: `Payment of invoice ${number}`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, details, { cash: dueMinor, receivable: -dueMinor });
}

/** Transaction of a payment that matches no open invoice: it becomes account credit. */
export function overpaymentTransaction(
  scope: AccountScope & { currency: Currency },
  payment: { idempotencyKey: string; reference: string; amountMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const { idempotencyKey, reference, amountMinor } = payment;
  const description = `Payment ${reference} kept as credit`;
  const details = { kind: "payment", idempotencyKey, description, invoiceId: null, atMs } as const;
  return transaction(scope, details, { cash: amountMinor, credit: -amountMinor });
}

/** Transaction of a voided invoice: reverses it, with the credit that it used. */
export function voidTransaction(invoice: InvoiceRecord, atMs: number): LedgerTransaction | undefined {
  const { id, number, subtotalMinor, discountMinor, taxMinor, creditMinor, dueMinor } = invoice;
  const details = {
    kind: "void",
    idempotencyKey: `void:${id}`,
    description: `Invoice ${number} voided`,
    invoiceId: id,
    atMs,
  } as const;
  return transaction(invoice, details, {
    receivable: -dueMinor,
    credit: creditMinor,
    revenue: subtotalMinor + discountMinor,
    tax: taxMinor,
  });
}

/** Transaction of a credit note: part of an invoice becomes credit. */
export function creditNoteTransaction(
  invoice: InvoiceRecord,
  note: { id: string; number: string; amountMinor: number; taxMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const details = {
    kind: "credit_note",
    idempotencyKey: `credit_note:${note.id}`,
    description: `Credit note ${note.number} for invoice ${invoice.number}`,
    invoiceId: invoice.id,
    atMs,
  } as const;
  return transaction(invoice, details, {
    credit: -note.amountMinor,
    revenue: note.amountMinor - note.taxMinor,
    tax: note.taxMinor,
  });
}

/** Transaction of granted credit, for example by a coupon. */
export function creditGrant(
  scope: AccountScope & { currency: Currency },
  grant: { idempotencyKey: string; description: string; amountMinor: number },
  atMs: number,
): LedgerTransaction | undefined {
  const { idempotencyKey, description, amountMinor } = grant;
  const details = { kind: "credit_grant", idempotencyKey, description, invoiceId: null, atMs } as const;
  return transaction(scope, details, { promotions: amountMinor, credit: -amountMinor });
}

/** The operator's margin on a booking. */
export interface BookingMargin extends AccountScope {
  bookingId: string;
  amountMinor: number;
  currency: Currency;
}

/** Transaction of the margin of a confirmed booking: the account owes it, without an invoice. */
export function marginTransaction(margin: BookingMargin, atMs: number): LedgerTransaction | undefined {
  const { bookingId, amountMinor } = margin;
  const details = {
    kind: "margin",
    idempotencyKey: `margin:${bookingId}`,
    description: `Margin of booking ${bookingId}`,
    invoiceId: null,
    atMs,
  } as const;
  return transaction(margin, details, { receivable: amountMinor, revenue: -amountMinor });
}

/** Transaction that reverses the margin of a booking which the airline has cancelled. */
export function marginRefundTransaction(margin: BookingMargin, atMs: number): LedgerTransaction | undefined {
  const { bookingId, amountMinor } = margin;
  const details = {
    kind: "margin_refund",
    idempotencyKey: `margin_refund:${bookingId}`,
    description: `Margin of booking ${bookingId} refunded`,
    invoiceId: null,
    atMs,
  } as const;
  return transaction(margin, details, { receivable: -amountMinor, revenue: amountMinor });
}
