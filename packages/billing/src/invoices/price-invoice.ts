import type { TaxRule } from "../options/options.ts";
import { divideRounded, parseDecimal, toMinor } from "../rating/exact.ts";
import type { InvoiceRecord, Line } from "../records/records.ts";

type Totals = Pick<
  InvoiceRecord,
  "subtotalMinor" | "discountMinor" | "taxMinor" | "totalMinor" | "creditMinor" | "dueMinor"
>;

/** An invoice with tax and credit applied. */
export interface PricedInvoice {
  /** The given lines, then tax and credit; their sum is the amount due. */
  lines: Line[];
  totals: Totals;
}

/**
 * Adds tax and credit to the lines of an invoice. Available credit is used first; a negative total becomes credit.
 *
 * @param balanceMinor available credit.
 */
export function priceInvoice(given: readonly Line[], tax: TaxRule, balanceMinor: number): PricedInvoice {
  const { subtotalMinor, discountMinor } = sumLines(given);
  const taxMinor = taxOn(subtotalMinor + discountMinor, tax);
  const totalMinor = subtotalMinor + discountMinor + taxMinor;
  // Subtracted from 0, because negating 0 gives −0.
  const creditMinor = 0 - (totalMinor > 0 ? Math.min(totalMinor, balanceMinor) : totalMinor);
  const lines = [
    ...given,
    ...extraLine("tax", `${tax.name} ${tax.rate} %`, taxMinor),
    ...extraLine("credit", creditMinor < 0 ? "Paid from credit" : "Added to credit", creditMinor),
  ];
  const dueMinor = totalMinor + creditMinor;
  return { lines, totals: { subtotalMinor, discountMinor, taxMinor, totalMinor, creditMinor, dueMinor } };
}

/** Sums lines without tax. `subtotalMinor` is before coupons; `discountMinor` is their discount, zero or negative. */
export function sumLines(lines: readonly Line[]): Pick<Totals, "subtotalMinor" | "discountMinor"> {
  const discountMinor = sum(lines.filter(({ kind }) => kind === "coupon"));
  return { subtotalMinor: sum(lines) - discountMinor, discountMinor };
}

/** Computes tax, negative for a negative sum; rounded once, halves away from zero. */
function taxOn(minor: number, { rate }: TaxRule): number {
  const { digits, scale } = parseDecimal(rate);
  return toMinor(divideRounded(BigInt(minor) * digits, 100n * 10n ** BigInt(scale)));
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

function extraLine(kind: "tax" | "credit", description: string, amountMinor: number): Line[] {
  if (amountMinor === 0) return [];
  return [
    { kind, description, quantity: null, unitPrice: null, amountMinor, startMs: null, endMs: null, couponCode: null },
  ];
}
