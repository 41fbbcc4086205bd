import type { InvoiceLine, InvoiceStatus, Money } from "@wayfare/sdk";

/** Total below the lines of an invoice. */
export interface Sum {
  label: string;
  amount: Money;
  /** True for the amount due. */
  isDue?: true;
}

interface ChargeSummary {
  lines: readonly InvoiceLine[];
  total: Money;
  due: Money;
  /** Status, for an invoice. */
  status?: InvoiceStatus;
}

const dueLabels: Record<InvoiceStatus, string> = {
  draft: "Amount due",
  open: "Amount due",
  paid: "Paid",
  void: "Amount due (voided)",
};

/**
 * Splits the lines of an invoice or preview into items and totals. Tax and credit are lines of the invoice, but are shown below the items,
 * with the total between them.
 */
export function splitLines({ lines, total, due, status = "open" }: ChargeSummary): {
  items: InvoiceLine[];
  sums: Sum[];
} {
  const below = (type: "tax" | "credit"): Sum[] =>
    lines.filter((line) => line.type === type).map(({ description, amount }) => ({ label: description, amount }));
  const [tax, credit] = [below("tax"), below("credit")];
  // Without tax and credit, the total equals the amount due.
  const between = tax.length + credit.length === 0 ? [] : [{ label: "Total", amount: total }];
  return {
    items: lines.filter(({ type }) => type !== "tax" && type !== "credit"),
    sums: [...tax, ...between, ...credit, { label: dueLabels[status], amount: due, isDue: true }],
  };
}

/** Returns true if the amount is zero, with any number of decimals. */
export function isZero({ amount }: Money): boolean {
  return Number(amount) === 0;
}
