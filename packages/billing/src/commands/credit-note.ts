import { DomainError, newId, notFound } from "@wayfare/contract";
import type { HeldBilling } from "../dunning/hold.ts";
import { type CreditNoteRecord, findCreditNotes, insertCreditNote } from "../invoices/credit-note-store.ts";
import { takeNumbers } from "../invoices/series.ts";
import { findInvoice } from "../invoices/store.ts";
import { postTransaction } from "../ledger/store.ts";
import { creditNoteTransaction } from "../ledger/transactions.ts";
import { shareOf } from "../rating/exact.ts";

/**
 * Corrects a final invoice, which itself never changes: part of it, with its share of the tax, becomes credit of the account.
 *
 * @throws DomainError NOT_FOUND; STATE_INVALID where the invoice is a draft or void, or all its notes would be more than it.
 */
export async function issueCreditNote(
  { session, owner, nowMs }: HeldBilling,
  { invoiceId, amountMinor, reason }: { invoiceId: string; amountMinor: number; reason: string },
): Promise<CreditNoteRecord> {
  const invoice = await findInvoice(session, owner, invoiceId);
  if (invoice === undefined) throw notFound("invoice", invoiceId);
  if (invoice.status === "draft" || invoice.status === "void") {
    throw new DomainError("STATE_INVALID", {
      detail: `The invoice is ${invoice.status}: there is nothing to give back.`,
    });
  }
  const notes = (await findCreditNotes(session, owner, [invoiceId])).get(invoiceId) ?? [];
  const givenMinor = notes.reduce((sum, note) => sum + note.amountMinor, 0);
  if (givenMinor + amountMinor > invoice.totalMinor) {
    throw new DomainError("STATE_INVALID", { detail: "Credit notes cannot give back more than the invoice." });
  }
  const givenTaxMinor = notes.reduce((sum, note) => sum + note.taxMinor, 0);
  // The tax of all notes so far together, less what was given: the last one leaves no cent behind.
  const taxMinor = shareOf(invoice.taxMinor, givenMinor + amountMinor, invoice.totalMinor) - givenTaxMinor;
  const [number = ""] = await takeNumbers(session, owner.environment, "credit_note", 1);
  const { currency } = invoice;
  const id = newId("crn", nowMs);
  const note = { ...owner, id, invoiceId, number, currency, amountMinor, taxMinor, reason, createdAtMs: nowMs };
  await insertCreditNote(session, note);
  const transaction = creditNoteTransaction(invoice, note, nowMs);
  await postTransaction(session, transaction);
  return note;
}
