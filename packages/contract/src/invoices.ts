import { type Static, Type } from "typebox";
import { money, unitPrice } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { createdRange, environmentName, idOf, instant, periodOf } from "./wire-values.ts";

export const invoiceStatuses = ["draft", "open", "paid", "void"] as const;
export const invoiceLineTypes = ["subscription", "proration", "overage", "coupon", "tax", "credit"] as const;

export const InvoiceLineSchema = Type.Object(
  {
    type: oneOf(invoiceLineTypes, { description: "Kind of line.", examples: ["subscription"] }),
    description: Type.String({
      description: "Human-readable description.",
      examples: ["Pro, 2026-11-21 to 2026-12-21"],
    }),
    quantity: nullable(
      Type.Integer({ description: "Number of searches on an overage line, else null.", examples: [1290] }),
    ),
    unitPrice: orNull(unitPrice("Price of one search."), "Price of one search on an overage line, else null."),
    amount: money("Amount of the line, negative for discounts and credits."),
    period: nullable(periodOf("Period that the line covers.")),
  },
  { $id: "InvoiceLine", description: "Line of an invoice." },
);

export const CreditNoteSchema = Type.Object(
  {
    id: idOf("crn", "Id of the credit note."),
    number: Type.String({ description: "Credit note number, without gaps.", examples: ["CN-000001"] }),
    amount: money("Credited amount, including tax."),
    reason: Type.String({ description: "Reason.", examples: ["Searches charged by mistake"] }),
    createdAt: instant("Time of issue."),
  },
  { $id: "CreditNote", description: "Credit note that corrects a final invoice." },
);

export const InvoiceSchema = Type.Object(
  {
    id: idOf("inv", "Id of the invoice."),
    environment: environmentName,
    number: nullable(
      Type.String({ description: "Invoice number, without gaps; null for a draft.", examples: ["WF-000001"] }),
    ),
    status: oneOf(invoiceStatuses, {
      description:
        "Status of the invoice. A `draft` is finalized when all searches of its period are counted. A final invoice does not change.",
      examples: ["open"],
    }),
    type: oneOf(["period", "change"], {
      description:
        "Occasion of the invoice. `period`: overage of the past period and price of the next. `change`: plan change.",
      examples: ["period"],
    }),
    period: nullable(periodOf("Period of the charged searches; null for a plan change.")),
    lines: Type.Array(ref(InvoiceLineSchema), { description: "Lines of the invoice. They add up to `due`." }),
    subtotal: money("Sum of subscription, proration and overage lines."),
    discount: money("Coupon discount, negative."),
    tax: money("Tax on subtotal and discount."),
    taxNote: nullable(
      Type.String({
        description:
          "Note about the tax that the invoice must show, such as that of reverse charge; null if there is none.",
        examples: ["Reverse charge: the recipient is liable for VAT (Article 196 of Directive 2006/112/EC)."],
      }),
    ),
    total: money("Total with tax."),
    credit: money(
      "Change of the credit balance that pays the total: negative if credit is used, positive if credit is added.",
    ),
    due: money("Amount due."),
    creditNotes: Type.Array(ref(CreditNoteSchema), { description: "Credit notes for this invoice." }),
    createdAt: instant("Time of creation."),
    finalizeAt: instant("Time at which a draft is finalized."),
    finalizedAt: nullable(instant("Time at which it was finalized; null for a draft.")),
    dueAt: nullable(instant("Due date; null for a draft.")),
    paidAt: nullable(instant("Time of payment; null if unpaid.")),
    voidedAt: nullable(instant("Time at which it was voided; null if it was not.")),
  },
  { $id: "Invoice", description: "Invoice." },
);

export const InvoiceParamsSchema = Type.Object({ id: idOf("inv", "Id of the invoice.") });

export const invoiceQuery = {
  status: Type.Optional(oneOf(invoiceStatuses, { description: "Only invoices with this status.", examples: ["open"] })),
  ...createdRange,
};

export type Invoice = Static<typeof InvoiceSchema>;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export type InvoiceLine = Static<typeof InvoiceLineSchema>;
export type InvoiceLineType = (typeof invoiceLineTypes)[number];
export type CreditNote = Static<typeof CreditNoteSchema>;
