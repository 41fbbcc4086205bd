import type { InvoiceLine, InvoiceStatus, Money } from "@wayfare/sdk";

/** A figure under the lines of an invoice. */
export interface Sum {
  label: string;
  amount: Money;
  /** What is paid in the end. */
  isDue?: true;
}

interface Charged {
  lines: readonly InvoiceLine[];
  total: Money;
  due: Money;
  /** Where it is an invoice. */
  status?: InvoiceStatus;
}

const dueWords: Record<InvoiceStatus, string> = {
  draft: "To be paid",
  open: "To be paid",
  paid: "Paid",
  void: "Was to be paid",
};

/**
 * What stands in the table of an invoice or a preview, and what under it: tax and credit are lines of the invoice, but are read with the total
 * between them.
 */
export function layOutLines({ lines, total, due, status = "open" }: Charged): { items: InvoiceLine[]; sums: Sum[] } {
  const below = (type: "tax" | "credit"): Sum[] =>
    lines.filter((line) => line.type === type).map(({ description, amount }) => ({ label: description, amount }));
  const [tax, credit] = [below("tax"), below("credit")];
  // Where neither is there, the total is what is paid.
  const between = tax.length + credit.length === 0 ? [] : [{ label: "Total", amount: total }];
  return {
    items: lines.filter(({ type }) => type !== "tax" && type !== "credit"),
    sums: [...tax, ...between, ...credit, { label: dueWords[status], amount: due, isDue: true }],
  };
}

/** Whether there is anything in an amount, in whatever decimals it has. */
export function isNothing({ amount }: Money): boolean {
  return Number(amount) === 0;
}
