import { type Static, Type } from "typebox";
import { money, unitPrice } from "./price.ts";
import { nullable, oneOf, orNull, refer } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, periodOf } from "./wire-values.ts";

export const invoiceStatuses = ["draft", "open", "paid", "void"] as const;
export const invoiceLineTypes = ["subscription", "proration", "overage", "coupon", "tax", "credit"] as const;

export const InvoiceLineSchema = Type.Object(
  {
    type: oneOf(invoiceLineTypes, { description: "What it is for.", examples: ["subscription"] }),
    description: Type.String({ description: "In words.", examples: ["Pro, 2026-11-21 to 2026-12-21"] }),
    quantity: nullable(Type.Integer({ description: "Searches, of an overage.", examples: [1290] })),
    unitPrice: orNull(unitPrice("Price of one search."), "Price of one search on an overage line, else null."),
    amount: money("Less than zero where it is given back or taken off."),
    period: nullable(periodOf("Period that the line covers.")),
  },
  { $id: "InvoiceLine", description: "One line of an invoice." },
);

export const CreditNoteSchema = Type.Object(
  {
    id: idOf("crn", "Id of the credit note."),
    number: Type.String({ description: "Without gaps.", examples: ["CN-000001"] }),
    amount: money("What is taken back, with the tax in it."),
    reason: Type.String({ description: "Why.", examples: ["Searches that were not ours to charge"] }),
    createdAt: instant("When it was issued."),
  },
  { $id: "CreditNote", description: "Corrects an invoice, which itself never changes." },
);

export const InvoiceSchema = Type.Object(
  {
    id: idOf("inv", "Id of the invoice."),
    environment: environmentName,
    number: nullable(Type.String({ description: "Without gaps; null while it is a draft.", examples: ["WF-000001"] })),
    status: oneOf(invoiceStatuses, {
      description: "A draft waits for the last searches of its period; what is final never changes.",
      examples: ["open"],
    }),
    type: oneOf(["period", "change"], {
      description: "`period`: the overage of a period that ended and the next one ahead. `change`: a change of plan.",
      examples: ["period"],
    }),
    period: nullable(periodOf("Period whose searches are charged; null for a change of plan.")),
    lines: Type.Array(refer(InvoiceLineSchema), { description: "They add up to what is due." }),
    subtotal: money("Subscription, proration and overage."),
    discount: money("Coupons, less than zero."),
    tax: money("Tax on both."),
    total: money("With tax."),
    credit: money("Taken from the credit balance, less than zero; above zero where it was put there."),
    due: money("What is to be paid."),
    creditNotes: Type.Array(refer(CreditNoteSchema), { description: "What corrects it." }),
    createdAt: instant("When it was drawn up."),
    finalizeAt: instant("When a draft becomes final."),
    finalizedAt: nullable(instant("When it became final.")),
    dueAt: nullable(instant("By when it is to be paid.")),
    paidAt: nullable(instant("When it was paid.")),
    voidedAt: nullable(instant("When it was made void.")),
  },
  { $id: "Invoice", description: "What was charged." },
);

export const InvoiceParamsSchema = Type.Object({ id: idOf("inv", "Id of the invoice.") });

export const invoiceQuery = {
  status: Type.Optional(oneOf(invoiceStatuses, { description: "Only invoices that are this.", examples: ["open"] })),
  ...createdRange,
};

export type Invoice = Static<typeof InvoiceSchema>;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export type InvoiceLine = Static<typeof InvoiceLineSchema>;
export type InvoiceLineType = (typeof invoiceLineTypes)[number];
export type CreditNote = Static<typeof CreditNoteSchema>;
