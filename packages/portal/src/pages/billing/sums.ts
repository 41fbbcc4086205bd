import type { InvoiceLine, Money } from "@wayfare/sdk";

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
}

/**
 * What stands in the table of an invoice or a preview, and what under it: tax and credit are lines of the invoice, but are read with the total
 * between them.
 */
export function layOutLines({ lines, total, due }: Charged): { items: InvoiceLine[]; sums: Sum[] } {
  const below = (kind: "tax" | "credit"): Sum[] =>
    lines.filter((line) => line.kind === kind).map(({ description, amount }) => ({ label: description, amount }));
  return {
    items: lines.filter(({ kind }) => kind !== "tax" && kind !== "credit"),
    sums: [
      ...below("tax"),
      { label: "Total", amount: total },
      ...below("credit"),
      { label: "To be paid", amount: due, isDue: true },
    ],
  };
}

/** Whether there is anything in an amount, in whatever decimals it has. */
export function isNothing({ amount }: Money): boolean {
  return Number(amount) === 0;
}
