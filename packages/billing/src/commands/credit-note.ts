import { DomainError, newId, notFound } from "@wayfare/contract";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { type CreditNoteRecord, findCreditNotes, insertCreditNote } from "../invoices/credit-note-store.ts";
import { allocateNumbers } from "../invoices/number-series.ts";
import { findInvoice } from "../invoices/store.ts";
import { postTransaction } from "../ledger/store.ts";
import { creditNoteTransaction } from "../ledger/transactions.ts";
import { shareOf } from "../rating/exact.ts";

/**
 * Corrects a final invoice, which itself is immutable: part of it, with its share of the tax, becomes account credit.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID if the invoice is a draft or void, or if its credit notes would exceed its total.
 */
export async function issueCreditNote(
  { tx, scope, nowMs }: LockedBilling,
  { invoiceId, amountMinor, reason }: { invoiceId: string; amountMinor: number; reason: string },
): Promise<CreditNoteRecord> {
  const invoice = await findInvoice(tx, scope, invoiceId);
  if (invoice === undefined) throw notFound("invoice", invoiceId);
  if (invoice.status === "draft" || invoice.status === "void") {
    throw new DomainError("STATE_INVALID", {
      detail: `The invoice is ${invoice.status}. Only open and paid invoices can be credited.`,
    });
  }
  const notes = (await findCreditNotes(tx, scope, [invoiceId])).get(invoiceId) ?? [];
  const creditedMinor = notes.reduce((sum, note) => sum + note.amountMinor, 0);
  if (creditedMinor + amountMinor > invoice.totalMinor) {
    throw new DomainError("STATE_INVALID", { detail: "Credit notes cannot exceed the invoice total." });
  }
  const creditedTaxMinor = notes.reduce((sum, note) => sum + note.taxMinor, 0);
  // The tax of all credit notes together, less the tax already credited, so that rounding leaves no remainder after the last note.
  const taxMinor = shareOf(invoice.taxMinor, creditedMinor + amountMinor, invoice.totalMinor) - creditedTaxMinor;
  const [number = ""] = await allocateNumbers(tx, scope.environment, "credit_note", 1);
  const { currency } = invoice;
  const id = newId("crn", nowMs);
  const note = { ...scope, id, invoiceId, number, currency, amountMinor, taxMinor, reason, createdAtMs: nowMs };
  await insertCreditNote(tx, note);
  const transaction = creditNoteTransaction(invoice, note, nowMs);
  await postTransaction(tx, transaction);
  return note;
}
