import type { Invoice } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { findCreditNotes } from "../invoices/credit-note-store.ts";
import { findLines } from "../invoices/store.ts";
import type { InvoiceRecord } from "../records/records.ts";
import { toWireInvoice } from "./wire.ts";

/** Returns invoices of one account in wire format, with their lines and credit notes. */
export async function readWireInvoices(db: Queryable, invoices: readonly InvoiceRecord[]): Promise<Invoice[]> {
  const [first] = invoices;
  if (first === undefined) return [];
  const lines = await findLines(db, invoices);
  const notes = await findCreditNotes(
    db,
    first,
    invoices.map(({ id }) => id),
  );
  return invoices.map((each) => toWireInvoice(each, lines.get(each.id) ?? [], notes.get(each.id) ?? []));
}

/** Returns one invoice in wire format. */
export async function readWireInvoice(db: Queryable, invoice: InvoiceRecord): Promise<Invoice> {
  const [wire] = await readWireInvoices(db, [invoice]);
  if (wire === undefined) throw new Error("expected one invoice");
  return wire;
}
