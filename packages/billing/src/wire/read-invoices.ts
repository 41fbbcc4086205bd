import type { Invoice } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { findCreditNotes } from "../invoices/credit-note-store.ts";
import { findLines } from "../invoices/store.ts";
import type { InvoiceRecord } from "../records/records.ts";
import { toWireInvoice } from "./wire.ts";

/** Invoices of one owner as answers have them, with their lines and what corrects them. */
export async function readWireInvoices(session: Session, invoices: readonly InvoiceRecord[]): Promise<Invoice[]> {
  const [first] = invoices;
  if (first === undefined) return [];
  const lines = await findLines(session, invoices);
  const notes = await findCreditNotes(
    session,
    first,
    invoices.map(({ id }) => id),
  );
  return invoices.map((each) => toWireInvoice(each, lines.get(each.id) ?? [], notes.get(each.id) ?? []));
}

/** One of them. */
export async function readWireInvoice(session: Session, invoice: InvoiceRecord): Promise<Invoice> {
  const [wire] = await readWireInvoices(session, [invoice]);
  if (wire === undefined) throw new Error("one invoice is one answer");
  return wire;
}
